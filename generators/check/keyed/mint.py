"""Mint: the files of a private corpus written into a folder that says which corpus it is to hold.

Invariant: as with `generate`, missing files are written and differing ones replaced only when `apply` says so; what is
reported of a difference is a file's name, never a line of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from generators.artefacts import REPORT
from generators.layout import MANIFEST, MAX_BYTES
from generators.produce import Change
from generators.scheduling.suite import DATA_FILES as SCHEDULE_FILES
from generators.suite import DATA_FILES as CHOICE_FILES
from records import Finding, Rejected, read_regular, write_atomic

MINTED: Mapping[str, tuple[str, ...]] = {
    "choice": (*CHOICE_FILES, REPORT, MANIFEST),
    "schedule": (*SCHEDULE_FILES, MANIFEST),
}
"""What minting writes for each kind of corpus, the manifest last."""


def mint(root: Path, kind: str, make: Callable[[], Mapping[str, bytes]], *, apply: bool) -> tuple[Change, ...]:
    """Make the files of a corpus of this kind and bring `root` up to date; one change per file.

    Raises Rejected (E_KIND) for a kind without a grammar here, or if a file in the way is not a regular file.
    """
    if kind not in MINTED:
        message = f"no corpus of this kind can be minted; one of {', '.join(MINTED)} is expected"
        raise Rejected([Finding(code="E_KIND", where="corpus.toml/kind", message=message)])
    found = {name: _read(root.joinpath(name)) for name in MINTED[kind]}
    return _brought_up_to_date(root, found, make(), apply)


def _brought_up_to_date(
    root: Path, found: Mapping[str, bytes | None], made: Mapping[str, bytes], apply: bool
) -> tuple[Change, ...]:
    changes = []
    for name, old in found.items():
        kind = "new" if old is None else "same" if old == made[name] else "changed"
        written = kind == "new" or (kind == "changed" and apply)
        if written:
            write_atomic(root.joinpath(name), made[name])
        detail = "other bytes than this key makes" if kind == "changed" else ""
        changes.append(Change(name=name, kind=kind, detail=detail, written=written))
    return tuple(changes)


def _read(path: Path) -> bytes | None:
    try:
        return read_regular(path, max_bytes=MAX_BYTES)
    except FileNotFoundError:
        return None
