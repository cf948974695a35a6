"""The suite made once per session, and copies of the committed corpus to damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import solvers
from generators import Panel, corpus_files

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"


@pytest.fixture(scope="session")
def panel() -> Panel:
    return Panel(solvers.SOLVERS)


@pytest.fixture(scope="session")
def made(panel: Panel) -> dict[str, bytes]:
    """Every corpus file, freshly generated and verified."""
    return corpus_files(panel)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the committed corpus that a test may damage."""
    return Path(shutil.copytree(CORPUS, tmp_path / "core-v0.1"))
