"""The real corpus as systems may see it, and a smaller one for runs that need no score."""

from __future__ import annotations

from pathlib import Path

import pytest

from baselines import Inputs, load

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpora" / "core-v0.1"
READABLE = ("train.jsonl", "validation.jsonl", "test.questions.jsonl")


@pytest.fixture(scope="session")
def inputs() -> Inputs:
    return load(CORPUS)


@pytest.fixture(scope="session")
def few(inputs: Inputs) -> Inputs:
    """Tier 1 of three categories and a handful of questions."""
    wanted = ("deduction", "tracking", "relations")
    train = (e for e in inputs.train if e.question.tier == 1 and e.question.category in wanted)
    validation = (e for e in inputs.validation if e.question.tier == 1 and e.question.category in wanted)
    test = (question for question in inputs.test if question.tier == 1 and question.category in wanted)
    return Inputs(train=tuple(train)[::2], validation=tuple(validation)[::3], test=tuple(test)[::9])


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus folder with the three permitted files, shortened: no gold, no provenance, no manifest."""
    folder = tmp_path_factory.mktemp("bare")
    for name in READABLE:
        lines = (CORPUS / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(lines[:: 12 if name == "train.jsonl" else 30]))
    return folder
