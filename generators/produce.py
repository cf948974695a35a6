"""Generate: make every file of the corpus in memory, compare with the folder, write what differs.

Invariant: missing files are written at once; a file that exists with other bytes is replaced only when `apply` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from generators.artefacts import REPORT, report, report_bytes
from generators.layout import MANIFEST, WRITTEN, read_identity, read_written
from generators.manifest import manifest, manifest_bytes
from generators.panel import Panel
from generators.selection import BALANCED
from generators.shape import SUITE
from generators.suite import Progress, build_suite, data_files
from records import Finding, Rejected, write_atomic


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What generating does to one file: `kind` is "same", "new" or "changed"; `written` says whether it was done."""

    name: str
    kind: str
    detail: str
    written: bool


def corpus_files(panel: Panel, progress: Progress | None = None, *, suite_id: str = SUITE) -> dict[str, bytes]:
    """Every written file of a corpus, freshly made; `suite_id` is also the key that its streams start from.

    Raises Rejected if a solver disagrees with a generator.
    """
    suite = build_suite(panel, selector=BALANCED, key=suite_id, progress=progress)
    files = data_files(suite, panel)
    graded = [(item.cell.category, item.candidate.draft) for item in suite.items if item.cell.split == "test"]
    artefacts = report_bytes(report(graded))
    made = manifest(suite, files, artefacts, panel, suite_id)
    return {**files, REPORT: artefacts, MANIFEST: manifest_bytes(made)}


def generate(
    root: Path,
    panel: Panel,
    *,
    apply: bool,
    made: Mapping[str, bytes] | None = None,
    progress: Progress | None = None,
) -> tuple[Change, ...]:
    """Bring the corpus root up to date; returns one change per file. `made` holds the files if they are made already.

    Raises Rejected if `root` is not the root of this corpus or a file in it cannot be replaced safely.
    """
    read_identity(root)
    found, findings = read_written(root)
    if blocked := [finding for finding in findings if finding.code != "E_MISSING_FILE"]:
        raise Rejected(blocked)
    made = made or corpus_files(panel, progress)
    changes = []
    for name in WRITTEN:
        old, new = found.get(name), made[name]
        kind = "new" if old is None else "same" if old == new else "changed"
        written = kind == "new" or (kind == "changed" and apply)
        if written:
            write_atomic(root / name, new)
        changes.append(
            Change(name=name, kind=kind, detail=difference(old, new) if old is not None else "", written=written)
        )
    return tuple(changes)


def difference(old: bytes, new: bytes) -> str:
    """How two files differ, in one line: counts of lines and the first that differs; empty if they are equal."""
    if old == new:
        return ""
    pairs = list(zip_longest(old.split(b"\n"), new.split(b"\n")))
    unequal = [number for number, (a, b) in enumerate(pairs, 1) if a != b]
    return f"{len(unequal)} of {len(pairs)} lines differ, the first is line {unequal[0]}"


def not_regenerated(found: Mapping[str, bytes], made: Mapping[str, bytes]) -> list[Finding]:
    """A finding for each file whose bytes are not those that the generators make."""
    return [
        Finding(
            code="E_BYTES", where=name, message=f"not what the generators make: {difference(found[name], made[name])}"
        )
        for name in WRITTEN
        if name in found and found[name] != made[name]
    ]
