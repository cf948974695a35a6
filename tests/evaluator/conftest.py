"""A small synthetic corpus (two categories, two families, twelve items) and the real core suite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from evaluator import Suite, load_suite, suite_for
from records import canonical_bytes, canonical_line, digest, sha256_hex

# A loaded machine is no fault of the code: time limits of single examples are off, in every room's conftest alike.
settings.register_profile(
    "nnai", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("nnai")

CATEGORIES = [
    {"id": "colours", "name": "Colours", "families": ["C-one", "C-two"]},
    {"id": "sounds", "name": "Sounds", "families": ["S-one"]},
]
Files = dict[str, list[dict[str, Any]]]


def small_files() -> Files:
    """Rows of the data files; `colours` has two families, tiers are 1 and 2, the gold labels go round."""
    rows = []
    for place in range(12):
        category = CATEGORIES[place // 6]
        families = category["families"]
        rows.append(
            (f"demo-{place:02d}", category["id"], 1 + place % 2, families[place % len(families)], "ABCD"[place % 4])
        )
    return {
        "test.questions.jsonl": [
            {"id": name, "category": category, "tier": tier, "question": "Which one?", "options": list("wxyz")}
            for name, category, tier, _, _ in rows
        ],
        "test.gold.jsonl": [{"id": name, "label": label} for name, _, _, _, label in rows],
        "provenance.jsonl": [{"id": name, "family": family} for name, _, _, family, _ in rows],
    }


def manifest_of(data: dict[str, bytes]) -> dict[str, Any]:
    """The manifest that describes these bytes."""
    digests = {name: sha256_hex(content) for name, content in data.items()}
    return {
        "schema": "nnai-corpus-manifest/1",
        "benchmark_id": "nnai-demo-0.1",
        "version": "0.1.0",
        "categories": CATEGORIES,
        "files": {name: {"sha256": value} for name, value in digests.items()},
        "suite_digest": digest(canonical_bytes(digests)),
    }


@pytest.fixture
def write_corpus(tmp_path: Path) -> Callable[..., Path]:
    """Writes a corpus folder from rows, after `change` had its way with the rows and `manifest` with the manifest."""

    def write(
        change: Callable[[Files], object] = lambda files: None,
        manifest: Callable[[dict[str, Any]], object] = lambda value: None,
    ) -> Path:
        files = small_files()
        change(files)
        data = {name: b"".join(map(canonical_line, rows)) for name, rows in files.items()}
        described = manifest_of(data)
        manifest(described)
        root = tmp_path / "demo-v0.1"
        root.mkdir(exist_ok=True)
        for name, content in data.items():
            (root / name).write_bytes(content)
        (root / "manifest.json").write_bytes(canonical_bytes(described))
        return root

    return write


@pytest.fixture
def small(write_corpus: Callable[..., Path]) -> Suite:
    return load_suite(write_corpus())


@pytest.fixture(scope="session")
def core() -> Suite:
    return suite_for("nnai-bench-0.1")
