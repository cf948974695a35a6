"""Watching a run from outside: what its processes and its workspace use.

Invariant: reads only. A process that ends while it is looked at counts as gone; a workspace that changes while it is
looked at counts as far as it was seen.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from isolation.tree import FOLDER

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """What a tree of processes uses now: threads, resident bytes, largest address space, CPU of it and its dead."""

    processes: int = 0
    memory_bytes: int = 0
    address_space_bytes: int = 0
    cpu_ms: int = 0


def sample(first: int, most: int = 4096) -> Sample:
    """Add up `first` and everything below it. In a pid namespace orphans stand below its first process, too."""
    threads = memory = space = ticks = 0
    for pid in _tree(first, most):
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/stat", "rb") as stream:
            fields = stream.read().rpartition(b")")[2].split()
            ticks += sum(int(field) for field in fields[11:15])
            threads += int(fields[17])
            space = max(space, int(fields[20]))
            memory += int(fields[21]) * PAGE
    return Sample(processes=threads, memory_bytes=memory, address_space_bytes=space, cpu_ms=ticks * 1000 // TICK)


def _tree(first: int, most: int) -> Iterator[int]:
    waiting, seen = [first], 0
    while waiting and seen < most:
        pid = waiting.pop()
        seen += 1
        yield pid
        with suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/children", "rb") as stream:
                    waiting += [int(child) for child in stream.read().split()]


def deleted_bytes(first: int, device: int) -> int:
    """What files hold that have no name any more but are open in the tree of `first`, on the file system `device`."""
    held: dict[int, int] = {}
    for pid in _tree(first, 4096):
        with suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with suppress(OSError):
                    info = os.stat(f"/proc/{pid}/fd/{name}")
                    if not info.st_nlink and info.st_dev == device and stat.S_ISREG(info.st_mode):
                        held[info.st_ino] = info.st_blocks * 512
    return sum(held.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Space:
    """What a workspace holds."""

    bytes: int = 0
    entries: int = 0


def space_in_memory(folder: int) -> Space:
    """Of a workspace on its own tmpfs: the file system knows, deleted files that are still open included."""
    info = os.statvfs(folder)
    return Space(bytes=(info.f_blocks - info.f_bfree) * info.f_frsize, entries=info.f_files - info.f_ffree)


DEEPEST = 200
"""Deeper workspaces count as over the limit: no run that ends like this is valid."""


def space_on_disk(folder: int, max_bytes: int, max_entries: int) -> Space:
    """Of a workspace among other files: counted name by name, and no further than the limits."""
    used = entries = 0
    levels: list[tuple[int, list[str]]] = []
    following: tuple[int, str] | None = (folder, ".")
    try:
        while used <= max_bytes and entries <= max_entries:
            if following:
                with suppress(OSError):
                    handle = os.open(following[1], FOLDER, dir_fd=following[0])
                    levels.append((handle, []))
                    listed = _count(handle, levels[-1][1])
                    used, entries = used + listed.bytes, entries + listed.entries
            if len(levels) > DEEPEST:
                return Space(bytes=used, entries=max_entries + 1)
            while levels and not levels[-1][1]:
                os.close(levels.pop()[0])
            if not levels:
                break
            following = (levels[-1][0], levels[-1][1].pop())
    finally:
        for handle, _ in levels:
            os.close(handle)
    return Space(bytes=used, entries=entries)


def _count(handle: int, folders: list[str]) -> Space:
    used = entries = 0
    with os.scandir(handle) as listing:
        for entry in listing:
            entries += 1
            with suppress(OSError):
                info = entry.stat(follow_symlinks=False)
                used += info.st_blocks * 512
                if stat.S_ISDIR(info.st_mode):
                    folders.append(entry.name)
    return Space(bytes=used, entries=entries)
