"""Folders that a command has left behind: walked, read, filled and removed without trusting anything in them.

Invariant: every step is relative to a descriptor of a folder, opened without following a link and compared with what
was seen before; nothing recurses, so depth costs no stack and no descriptors. The tree is dead: its processes ended.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from records import printable

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
MAX_DEPTH = 128

Key = tuple[int, int]
"""Device and inode: what a folder is, whatever it is called."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One name of a tree: its path from the top, what lstat said, a link's target, and whether it could be opened."""

    path: str
    info: os.stat_result
    target: str | None = None
    readable: bool = True


@dataclass(kw_only=True, slots=True)
class _Level:
    name: str
    key: Key
    names: list[str]


def _key(info: os.stat_result) -> Key:
    return info.st_dev, info.st_ino


def _enter(folder: int, name: str, key: Key) -> int:
    """A descriptor of the folder `name`, which must still be the one that was seen."""
    inner = os.open(name, FOLDER, dir_fd=folder)
    if _key(os.fstat(inner)) != key:
        os.close(inner)
        raise OSError(errno.ESTALE, "a folder was exchanged while it was read", printable(name))
    return inner


def walk(top: int, depth: int = MAX_DEPTH) -> Iterator[Entry]:
    """Every entry below the folder `top`, parents first; folders deeper than `depth` are named but not entered."""
    here = os.dup(top)
    levels = [_Level(name="", key=_key(os.fstat(here)), names=os.listdir(here))]
    try:
        while levels:
            if not levels[-1].names:
                levels.pop()
                here = _climb(here, levels)
                continue
            name = levels[-1].names.pop()
            info = os.stat(name, dir_fd=here, follow_symlinks=False)
            path = "/".join([*(level.name for level in levels[1:]), name])
            readable = not stat.S_ISDIR(info.st_mode) or info.st_mode & 0o500 == 0o500
            target = os.readlink(name, dir_fd=here) if stat.S_ISLNK(info.st_mode) else None
            yield Entry(path=path, info=info, target=target, readable=readable)
            if stat.S_ISDIR(info.st_mode) and readable and len(levels) < depth:
                inner = _enter(here, name, _key(info))
                os.close(here)
                here = inner
                levels.append(_Level(name=name, key=_key(info), names=os.listdir(here)))
    finally:
        os.close(here)


def _climb(here: int, levels: list[_Level]) -> int:
    """The parent of `here`, which must be the folder the walk came from; at the top, `here` itself."""
    if not levels:
        return here
    parent = _enter(here, "..", levels[-1].key)
    os.close(here)
    return parent


def remove(parent: int, name: str) -> None:
    """Remove `name` and everything below it, whatever its permissions, as long as they are this identity's own."""
    empty(parent, name)
    os.rmdir(name, dir_fd=parent)


def empty(parent: int, name: str) -> None:
    """Remove everything below the folder `name`, which stays."""
    top = os.stat(name, dir_fd=parent, follow_symlinks=False)
    here = _open_to_empty(parent, name, _key(top))
    levels = [_Level(name=name, key=_key(top), names=os.listdir(here))]
    try:
        while levels:
            level = levels[-1]
            if level.names:
                child = level.names.pop()
                info = os.stat(child, dir_fd=here, follow_symlinks=False)
                if not stat.S_ISDIR(info.st_mode):
                    os.unlink(child, dir_fd=here)
                    continue
                inner = _open_to_empty(here, child, _key(info))
                os.close(here)
                here = inner
                levels.append(_Level(name=child, key=_key(info), names=os.listdir(here)))
                continue
            levels.pop()
            if levels:
                here = _climb(here, levels)
                os.rmdir(level.name, dir_fd=here)
    finally:
        os.close(here)


def _open_to_empty(folder: int, name: str, key: Key) -> int:
    """The folder, made writable for its owner first: through a descriptor that was compared, never by its name."""
    handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        info = os.fstat(handle)
        if _key(info) == key and info.st_mode & 0o700 != 0o700:
            os.chmod(f"/proc/self/fd/{handle}", 0o700)
    finally:
        os.close(handle)
    return _enter(folder, name, key)


def read_file(top: int, relative: str, max_bytes: int) -> bytes | None:
    """The bytes of a regular file below `top`; None where there is none. OSError for a link or more bytes."""
    *folders, name = parts(relative)
    here = os.dup(top)
    try:
        for folder in folders:
            inner = os.open(folder, FOLDER, dir_fd=here)
            os.close(here)
            here = inner
        handle = os.open(name, READ, dir_fd=here)
    except FileNotFoundError:
        return None
    finally:
        os.close(here)
    with os.fdopen(handle, "rb") as stream:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode) or info.st_size > max_bytes:
            raise OSError(errno.EINVAL, f"no regular file of at most {max_bytes} bytes", relative)
        return stream.read(max_bytes)


def write_file(top: int, relative: str, data: bytes, executable: bool = False) -> None:
    """Create a file below `top` with the folders it needs; it must not exist. Everybody may read it."""
    *folders, name = parts(relative)
    here = os.dup(top)
    try:
        for folder in folders:
            with suppress(FileExistsError):
                os.mkdir(folder, 0o755, dir_fd=here)
            inner = os.open(folder, FOLDER, dir_fd=here)
            os.fchmod(inner, 0o755)
            os.close(here)
            here = inner
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(name, flags, 0o600, dir_fd=here), "wb") as stream:
            stream.write(data)
            os.fchmod(stream.fileno(), 0o755 if executable else 0o644)
    finally:
        os.close(here)


def parts(relative: str) -> tuple[str, ...]:
    """The parts of a relative path. ValueError for one that is absolute, empty, or has `.`, `..` or a NUL in it."""
    split = tuple(relative.split("/"))
    if any(part in ("", ".", "..") or "\0" in part for part in split):
        raise ValueError(f"{printable(relative)}: a relative path without `.` and `..` was expected")
    return split


def gather(source: Path) -> Iterator[tuple[str, bytes, bool]]:
    """The files below a folder: relative path, bytes, executable. ValueError for a link or anything else there."""
    top = os.open(source, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for entry in walk(top):
            if stat.S_ISDIR(entry.info.st_mode) and entry.readable:
                continue
            if not stat.S_ISREG(entry.info.st_mode):
                raise ValueError(f"{printable(entry.path)} is neither a file nor a readable folder")
            data = read_file(top, entry.path, entry.info.st_size)
            yield entry.path, data or b"", bool(entry.info.st_mode & 0o100)
    finally:
        os.close(top)
