"""The cost of release-check: how it grows with the number of tasks, and a whole core corpus against its minute.

Invariant: the measured call is the whole command: files read, every contract case judged twice, every rule.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.ratio import Ratio, alternate, report, seconds
from governance.corpus import load_governed
from governance.lifecycle import (
    Calibrations,
    Deprecations,
    calibrations_bytes,
    deprecations_bytes,
    lifecycle_bytes,
    start,
)
from governance.release import build, check_release, read_subject
from records import canonical_bytes, canonical_line, digest, sha256_hex

CORE = Path(__file__).resolve().parent.parent / "corpora" / "core-v0.1"
FEW, MANY = 300, 600
LINEAR = 2.6
"""Twice the tasks may cost so many times as much; what is paid once makes it less than two."""
BUDGET_SECONDS = 60
READ = ("test.questions.jsonl", "test.gold.jsonl")
LEARNED = ("train.jsonl", "validation.jsonl", "provenance.jsonl")


def main() -> int:
    """Print how the cost grows, and the share of the minute that the core corpus takes."""
    with tempfile.TemporaryDirectory() as folder:
        few, many, whole = (_released(Path(folder, str(n)), n) for n in (FEW, MANY, None))
        grows = alternate(_check(many), _check(few), rounds=3)
        return report(
            Ratio(name=f"release-check of {MANY} tasks", against=f"of {FEW} tasks", value=grows, limit=LINEAR),
            Ratio(
                name="release-check of core-v0.1",
                against=f"its {BUDGET_SECONDS} seconds",
                value=seconds(_check(whole)) / BUDGET_SECONDS,
                limit=1,
            ),
        )


def _check(root: Path) -> Callable[[], None]:
    def check() -> None:
        verdict = check_release(read_subject(root))
        broken = [result.rule for result in verdict.structural if not result.holds]
        if broken != ["release-note"]:  # nobody wrote one for a benchmark
            raise RuntimeError(f"the benchmark's corpus is unsound: {broken}")

    return check


def _released(root: Path, tasks: int | None) -> Path:
    """A corpus of so many tasks of the core corpus, evenly spaced (None: all), with drafts and a release."""
    root.mkdir()
    rows = (CORE / READ[0]).read_bytes().splitlines(keepends=True)
    step = 1 if tasks is None else len(rows) // tasks
    kept = {json.loads(row)["id"] for row in rows[::step]}
    files = {name: _cut(name, "id", kept) for name in READ} | {name: (CORE / name).read_bytes() for name in LEARNED}
    for name, data in files.items():
        (root / name).write_bytes(data)
    digests = {name: sha256_hex(data) for name, data in files.items()}
    manifest = json.loads((CORE / "manifest.json").read_bytes())
    manifest["files"] = {name: {"sha256": value} for name, value in digests.items()}
    manifest["suite_digest"] = digest(canonical_bytes(digests))
    (root / "manifest.json").write_bytes(canonical_line(manifest))
    (root / "corpus.toml").write_bytes((CORE / "corpus.toml").read_bytes())
    _govern(root, kept)
    return root


def _govern(root: Path, kept: set[str]) -> None:
    for name in ("contracts", "corpus", "releases"):
        (root / name).mkdir()
    for name in ("category-vocabulary.toml", "reviewers.toml"):
        (root / "corpus" / name).write_bytes((CORE / "corpus" / name).read_bytes())
    fixtures = _cut("contracts/fixtures.jsonl", "task", kept)
    terms = json.loads((CORE / "contracts" / "contracts.json").read_bytes())
    (root / "contracts" / "fixtures.jsonl").write_bytes(fixtures)
    (root / "contracts" / "contracts.json").write_bytes(canonical_line({**terms, "digest": digest(fixtures)}))
    governed = load_governed(root)
    registries = {
        "task-lifecycle.toml": lifecycle_bytes(start(tuple(governed.digests))),
        "task-deprecations.toml": deprecations_bytes(Deprecations(entries=())),
        "task-calibrations.json": calibrations_bytes(governed.identity.id, Calibrations()),
    }
    for name, data in registries.items():
        (root / "corpus" / name).write_bytes(data)
    built = build(read_subject(root), version=governed.identity.version, date="2026-11-30")
    for name, data in built.changes.items():
        (root / name).write_bytes(data)


def _cut(name: str, key: str, kept: set[str]) -> bytes:
    lines = (CORE / name).read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if json.loads(line)[key] in kept)


if __name__ == "__main__":
    raise SystemExit(main())
