"""The staged folders of a run, at neutral places, and the janitor for those of launchers that were killed.

Invariant: `/tmp/nixbench-isolated-<random>/work` and `/tmp/nixbench-isolated-agent-<random>/agent` say nothing about
task, corpus, run or model. A folder is alive as long as its launcher holds the lock in it; the kernel lets go of it
when the launcher dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from isolation.privilege import Identity, acting_as, mount_tmpfs, unmount
from isolation.tree import FOLDER, empty, remove

BASE = Path("/tmp")
PREFIX = "nixbench-isolated-"
NAME = re.compile(r"nixbench-isolated-(agent-|env-)?[A-Za-z0-9_]{8}")
LOCK = "lock"
NEW_LOCK = "lock.new"
"""What the lock is called until it is held: a janitor takes a lock that nobody holds for one of a dead launcher."""
GRACE_SECONDS = 600
"""A folder without a lock is one that is just being made, unless it is this old."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """A staged folder: `folder` is `root`/work, /agent or /environment; `in_memory` says that it has a hard size."""

    root: Path
    folder: Path
    in_memory: bool


@contextmanager
def stage(
    inner: str, kind: str = "", owner: Identity | None = None, size: int = 0, entries: int = 0
) -> Iterator[Stage]:
    """Make a staged folder and remove it at the end. With `size` it is mounted in memory where this process may."""
    root = Path(tempfile.mkdtemp(prefix=PREFIX + kind, dir=BASE))
    in_memory = bool(size) and mount_tmpfs(root, size, entries)
    lock = -1
    try:
        lock = os.open(root / NEW_LOCK, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.rename(root / NEW_LOCK, root / LOCK)
        folder = root / inner
        folder.mkdir()
        folder.chmod(0o755)
        if owner:
            root.chmod(0o711)
            if not kind:
                os.chown(folder, owner.uid, owner.gid)
        yield Stage(root=root, folder=folder, in_memory=in_memory)
    finally:
        with suppress(FileNotFoundError):  # once it is unmounted, the folder of a long run has no lock and looks stale
            _discard(root, None if kind else owner)
        if lock >= 0:
            os.close(lock)


@contextmanager
def prepared_environment() -> Iterator[Path]:
    """A neutral folder for an environment that several runs share; bind it with `Bind(source=…, target=…)`."""
    with stage("environment", "env-") as made:
        made.root.chmod(0o711)
        yield made.folder


def is_neutral(source: Path) -> bool:
    """Whether a bind's source says nothing: the system, the Nix store, or a staged folder."""
    if ".." in source.parts:
        return False
    if source.is_relative_to("/usr") or source.is_relative_to("/nix/store"):
        return True
    below = source.relative_to(BASE).parts if source.is_relative_to(BASE) else ()
    return bool(below) and NAME.fullmatch(below[0]) is not None


def _discard(root: Path, owner: Identity | None) -> None:
    """Take a staged folder away: first, with nothing but its owner's rights, what the command owned."""
    if owner:
        with _opened(root) as top, acting_as(owner), suppress(FileNotFoundError):
            empty(top, "work")
    unmount(root)
    with _opened(root.parent) as parent:
        remove(parent, root.name)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    handle = os.open(folder, FOLDER)
    try:
        yield handle
    finally:
        os.close(handle)


def clean_up(base: Path = BASE, now: float | None = None) -> tuple[str, ...]:
    """Remove the folders of launchers that are gone, of this user only; returns their names."""
    removed = []
    for name in sorted(os.listdir(base)):
        if NAME.fullmatch(name) and _stale(base / name, time.time() if now is None else now):
            with suppress(FileNotFoundError):
                _discard(base / name, _owner_of(base / name))
                removed.append(name)
    return tuple(removed)


def _stale(root: Path, now: float) -> bool:
    try:
        info = root.lstat()
        if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.geteuid():
            return False
        lock = os.open(root / LOCK, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return root.exists() and now - info.st_mtime > GRACE_SECONDS
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


def _owner_of(root: Path) -> Identity | None:
    """Whom a killed run of root's had dropped to."""
    if os.geteuid() != 0:
        return None
    with suppress(FileNotFoundError):
        info = (root / "work").lstat()
        if info.st_uid:
            return Identity(uid=info.st_uid, gid=info.st_gid)
    return None


def mount_root(folder: Path, mountinfo: str) -> str:
    """What the root field of a bind of `folder` shows, from the launcher's own mountinfo. Pure.

    `/tmp/nixbench-isolated-X/work` where /tmp is no mount of its own; `/work` on a tmpfs of the stage; and so on.
    """
    best, shown = "", ""
    for line in mountinfo.splitlines():
        root, point = line.split(" ")[3:5]
        inside = folder.is_relative_to(point)
        if inside and len(point) >= len(best):
            best, shown = point, str(Path(root) / folder.relative_to(point))
    return shown
