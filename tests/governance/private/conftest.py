"""A key file as an operator makes it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Key file of one test, to be damaged."""
    path = tmp_path / "operator" / "unsaid-name"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(bytes(range(32)))
    os.chmod(path, 0o600)
    return path
