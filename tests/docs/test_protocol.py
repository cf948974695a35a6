"""docs/PROTOCOL.md: every sentence has an id, every id has a test that exists, or says which issue will bring it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
TEXT, EVIDENCE = PAGE.split("\n## Evidence\n")
SENTENCES = re.findall(r"^- \*\*([A-Z]\d+)\*\* (.+?)(?=\n- \*\*|\n\n|\Z)", TEXT, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.+?) \|$", EVIDENCE, re.MULTILINE)


def functions(path: Path) -> set[str]:
    return {n.name for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.FunctionDef)}


def test_every_line_of_the_list_is_a_sentence_with_an_id() -> None:
    assert len(SENTENCES) == len(re.findall(r"^- ", TEXT, re.MULTILINE)) > 60


def test_ids_are_unique_and_numbered_without_a_gap() -> None:
    ids = [name for name, _ in SENTENCES]
    assert len(set(ids)) == len(ids)
    for letter in {name[0] for name in ids}:
        numbers = [int(name[1:]) for name in ids if name[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), letter


def test_every_sentence_has_one_row_of_evidence() -> None:
    assert [name for name, _ in ROWS] == [name for name, _ in SENTENCES]


def test_every_named_test_exists() -> None:
    for name, cell in ROWS:
        named = re.findall(r"`(tests/\S+\.py)::(\w+)`", cell)
        pending = re.search(r"not built yet: issue \d", cell)
        statement = "stated in" in cell
        assert named or pending or statement, f"{name} has no evidence"
        for path, function in named:
            assert (ROOT / path).is_file(), f"{name}: {path} does not exist"
            assert function in functions(ROOT / path), f"{name}: {path} has no {function}"


def test_a_sentence_that_is_only_stated_is_stated_there() -> None:
    for name, cell in ROWS:
        for path, phrase in re.findall(r"stated in `(\S+)`: “([^”]+)”", cell):
            page = " ".join((ROOT / path).read_text(encoding="utf-8").split())
            assert phrase in page, f"{name}: {path} does not say “{phrase}”"
