"""Small governed corpora of both kinds, cut from the real ones, for every test of governance.

`small_choice(root)` and `small_schedule(root)` write a corpus of twelve tasks into a folder and return it: data with a
manifest of its own, corpus.toml, the vocabulary, and the fixture lines of its tasks where the real corpus has them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from evaluator import CORPORA
from records import canonical_bytes, canonical_line, digest, sha256_hex

# A loaded machine is no fault of the code: time limits of single examples are off, in every room's conftest alike.
settings.register_profile(
    "nnai", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("nnai")

SmallCorpus = Callable[..., Path]
"""(root, role="public-development", tasks=12) -> root, with a corpus written into it."""

CORE, SCHEDULING = "core-v0.1", "scheduling-v0.2"
LEARNING = ("train.jsonl", "validation.jsonl")


@pytest.fixture
def small_choice() -> SmallCorpus:
    """Six tasks of deduction and six of quantity, two of each tier."""

    def write(root: Path, *, role: str = "public-development", tasks: int = 12) -> Path:
        per = tasks // 6
        ids = [
            f"nb1-te-{category}-{tier}-{number:03d}"
            for category in ("ded", "qua")
            for tier in (1, 2, 3)
            for number in range(per)
        ]
        return _cut(CORE, root, ids, role, ("test.questions.jsonl", "test.gold.jsonl"))

    return write


@pytest.fixture
def small_schedule() -> SmallCorpus:
    """Six instances of the first tier and six of the second."""

    def write(root: Path, *, role: str = "public-development", tasks: int = 12) -> Path:
        ids = [f"sch-te-{tier}-{number:03d}" for tier in (1, 2) for number in range(tasks // 2)]
        return _cut(SCHEDULING, root, ids, role, ("test.questions.jsonl",))

    return write


@pytest.fixture(params=["choice", "schedule"])
def small(request: pytest.FixtureRequest, small_choice: SmallCorpus, small_schedule: SmallCorpus) -> SmallCorpus:
    """Either kind: a test with this fixture runs for both."""
    return small_choice if request.param == "choice" else small_schedule


def _cut(source: str, root: Path, ids: Sequence[str], role: str, asked: Sequence[str]) -> Path:
    real, wanted = CORPORA / source, set(ids)
    root.mkdir(parents=True, exist_ok=True)
    learned = {name: _rows(real, name)[:12] for name in LEARNING}
    test = {name: [row for row in _rows(real, name) if row["id"] in wanted] for name in asked}
    known = wanted | {row["id"] for rows in learned.values() for row in rows}
    provenance = [row for row in _rows(real, "provenance.jsonl") if row["id"] in known]
    files = {
        name: b"".join(map(canonical_line, rows))
        for name, rows in {**learned, **test, "provenance.jsonl": provenance}.items()
    }
    for name, data in files.items():
        (root / name).write_bytes(data)
    _describe(real, root, files, {row["category"] for row in test["test.questions.jsonl"] if "category" in row})
    text = (real / "corpus.toml").read_text(encoding="utf-8").replace("public-development", role)
    (root / "corpus.toml").write_text(text, encoding="utf-8")
    (root / "corpus").mkdir(exist_ok=True)
    shutil.copyfile(real / "corpus" / "category-vocabulary.toml", root / "corpus" / "category-vocabulary.toml")
    _cut_contracts(real, root, wanted)
    return root


def _describe(real: Path, root: Path, files: dict[str, bytes], categories: set[str]) -> None:
    manifest = json.loads((real / "manifest.json").read_text(encoding="utf-8"))
    digests = {name: sha256_hex(data) for name, data in files.items()}
    manifest["files"] = {
        name: {"bytes": len(data), "rows": data.count(b"\n"), "sha256": digests[name]} for name, data in files.items()
    }
    manifest["suite_digest"] = digest(canonical_bytes(digests))
    if "categories" in manifest:
        manifest["categories"] = [row for row in manifest["categories"] if row["id"] in categories]
    (root / "manifest.json").write_bytes(canonical_line(manifest))


def _cut_contracts(real: Path, root: Path, wanted: set[str]) -> None:
    if not (real / "contracts" / "fixtures.jsonl").exists():
        return
    (root / "contracts").mkdir(exist_ok=True)
    kept = b"".join(line for task, line in _fixture_lines(real).items() if task in wanted)
    terms = json.loads((real / "contracts" / "contracts.json").read_bytes())
    (root / "contracts" / "fixtures.jsonl").write_bytes(kept)
    (root / "contracts" / "contracts.json").write_bytes(canonical_line({**terms, "digest": digest(kept)}))


@cache
def _fixture_lines(real: Path) -> dict[str, bytes]:
    lines = (real / "contracts" / "fixtures.jsonl").read_bytes().splitlines(keepends=True)
    return {json.loads(line)["task"]: line for line in lines}


@cache
def _rows(real: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (real / name).read_bytes().splitlines()]
