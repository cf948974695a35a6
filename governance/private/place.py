"""Where a private corpus may lie: outside the public repository, by whatever road one comes to the place.

Invariant: a place is judged by what it is (resolved links, file identity, the mount it is on), never by how it is
spelled; a place that cannot be told from the repository is refused. No message names the place.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from records import Finding, Rejected

CODE = "G_PLACE"
REPOSITORY = Path(__file__).resolve().parents[2]
MOUNTS = Path("/proc/self/mountinfo")
GIT = ".git"


def require_outside(place: Path, *repositories: Path, option: str, versioned: bool = False) -> None:
    """Raise Rejected (G_PLACE) if `place` lies in this repository or one of `repositories`, or is one of their trees.

    A place inside any other Git work tree is refused too unless `versioned` (an operator may keep a private history
    of a corpus that exists; a new one starts without).
    """
    homes = (REPOSITORY, *repositories)
    real = place.resolve()
    if any(inside(real, home) for home in homes):
        message = "lies inside the public repository; a private corpus lives outside it and its history"
    elif any(_linked_tree(folder, homes) for folder in (real, *real.parents)):
        message = "lies in a linked work tree of the public repository; a private corpus lives outside its history"
    elif not versioned and any((folder / GIT).exists() for folder in (real, *real.parents)):
        message = "lies in a Git work tree; a private corpus starts outside every history"
    else:
        return
    raise Rejected([Finding(code=CODE, where=option, message=message)])


def inside(place: Path, folder: Path) -> bool:
    """Whether `place` is `folder` or below it: by name in any case, by identity of a parent, or by its mount."""
    real, home = place.resolve(), folder.resolve()
    small = [part.casefold() for part in home.parts]
    if [part.casefold() for part in real.parts][: len(small)] == small:
        return True
    if home.exists() and any(one.exists() and one.samefile(home) for one in (real, *real.parents)):
        return True
    here, there = _on_disk(real), _on_disk(home)
    return here is not None and there is not None and here[0] == there[0] and here[1].is_relative_to(there[1])


def _on_disk(path: Path) -> tuple[str, Path] | None:
    """(device, path inside the file system) of a resolved path, so that a bind of a folder has the folder's place."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    best: tuple[int, str, Path] | None = None
    for line in lines:
        fields = line.split()
        point = Path(_plain(fields[4]))
        if path.is_relative_to(point) and (best is None or len(point.parts) >= best[0]):
            best = len(point.parts), fields[2], Path(_plain(fields[3])) / path.relative_to(point)
    return None if best is None else (best[1], best[2])


def _plain(text: str) -> str:
    """A path of mountinfo, which writes blanks and backslashes as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _linked_tree(folder: Path, homes: tuple[Path, ...]) -> bool:
    """Whether `folder` is a work tree whose Git folder belongs to one of the repositories (`git worktree add`)."""
    link = folder / GIT
    if not link.is_file():
        return False
    with open(link, "rb") as stream:
        text = os.fsdecode(stream.read(4096)).strip()
    target = (folder / text.removeprefix("gitdir:").strip()).resolve()
    return any(target.is_relative_to((home / GIT).resolve()) for home in homes)
