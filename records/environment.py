"""Doors run as written in the documents: `python3 door.py` finds the project's own environment.

Invariant: nothing is installed or downloaded here. Where a package is missing and `.venv` exists, the same command
line continues there; where it does not, one line says how to make it, with exit code 3.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USAGE, ENVIRONMENT = 2, 3


def require(*modules: str) -> None:
    """Continue in `.venv` when one of `modules` is not importable here; exit 3 with advice when that cannot be done."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return
    python = ROOT / ".venv" / "bin" / "python"
    if python.exists() and Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.orig_argv[1:]])
    sys.stderr.write(f"missing Python packages: {', '.join(missing)}. Run `make setup`, then this command again.\n")
    raise SystemExit(ENVIRONMENT)


def data_home() -> Path:
    """The data folder of the local mode: `NNAI_HOME`, else `.nnai` beside the code."""
    return Path(os.environ.get("NNAI_HOME") or ROOT / ".nnai").absolute()
