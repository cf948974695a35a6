"""Registries are written whole, under one lock, and only over the bytes that were read."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.lifecycle import Edit, current, write_edits, writing
from records import Busy, Rejected


def test_edits_are_written(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"old")
    write_edits(tmp_path, [Edit(name="one", base=b"old", data=b"new"), Edit(name="two", base=None, data=b"made")])
    assert (current(tmp_path, "one"), current(tmp_path, "two")) == (b"new", b"made")


@pytest.mark.parametrize("base", [b"older", None])
def test_nothing_is_written_over_what_somebody_else_wrote(tmp_path: Path, base: bytes | None) -> None:
    (tmp_path / "two").write_bytes(b"theirs")
    with pytest.raises(Rejected, match="G_STALE"):
        write_edits(tmp_path, [Edit(name="one", base=None, data=b"new"), Edit(name="two", base=base, data=b"new")])
    assert current(tmp_path, "one") is None
    assert current(tmp_path, "two") == b"theirs"


def test_two_writers_do_not_mix(tmp_path: Path) -> None:
    with writing(tmp_path), pytest.raises(Busy):
        write_edits(tmp_path, [Edit(name="one", base=None, data=b"new")])
    assert current(tmp_path, "one") is None


def test_a_corpus_holds_no_lock_file(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    write_edits(corpus, [Edit(name="one", base=None, data=b"new")])
    assert [path.name for path in corpus.iterdir()] == ["one"]


def test_a_link_is_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"elsewhere")
    (tmp_path / "one").symlink_to(tmp_path / "target")
    with pytest.raises(Rejected, match="regular file"):
        write_edits(tmp_path, [Edit(name="one", base=b"elsewhere", data=b"new")])
