"""Folders beside the generated files that the frozen layouts do not list: other commands own what lies in them.

Invariant: only a real folder of that name is let pass; a file or a link with it is as stray as any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from records import Finding

FOLDERS = ("studies",)


def without_companions(root: Path, strays: Iterable[Finding]) -> list[Finding]:
    """The findings about stray entries of `root` that are no companion."""
    return [one for one in strays if one.where not in FOLDERS or not _is_folder(root / one.where)]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
