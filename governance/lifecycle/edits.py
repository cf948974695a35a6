"""Writing the registries of a corpus: under one lock, each file atomically, and only over the bytes that were read.

Invariant: what somebody else wrote in between is never overwritten: then nothing is written at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from governance.corpus import finding
from records import Rejected, data_home, locked, read_regular, sha256_hex, write_atomic

MAX_BYTES = 64 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One file of a corpus root, the bytes that a change was made from (None: no file), and the new bytes."""

    name: str
    base: bytes | None
    data: bytes

    @property
    def changes(self) -> bool:
        """Whether there is anything to write."""
        return self.base != self.data


def current(root: Path, name: str) -> bytes | None:
    """The bytes of one file of a corpus root now, None where there is none. Raises Rejected for what is no file."""
    try:
        return read_regular(root / name, max_bytes=MAX_BYTES)
    except FileNotFoundError:
        return None


@contextmanager
def writing(root: Path) -> Iterator[None]:
    """Hold the one lock over the registries of a corpus root. Raises Busy where another process holds it.

    The lock file stands in the data folder of this installation: a corpus holds nothing but its data.
    """
    name = sha256_hex(str(root.resolve()).encode("utf-8", "surrogateescape"))[:32]
    with locked(data_home() / "locks" / f"{name}.lock"):
        yield


def write_edits(root: Path, edits: Sequence[Edit]) -> None:
    """Write the edits in their order. Raises Rejected G_STALE, and writes nothing, where a file is not its base."""
    with writing(root):
        stale = [edit.name for edit in edits if current(root, edit.name) != edit.base]
        if stale:
            message = "the file changed since it was read; look at it and run the command again"
            raise Rejected([finding("G_STALE", name, "", message) for name in stale])
        for edit in edits:
            if edit.changes:
                write_atomic(root / edit.name, edit.data)
