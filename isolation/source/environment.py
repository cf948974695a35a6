"""A prepared environment: exactly these pinned wheels, and Python under both its names.

Invariant: nothing of a package runs while it is made; it goes away with the context.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from isolation.source.wheels import INTERPRETER, Wheel, gather_wheels
from isolation.staging import prepared_environment
from isolation.tree import FOLDER

TARGET = "/environment"
"""Where it stands in the sandbox."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Environment:
    """A folder to show read-only, and the wheels that were unpacked into it."""

    folder: Path
    wheels: tuple[Wheel, ...]


@contextmanager
def environment_of(requirements: Sequence[str], *, hashed: bool) -> Iterator[Environment]:
    """An environment of exactly these pinned wheels. Rejected and Unavailable as in `gather_wheels`."""
    with prepared_environment() as folder:
        (folder / "bin").mkdir(mode=0o755)
        (folder / "bin" / "python").symlink_to(INTERPRETER)
        top = os.open(folder, FOLDER)
        try:
            wheels = gather_wheels(requirements, top, hashed=hashed)
        finally:
            os.close(top)
        yield Environment(folder=folder, wheels=wheels)
