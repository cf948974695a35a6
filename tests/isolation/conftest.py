"""Shared by the tests of this room: a shell job, and a folder that is removed by the room's own means."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from isolation import Job, Limits, Outcome, run
from isolation.tree import FOLDER


@pytest.fixture
def shell() -> Callable[..., Outcome]:
    """Run a line of shell in the sandbox."""

    def launched(line: str, **options: Any) -> Outcome:
        limits = Limits(**{"wall_ms": 20_000, **options.pop("limits", {})})
        return run(Job(command=("/bin/sh", "-c", line), limits=limits, **options))

    return launched


@pytest.fixture
def top(tmp_path: Path) -> Iterator[int]:
    """A descriptor of an empty folder, `tmp_path`/tree."""
    (tmp_path / "tree").mkdir()
    handle = os.open(tmp_path / "tree", FOLDER)
    yield handle
    os.close(handle)
