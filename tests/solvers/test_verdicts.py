"""Verdicts of solvers follow from the question and the answer, and say None where the question cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solvers import SOLVERS
from solvers.parallel import PARALLEL
from solvers.verdicts import option_verdict, slots_verdict, text_verdict

CORPORA = Path(__file__).resolve().parents[2] / "corpora"


def rows(corpus: str, step: int) -> list[dict[str, Any]]:
    lines = (CORPORA / corpus / "validation.jsonl").read_bytes().splitlines()
    return [json.loads(line) for line in lines[::step]]


@pytest.mark.parametrize("panel", [SOLVERS, PARALLEL], ids=["V2", "V3"])
def test_exactly_the_gold_option_is_accepted(panel: Any) -> None:
    for row in rows("core-v0.1", 9):
        question = {"question": row["question"], "options": row["options"]}
        accepted = [label for label in "ABCD" if option_verdict(panel, question, label)]
        assert accepted == [row["label"]]


@pytest.mark.parametrize("panel", [SOLVERS, PARALLEL], ids=["V2", "V3"])
def test_a_question_that_nobody_knows_has_no_verdict(panel: Any) -> None:
    row = rows("core-v0.1", 900)[0]
    last = row["question"].rpartition(". ")[2]
    for question in ("Who is it?", f"Nobody said so in these words. {last}"):
        assert option_verdict(panel, {"question": question, "options": row["options"]}, "A") is None


@pytest.fixture
def scheduled(feasible_rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Any]]:
    """Some instances of every tier, each with a feasible schedule."""
    lines = (CORPORA / "scheduling-v0.2" / "test.questions.jsonl").read_bytes().splitlines()
    schedules = {row["id"]: row["schedule"] for row in feasible_rows}
    return [(row, schedules[row["id"]]) for row in map(json.loads, lines[::50])]


Scheduled = list[tuple[dict[str, Any], Any]]


@pytest.mark.parametrize("verdict", [slots_verdict, text_verdict])
def test_a_schedule_is_accepted_until_a_task_is_missing(verdict: Any, scheduled: Scheduled) -> None:
    for row, schedule in scheduled:
        assert verdict(row, schedule) is True
        assert verdict(row, schedule[1:]) is False


@pytest.mark.parametrize("verdict", [slots_verdict, text_verdict])
def test_what_is_no_schedule_or_no_question_has_no_verdict(verdict: Any, scheduled: Scheduled) -> None:
    row, schedule = scheduled[0]
    assert verdict(row, [{"task": "T1"}]) is None
    assert verdict({**row, "text": "Nothing.", "tasks": 7}, schedule) is None


def test_the_reader_of_the_english_looks_at_nothing_else(scheduled: Scheduled) -> None:
    row, schedule = scheduled[0]
    assert text_verdict({"text": row["text"]}, schedule) is True
