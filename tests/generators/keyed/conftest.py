"""A key file as an operator makes it, the panel of solvers, and the judges of schedules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bench
from generators import Panel
from generators.scheduling import Bench

KEY = bytes(range(32))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Key file of one test, to be damaged."""
    path = tmp_path / "operator" / "unsaid-name"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(KEY)
    os.chmod(path, 0o600)
    return path


@pytest.fixture(scope="session")
def panel() -> Panel:
    return bench._panel()


@pytest.fixture(scope="session")
def judges() -> Bench:
    return bench.schedule_judges()
