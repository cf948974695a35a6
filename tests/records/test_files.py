"""Files: old bytes or new bytes, never a mixture; only regular files are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from records import Rejected, read_regular, write_atomic


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "new" / "file.json"
    write_atomic(target, b"one")
    write_atomic(target, b"two")
    assert target.read_bytes() == b"two"
    assert [path.name for path in target.parent.iterdir()] == ["file.json"]
    assert target.stat().st_mode & 0o777 == 0o644


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        write_atomic(target, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_regular_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_regular(tmp_path / "file", max_bytes=5) == b"12345"
    with pytest.raises(Rejected, match="E_TOO_LARGE"):
        read_regular(tmp_path / "file", max_bytes=4)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path.parent / "other")])
def test_anything_else_is_not_regular(tmp_path: Path, make: Callable[[Path], object]) -> None:
    (tmp_path / "other").write_bytes(b"x")
    make(tmp_path / "odd")
    with pytest.raises(Rejected, match="E_NOT_REGULAR"):
        read_regular(tmp_path / "odd", max_bytes=9)


def test_a_device_is_not_regular() -> None:
    with pytest.raises(Rejected, match="E_NOT_REGULAR"):
        read_regular(Path("/dev/zero"), max_bytes=9)


def test_a_missing_file_is_the_callers_environment(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "none", max_bytes=9)
