"""Generate: make every file of the corpus in memory, compare with the folder, write what differs.

Invariant: missing files are written at once; a file that exists with other bytes is replaced only when `apply` says so.
"""

from __future__ import annotations

from pathlib import Path

from generators.produce import Change, difference
from generators.scheduling.judges import Bench
from generators.scheduling.layout import MANIFEST, WRITTEN, read_identity, read_written
from generators.scheduling.manifest import manifest, manifest_bytes
from generators.scheduling.suite import Progress, build_suite, data_files
from records import Rejected, write_atomic


def corpus_files(bench: Bench, progress: Progress | None = None) -> dict[str, bytes]:
    """Every written file of the corpus, freshly made. Raises Rejected if a judge objects or the witness leaks."""
    suite = build_suite(bench, progress)
    files = data_files(suite, bench)
    return {**files, MANIFEST: manifest_bytes(manifest(suite, files, bench))}


def generate(root: Path, bench: Bench, *, apply: bool, progress: Progress | None = None) -> tuple[Change, ...]:
    """Bring the corpus root up to date; returns one change per file.

    Raises Rejected if `root` is not the root of this corpus or a file in it cannot be replaced safely.
    """
    read_identity(root)
    found, findings = read_written(root)
    if blocked := [finding for finding in findings if finding.code != "E_MISSING_FILE"]:
        raise Rejected(blocked)
    made = corpus_files(bench, progress)
    changes = []
    for name in WRITTEN:
        old, new = found.get(name), made[name]
        kind = "new" if old is None else "same" if old == new else "changed"
        written = kind == "new" or (kind == "changed" and apply)
        if written:
            write_atomic(root / name, new)
        detail = "" if old is None else difference(old, new)
        changes.append(Change(name=name, kind=kind, detail=detail, written=written))
    return tuple(changes)
