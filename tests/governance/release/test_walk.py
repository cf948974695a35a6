"""A corpus from its first draft to an active release, by the operator's commands alone, with real runs in isolation."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bench

Workshop = Any
Command = Callable[..., int]
WORDS = "Looked at all twelve tasks of the cut corpus."
DECIDE = ("--reviewer", "vynly", "--rationale", WORDS)
SYSTEMS = {
    "always": "lambda row: 'A'",
    "longest": "lambda row: 'ABCD'[max(range(4), key=lambda i: len(row['options'][i]))]",
    "echo": "lambda row: 'ABCD'[max(range(4), key=lambda i: row['question'].count(row['options'][i].split()[-1]))]",
}
PROGRAM = """
import json, sys
from pathlib import Path
answer = {answer}
rows = [json.loads(line) for line in Path("inputs/test.questions.jsonl").read_text().splitlines()]
found = [{{"id": row["id"], "label": answer(row)}} for row in rows]
Path(sys.argv[1]).write_text(json.dumps({{"predictions": found}}))
"""
SYSTEM = """
schema_version = 1
name = "{name}"
family = "{name}"
architecture = "one-rule"
source = "https://example.invalid/{name}"
revision = "1.0"
command = ["/usr/bin/python3", "{{agent}}/main.py", "{{out}}"]
seed = 0
track = "closed-book"
exposure = "unexposed"
timeout_s = 20
memory_mb = 256
[agent]
root = "{name}"
include = ["main.py"]
"""


@pytest.fixture
def act(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs one command on the corpus; returns its exit code."""
    monkeypatch.delenv("CI", raising=False)

    def run(command: str, *arguments: str | Path) -> int:
        return bench.main([*command.split(), "--corpus-root", str(workshop.root), *map(str, arguments)])

    return run


def system(folder: Path, name: str) -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "main.py").write_text(PROGRAM.format(answer=SYSTEMS[name]), encoding="utf-8")
    path = folder / f"{name}.toml"
    path.write_text(SYSTEM.format(name=name), encoding="utf-8")
    return path


def test_from_drafts_to_an_active_release_that_cannot_be_embellished(
    workshop: Workshop, act: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.data()
    workshop.contracts()
    workshop.write("corpus/reviewers.toml", REVIEWERS)
    assert act("lifecycle init", "--apply") == 0
    assert act("lifecycle set", "--all", "--to", "calibrating", *DECIDE[:2], "--reason", WORDS, "--apply") == 0
    for name in SYSTEMS:
        assert act("run", "--system", system(tmp_path / "systems", name)) == 0
    reviewed = ("--accepted-alternatives", WORDS, "--evaluator-disputes", WORDS)
    assert act("release-build", "--apply") == 0
    tell(workshop)
    assert act("release-check") == 4
    assert act("calibrate approve", "--all", *DECIDE, *reviewed, "--apply") == 0
    assert act("release-build", "--apply") == 0
    assert act("release-check") == 0

    capsys.readouterr()
    embellish(workshop.root / "corpus" / "task-calibrations.json")
    assert act("release-check", "--json") == 1
    corpus = json.loads(capsys.readouterr().out)["corpora"][0]
    assert [rule["rule"] for rule in corpus["rules"] if rule["verdict"] != "holds"] == ["measurements"]
    assert "not what its studies give" in corpus["findings"][0]["message"]


REVIEWERS = b'schema_version = 1\n\n[[reviewers]]\nid = "vynly"\nrole = "maintainer"\nsince = 2026-10-18\n'


def tell(workshop: Workshop) -> None:
    """Write what the release is about, where the note has a place for it."""
    path = workshop.root / "releases" / "0.1.0.md"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines[:-1], "Twelve tasks for a walk.", ""]), encoding="utf-8")


def embellish(path: Path) -> None:
    """Name a stability that nobody measured in the first record."""
    registry = json.loads(path.read_text(encoding="utf-8"))
    registry["records"][0]["stability"] = {"value": "1/1"}
    path.write_text(json.dumps(registry), encoding="utf-8")
