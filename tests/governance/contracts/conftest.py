"""A corpus of twelve tasks with the contracts that the real corpus has for them, to break in one place at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evaluator.tasks import load_tasks
from governance.contracts import ContractHealth, Contracts, check_book, read_contracts
from records import canonical_bytes, canonical_line, digest, sha256_hex

SmallCorpus = Callable[..., Path]
FIXTURES, TERMS = "contracts/fixtures.jsonl", "contracts/contracts.json"


@dataclass(frozen=True)
class Bench:
    """One corpus root whose contracts a test may change."""

    root: Path

    def rows(self) -> list[dict[str, Any]]:
        """The lines as plain values."""
        return [json.loads(line) for line in (self.root / FIXTURES).read_bytes().splitlines()]

    def write(self, rows: list[dict[str, Any]], **terms: object) -> None:
        """Replace both files, with a digest that fits."""
        self.write_bytes(b"".join(map(canonical_line, rows)), **terms)

    def write_bytes(self, data: bytes, **terms: object) -> None:
        """Replace the fixtures by these bytes, and the terms by ones whose digest fits."""
        old = json.loads((self.root / TERMS).read_bytes())
        (self.root / FIXTURES).write_bytes(data)
        (self.root / TERMS).write_bytes(canonical_line({**old, "digest": digest(data), **terms}))

    def change_data(self, name: str, first: bytes) -> None:
        """Replace the first line of a data file; the manifest describes what is there then."""
        lines = (self.root / name).read_bytes().splitlines(keepends=True)
        data = b"".join([first, *lines[1:]])
        (self.root / name).write_bytes(data)
        manifest = json.loads((self.root / "manifest.json").read_bytes())
        manifest["files"][name].update(sha256=sha256_hex(data), bytes=len(data))
        digests = {file: row["sha256"] for file, row in manifest["files"].items()}
        manifest["suite_digest"] = digest(canonical_bytes(digests))
        (self.root / "manifest.json").write_bytes(canonical_line(manifest))

    def read(self) -> Contracts:
        """The contracts as they are now."""
        return read_contracts(self.root)

    def health(self) -> ContractHealth:
        """What a check of them says."""
        return check_book(load_tasks(self.root), self.read())


@pytest.fixture
def choice(small_choice: SmallCorpus, tmp_path: Path) -> Bench:
    return Bench(small_choice(tmp_path / "choice"))


@pytest.fixture
def schedule(small_schedule: SmallCorpus, tmp_path: Path) -> Bench:
    return Bench(small_schedule(tmp_path / "schedule"))


@pytest.fixture
def few(small_schedule: SmallCorpus, tmp_path: Path) -> Bench:
    """Two instances, where contracts are made again and again."""
    return Bench(small_schedule(tmp_path / "few", tasks=2))


@pytest.fixture(params=["choice", "schedule"])
def bench(request: pytest.FixtureRequest, choice: Bench, schedule: Bench) -> Bench:
    """Either kind: a test with this fixture runs for both."""
    return choice if request.param == "choice" else schedule
