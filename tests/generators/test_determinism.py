"""The same items from another process, interpreter, hash seed, place, locale and time zone.

The whole suite is made again by `verify` in tests/bench, in a process and under a hash seed of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ONE_CELL_PER_FAMILY = """
import hashlib, solvers
from dataclasses import replace
from solvers.parallel import PARALLEL
from generators import Panel
from generators.cell import build_cell
from generators.families import FAMILIES
from generators.selection import BALANCED
from generators.shape import Cell
panel = Panel((*solvers.SOLVERS, *PARALLEL))
selector = replace(BALANCED, factor=2)
cells = [build_cell(Cell(split="validation", category=f.category, tier=3), [f], panel, {}, selector) for f in FAMILIES]
print(hashlib.sha256(repr([cell.items for cell in cells]).encode()).hexdigest())
"""


def interpreter(version: str) -> str | None:
    """A CPython of that version that starts (a version manager's placeholder may not)."""
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [shutil.which(f"python{version}"), *map(str, managed.glob(f"{version}.*/bin/python3"))]
    for place in filter(None, places):
        if subprocess.run([place, "-c", ""], capture_output=True, check=False).returncode == 0:
            return place
    return None


def run(code: str, tmp_path: Path, python: str = sys.executable, **environment: str) -> str:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [python, "-c", code]
    return subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True, text=True).stdout


def test_one_cell_of_each_family_is_the_same_under_any_hash_seed_and_on_every_python_here(tmp_path: Path) -> None:
    found = [python for version in ("3.12", "3.13", "3.14") if (python := interpreter(version))]
    first = run(ONE_CELL_PER_FAMILY, tmp_path, PYTHONHASHSEED="1")
    for seed, python in enumerate([sys.executable, *found], 4242):
        place = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": str(seed)}
        assert run(ONE_CELL_PER_FAMILY, tmp_path, python, **place) == first, python
