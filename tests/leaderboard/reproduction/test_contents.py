"""Packed files are opened in memory, within one budget, and never with an exception."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tarfile
import zipfile

import pytest

from leaderboard.reproduction.contents import open_contents

INSIDE = b"the inside"


def zipped(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


def tarred(data: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        info = tarfile.TarInfo("../../etc/x")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return made.getvalue()


@pytest.mark.parametrize(
    "pack",
    [
        gzip.compress,
        bz2.compress,
        lzma.compress,
        tarred,
        lambda d: zipped({"a": d}),
        lambda d: gzip.compress(tarred(d)),
    ],
)
def test_what_is_packed_is_seen(pack):
    contents = open_contents(pack(INSIDE))
    assert contents.layers[-1] == INSIDE
    assert not contents.sealed


def test_plain_bytes_are_one_layer():
    assert open_contents(INSIDE).layers == (INSIDE,)
    assert open_contents(b"").layers == (b"",)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04", b"\x1f\x8b\x08junk", b"BZh9junk", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ\x00x"]
)
def test_what_cannot_be_opened_says_so(data):
    assert open_contents(data).sealed


def test_bombs_and_endless_layers_are_cut():
    assert open_contents(gzip.compress(bytes(80 << 20))).sealed
    assert open_contents(zipped({str(n): b"" for n in range(2100)})).sealed
    deep = INSIDE
    for _ in range(6):
        deep = gzip.compress(deep)
    assert open_contents(deep).sealed


def test_damage_anywhere_is_no_exception():
    stream = random.Random(1)
    for pack in (gzip.compress, tarred, lambda d: zipped({"a": d, "b": d}), lzma.compress):
        whole = pack(INSIDE * 50)
        for _ in range(40):
            broken = bytearray(whole)
            broken[stream.randrange(len(broken))] ^= 1 << stream.randrange(8)
            open_contents(bytes(broken[: stream.randrange(1, len(broken))]))
            open_contents(bytes(broken))
