"""docs/ISOLATION.md: every sentence has an id, and every id names a test that exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT, EVIDENCE = (ROOT / "docs" / "ISOLATION.md").read_text(encoding="utf-8").split("\n## Evidence\n")
SENTENCES = re.findall(r"^- \*\*([A-Z]\d+)\*\* ", TEXT, re.MULTILINE)
ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.+?) \|$", EVIDENCE, re.MULTILINE)


def test_every_line_of_the_lists_has_an_id_of_its_own() -> None:
    assert len(SENTENCES) == len(set(SENTENCES)) == len(re.findall(r"^- ", TEXT, re.MULTILINE)) == 40


def test_every_sentence_has_one_row_of_evidence() -> None:
    assert [name for name, _ in ROWS] == SENTENCES


def test_every_trap_of_the_design_is_a_sentence() -> None:
    assert [name for name in SENTENCES if name.startswith("T")] == [f"T{number}" for number in range(1, 12)]


def test_every_named_test_exists() -> None:
    for name, cell in ROWS:
        named = re.findall(r"`(tests/\S+\.py)::(\w+)`", cell)
        assert named, f"{name} has no evidence"
        for path, function in named:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, (
                f"{name}: {function}"
            )
