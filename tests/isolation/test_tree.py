"""Hostile folders: links, depth, permissions; the scan judges and the removal removes without following anything."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from isolation.scan import escapes, scan
from isolation.tree import FOLDER, gather, parts, read_file, remove, walk, write_file

DEEP = 4000


def dig(levels: int) -> None:
    """A chain of folders below the working folder, and back."""
    start = os.open(".", os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d")
        os.chdir("d")
    os.symlink("../..", "up")
    os.fchdir(start)
    os.close(start)


def test_a_tree_of_4000_folders_is_walked_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trap 11: no recursion, no descriptor a level. In memory, because a disk takes seconds for so many folders."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        tree = Path(name, "tree")
        tree.mkdir()
        monkeypatch.chdir(tree)
        dig(DEEP)
        monkeypatch.chdir("/")
        before = len(os.listdir("/proc/self/fd"))
        top = os.open(tree, FOLDER)
        assert sum(1 for _ in walk(top, depth=DEEP + 10)) == DEEP + 1
        assert {finding.code for finding in scan(top, 10_000).findings} == {"E_RUN_DEPTH"}
        os.close(top)
        remove_below(Path(name), "tree")
        assert len(os.listdir("/proc/self/fd")) == before
        assert not tree.exists()


def remove_below(folder: Path, name: str) -> None:
    handle = os.open(folder, os.O_RDONLY)
    remove(handle, name)
    os.close(handle)


def test_removal_never_follows_a_planted_link(tmp_path: Path, top: int) -> None:
    """Trap 11: a link to a folder outside, in a folder nobody may read, leaves both mode and content of the target."""
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o500)
    kept = outside / "kept"
    outside.chmod(0o700)
    kept.write_text("kept")
    outside.chmod(0o500)
    locked = tmp_path / "tree" / "locked"
    locked.mkdir()
    (locked / "link").symlink_to(outside)
    (locked / "file").symlink_to(kept)
    locked.chmod(0)
    remove_below(tmp_path, "tree")
    assert kept.read_text() == "kept"
    assert stat.S_IMODE(outside.stat().st_mode) == 0o500
    assert not (tmp_path / "tree").exists()


LINKS = [
    ({"a": "/etc/passwd"}, "a", True),
    ({"a": "/workspace/x"}, "a", True),
    ({"a": ".."}, "a", True),
    ({"d/a": ".."}, "d/a", False),
    ({"d/a": "../.."}, "d/a", True),
    ({"a": "b/../../x"}, "a", True),
    ({"a": "b", "b": ".."}, "a", True),
    ({"d/one": "..", "d/a": "one/.."}, "d/a", True),
    ({"a": "b", "b": "a"}, "a", False),
    ({"a": "a/x"}, "a", False),
    ({"a": "missing/x"}, "a", False),
    ({"a": "./b/./c"}, "a", False),
    ({"a": "b/c", "b": "/usr"}, "a", True),
]


@pytest.mark.parametrize(("links", "path", "leads_out"), LINKS)
def test_where_links_lead(links: dict[str, str], path: str, leads_out: bool) -> None:
    assert escapes(path, links) is leads_out


def test_a_bomb_of_links_is_decided_quickly() -> None:
    bomb = {f"l{n}": "/".join([f"l{n - 1}"] * 10) for n in range(1, 30)} | {"l0": "d"}
    assert escapes("l29", bomb) in (True, False)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))


def make_file(path: Path, mode: int) -> None:
    path.touch()
    path.chmod(mode)


def make_folder(path: Path, mode: int) -> None:
    path.mkdir()
    path.chmod(mode)


PLANTED: dict[str, tuple[str, Callable[[Path], None]]] = {
    "socket": ("E_RUN_SOCKET", make_socket),
    "pipe": ("E_RUN_PIPE", os.mkfifo),
    "setuid": ("E_RUN_SETUID", lambda path: make_file(path, 0o4755)),
    "setgid folder": ("E_RUN_SETUID", lambda path: make_folder(path, 0o2755)),
    "unreadable file": ("E_RUN_UNREADABLE", lambda path: make_file(path, 0o200)),
    "unreadable folder": ("E_RUN_UNREADABLE", lambda path: make_folder(path, 0o300)),
    "link": ("E_RUN_LINK", lambda path: path.symlink_to("/etc/passwd")),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_makes_a_run_invalid(tmp_path: Path, top: int, name: str) -> None:
    code, plant = PLANTED[name]
    plant(tmp_path / "tree" / "x")
    found = scan(top, 100)
    assert [(finding.code, finding.where) for finding in found.findings] == [(code, "/x")]


def test_an_ordinary_workspace_is_harmless(tmp_path: Path, top: int) -> None:
    write_file(top, "a/b/c.txt", b"text")
    (tmp_path / "tree" / "a" / "near").symlink_to("b/c.txt")
    found = scan(top, 100)
    assert found.findings == ()
    assert (found.entries, found.largest) == (4, 4)


def test_too_many_entries_are_a_finding(top: int) -> None:
    for number in range(12):
        write_file(top, f"f{number}", b"")
    assert [finding.code for finding in scan(top, 10).findings] == ["E_RUN_ENTRIES"]


def test_reading_does_not_follow_links(tmp_path: Path, top: int) -> None:
    (tmp_path / "tree" / "x").symlink_to("/etc/passwd")
    (tmp_path / "tree" / "d").symlink_to("/etc")
    os.mkfifo(tmp_path / "tree" / "pipe")
    for name in ("x", "d/passwd", "pipe"):
        with pytest.raises(OSError):
            read_file(top, name, 10_000)
    assert read_file(top, "missing", 10) is None


def test_reading_is_bounded(top: int) -> None:
    write_file(top, "f", b"12345")
    assert read_file(top, "f", 5) == b"12345"
    with pytest.raises(OSError):
        read_file(top, "f", 4)


@pytest.mark.parametrize("path", ["", "/etc/x", "../x", "a/../b", "a//b", "./a", "a/", "a\0b"])
def test_paths_that_are_not_plainly_relative(path: str) -> None:
    with pytest.raises(ValueError):
        parts(path)


def test_files_are_readable_whatever_the_umask(tmp_path: Path, top: int) -> None:
    old = os.umask(0o077)
    try:
        write_file(top, "d/f", b"x", executable=True)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "tree/d/f").stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "tree/d").stat().st_mode) == 0o755


def test_a_source_folder_with_a_link_is_refused(tmp_path: Path, top: int) -> None:
    write_file(top, "a/f", b"x", executable=True)
    assert list(gather(tmp_path / "tree")) == [("a/f", b"x", True)]
    (tmp_path / "tree" / "link").symlink_to("a/f")
    with pytest.raises(ValueError, match="link"):
        list(gather(tmp_path / "tree"))
