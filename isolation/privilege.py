"""Who runs the sandbox: an unprivileged identity, and the few system calls Python has no name for.

Invariant: bwrap is never started as real root, and no file of a command is touched with root's rights. An ordinary
user stays who they are. The file-system identity is a property of one thread, so parallel runs do not disturb it.
"""

from __future__ import annotations

import ctypes
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

LOWEST, COUNT = 61184, 4096
"""Numbers that no account of a distribution has; each run takes one at random, so runs cannot reach each other."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_MS_NOSUID, _MS_NODEV, _MNT_DETACH = 2, 4, 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """A user and group number of the host."""

    uid: int
    gid: int


def unprivileged() -> Identity | None:
    """The identity to drop to; None where this process is no root. OSError where root has no number to drop to."""
    if os.geteuid() != 0:
        return None
    start = secrets.randbelow(COUNT)
    for step in range(COUNT):
        number = LOWEST + (start + step) % COUNT
        if _mapped(number, "uid_map") and _mapped(number, "gid_map"):
            return Identity(uid=number, gid=number)
    raise OSError(f"started as root, and no user number from {LOWEST} on is mapped here to drop to")


def _mapped(number: int, table: str) -> bool:
    rows = [[int(part) for part in line.split()] for line in Path("/proc/self", table).read_text().splitlines()]
    return any(first <= number < first + length for first, _, length in rows)


@contextmanager
def acting_as(identity: Identity | None) -> Iterator[None]:
    """Touch files as `identity` in this thread; None changes nothing. The kernel drops root's file rights meanwhile."""
    if identity is None:
        yield
        return
    _change("setfsgid", identity.gid)
    try:
        _change("setfsuid", identity.uid)
        yield
    finally:
        _change("setfsuid", os.geteuid())
        _change("setfsgid", os.getegid())


def _change(call: str, number: int) -> None:
    """The calls report the number that was set before, never an error: ask again to know."""
    getattr(_LIBC, call)(number)
    if getattr(_LIBC, call)(-1) != number:
        raise OSError(f"{call}({number}) had no effect")


def mount_tmpfs(folder: Path, size: int, entries: int) -> bool:
    """Mount a memory file system of this size over `folder`; False where this process may not."""
    options = f"size={size},nr_inodes={entries},mode=0711".encode()
    flags = _MS_NOSUID | _MS_NODEV
    return not _LIBC.mount(b"nixbench", os.fsencode(folder), b"tmpfs", ctypes.c_ulong(flags), options)


def unmount(folder: Path) -> bool:
    """Take the mount at `folder` away, whoever still uses it; False where there is none or this process may not."""
    return not _LIBC.umount2(os.fsencode(folder), _MNT_DETACH)


def prefer_for_oom(pid: int) -> None:
    """Tell the kernel to end `pid` and its children first when memory runs out. What root says stays said."""
    with suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w") as stream:
        stream.write("500")
