"""docs/SCHEDULING.md: every sentence has an id, every id has a test that exists, figures are those of the programs."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from evaluator import percent
from evaluator.schedule import KINDS, load_schedule_suite, score_schedules
from solvers.scheduling import cp_sat
from submissions_schema import read_upload

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "SCHEDULING.md").read_text(encoding="utf-8")
TEXT, EVIDENCE = PAGE.split("\n## Evidence\n")
SENTENCES = re.findall(r"^- \*\*(S\d+)\*\* (.+?)(?=\n- \*\*|\n\n|\Z)", TEXT, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| (S\d+) \| (.+?) \|$", EVIDENCE, re.MULTILINE)


def functions(path: Path) -> set[str]:
    return {n.name for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.FunctionDef)}


def table(first: str) -> list[list[str]]:
    """The cells of the rows of the one table whose head starts with this cell."""
    lines = TEXT.split(f"| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_every_line_of_the_list_is_a_sentence_with_an_id_in_order() -> None:
    assert len(SENTENCES) == len(re.findall(r"^- ", TEXT, re.MULTILINE))
    assert [name for name, _ in SENTENCES] == [f"S{number}" for number in range(1, len(SENTENCES) + 1)]


def test_every_sentence_has_evidence_that_exists() -> None:
    assert [name for name, _ in ROWS] == [name for name, _ in SENTENCES]
    for name, cell in ROWS:
        named = re.findall(r"`(tests/\S+\.py)::(\w+)`", cell)
        assert named or re.search(r"not built yet: issue \d", cell), f"{name} has no evidence"
        for path, function in named:
            assert function in functions(ROOT / path), f"{name}: {path} has no {function}"


def test_the_table_of_constraints_is_the_evaluator_s() -> None:
    assert [row[0] for row in table("constraint")] == [kind.value for kind in KINDS]


def test_the_figures_of_the_exact_reference_are_measured() -> None:
    suite = load_schedule_suite(ROOT / "corpora" / "scheduling-v0.2")
    data = (ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_bytes()
    score = score_schedules(read_upload(data, suite.contract).schedules, suite)
    (row,) = [row for row in table("name") if row[0] == "cp-sat"]
    tiers = [percent(part.feasibility, 0) for part in score.tiers.values()]
    assert row[2:] == [*tiers, percent(score.feasibility, 1), percent(score.partial_credit, 1)]
    assert f"OR-tools {cp_sat.PINNED}" in row[1]


def test_the_example_row_has_the_shape_of_the_schema() -> None:
    example = re.search(r"A row is `(.+?)`,", PAGE)
    assert example
    row = json.loads(example[1].replace('"id": …', '"id": "x"').replace(", …", ""))
    schema = json.loads((ROOT / "submissions_schema" / "submission-scheduling-0.2.schema.json").read_text("utf-8"))
    prediction = schema["properties"]["predictions"]["items"]
    assert list(row) == prediction["required"]
    assert list(row["schedule"][0]) == prediction["properties"]["schedule"]["items"]["required"]
