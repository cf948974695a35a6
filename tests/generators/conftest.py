"""The panel of all solvers, the committed files, and copies of the committed corpus to damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import solvers
from generators import Panel
from generators.layout import WRITTEN
from solvers.parallel import PARALLEL

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"


@pytest.fixture(scope="session")
def panel() -> Panel:
    return Panel((*solvers.SOLVERS, *PARALLEL))


@pytest.fixture(scope="session")
def made() -> dict[str, bytes]:
    """Every corpus file. That these bytes are what the generators make is proved once, by `verify` in tests/bench."""
    return {name: (CORPUS / name).read_bytes() for name in WRITTEN}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the committed corpus that a test may damage."""
    return Path(shutil.copytree(CORPUS, tmp_path / "core-v0.1"))
