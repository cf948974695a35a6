"""The same bytes from another process, under other hash seeds, in another place, locale and time zone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from records import sha256_hex

ROOT = Path(__file__).resolve().parent.parent.parent
ONE_CELL_PER_FAMILY = """
import hashlib, solvers
from generators import Panel
from generators.cell import build_cell
from generators.families import FAMILIES
from generators.shape import Cell
panel = Panel(solvers.SOLVERS)
cells = [build_cell(Cell(split="validation", category=f.category, tier=3), [f], panel, {}) for f in FAMILIES]
print(hashlib.sha256(repr([cell.items for cell in cells]).encode()).hexdigest())
"""
WHOLE_SUITE = """
import hashlib, solvers
from generators import Panel, corpus_files
for name, data in sorted(corpus_files(Panel(solvers.SOLVERS)).items()):
    print(name, hashlib.sha256(data).hexdigest())
"""


def run(code: str, tmp_path: Path, **environment: str) -> str:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True, text=True).stdout


def test_one_cell_of_each_family_is_the_same_under_two_hash_seeds(tmp_path: Path) -> None:
    first = run(ONE_CELL_PER_FAMILY, tmp_path, PYTHONHASHSEED="1")
    assert first == run(ONE_CELL_PER_FAMILY, tmp_path, PYTHONHASHSEED="4242", TZ="Asia/Tokyo", LC_ALL="C")


def test_the_whole_suite_of_another_process_is_byte_identical(tmp_path: Path, made: dict[str, bytes]) -> None:
    elsewhere = run(WHOLE_SUITE, tmp_path, PYTHONHASHSEED="77", TZ="America/Lima")
    assert elsewhere.splitlines() == [f"{name} {sha256_hex(data)}" for name, data in sorted(made.items())]


def test_the_committed_files_are_what_the_generators_make(made: dict[str, bytes]) -> None:
    corpus = ROOT / "corpora" / "core-v0.1"
    assert [name for name, data in made.items() if (corpus / name).read_bytes() != data] == []
