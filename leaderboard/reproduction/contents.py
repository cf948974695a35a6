"""What a file holds, whatever it is packed in: its bytes, and those inside gzip, bzip2, xz, zip and tar.

Invariant: a stranger's archive is unpacked in memory within one budget of bytes, members and layers, links are not
followed, and a fault of an archive is an answer (`sealed`), never an exception.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

LAYERS, MEMBERS, BUDGET = 3, 2000, 64 << 20
_SEALED = (b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")
"""7-Zip, RAR, Zstandard and LZ4: known by their first bytes, opened by nothing in the standard library."""
_FAULTS = (
    *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError, MemoryError, IndexError, KeyError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Contents:
    """Every layer that could be read, the file itself first; `sealed` where something in it could not be."""

    layers: tuple[bytes, ...]
    sealed: bool


@dataclass(kw_only=True, slots=True)
class _Budget:
    left: int = BUDGET
    members: int = MEMBERS
    sealed: bool = False

    def read(self, stream: IO[bytes] | io.BufferedIOBase) -> bytes:
        """What a stream holds, as far as the budget goes."""
        data = stream.read(self.left + 1)
        self.left -= len(data)
        self.members -= 1
        if self.left < 0 or self.members < 0:
            raise ValueError("the budget is spent")
        return data


def open_contents(data: bytes) -> Contents:
    """The layers of one file."""
    budget = _Budget()
    layers = [data]
    _unpack(data, LAYERS, budget, layers)
    return Contents(layers=tuple(layers), sealed=budget.sealed)


def _unpack(data: bytes, depth: int, budget: _Budget, layers: list[bytes]) -> None:
    if data.startswith(_SEALED):
        budget.sealed = True
        return
    opener = next((opener for starts, opener in _OPENERS if data.startswith(starts)), None)
    if opener is None and data[257:262] == b"ustar":
        opener = _tar
    if opener is None:
        return
    if not depth:
        budget.sealed = True
        return
    try:
        for inner in opener(data, budget):
            layers.append(inner)
            _unpack(inner, depth - 1, budget, layers)
    except _FAULTS:
        budget.sealed = True


def _gzip(data: bytes, budget: _Budget) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        yield budget.read(stream)


def _bzip2(data: bytes, budget: _Budget) -> Iterator[bytes]:
    with bz2.BZ2File(io.BytesIO(data)) as stream:
        yield budget.read(stream)


def _xz(data: bytes, budget: _Budget) -> Iterator[bytes]:
    with lzma.LZMAFile(io.BytesIO(data)) as stream:
        yield budget.read(stream)


def _zip(data: bytes, budget: _Budget) -> Iterator[bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                with archive.open(info) as stream:
                    yield budget.read(stream)


def _tar(data: bytes, budget: _Budget) -> Iterator[bytes]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isreg() else None
            if stream is not None:
                yield budget.read(stream)


_OPENERS = (
    (b"\x1f\x8b", _gzip),
    (b"BZh", _bzip2),
    (b"\xfd7zXZ\x00", _xz),
    (b"PK\x03\x04", _zip),
)
