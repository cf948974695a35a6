"""The text reader refuses what is not in the template document; the slot table objects to every kind of fault."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from solvers.scheduling import Problem, cp_sat, exact_finder, objection, read_text, row_objection, schedule_of
from solvers.text import Unreadable

ROOT = Path(__file__).resolve().parents[3]
ROWS = [json.loads(x) for x in (ROOT / "corpora" / "scheduling-v0.2" / "train.jsonl").read_bytes().splitlines()]
ROW: dict[str, Any] = ROWS[100]
TEXT: str = ROW["text"]


@pytest.mark.parametrize(
    ("find", "by"),
    [
        ("Time runs", "Time goes"),
        (" steps, starts", " steps, begins"),
        ("or earlier", "or later"),
        ("needs the skill", "wants the skill"),
        ("Give every task one worker and one start.", ""),
        (". Task", ".  Task"),
        ("Task T2 ", "Task T1 "),
        ("Worker W2 ", "Worker T2 "),
        ("of R1.", "of R7."),
        ("in all. ", "in all. T99 and T1 are done by different workers. "),
        ("Worker W1", "Worker W01"),
    ],
)
def test_text_outside_the_template_document_is_unreadable(find: str, by: str) -> None:
    assert find in TEXT
    with pytest.raises(Unreadable):
        read_text(TEXT.replace(find, by, 1))


def test_one_changed_number_changes_what_is_read() -> None:
    assert read_text(TEXT.replace("starts at 1", "starts at 2", 1)) != read_text(TEXT)


def test_small_forms_of_the_grammar() -> None:
    text = (
        "Time runs in whole steps from 0 to 9. "
        "Task T1 takes 1 step, starts at 0 or later, ends at 9 or earlier, needs the skill weld and uses 1 unit of R1. "
        "Task T2 takes 2 steps, starts at 0 or later, ends at 9 or earlier, needs the skill paint. "
        "Worker W1 has the skill weld, is available from 0 to 9, and works at most 1 step in all. "
        "Worker W2 has the skills audit, paint and weld, is available from 0 to 2, from 3 to 4 and from 5 to 9, "
        "and works at most 2 steps in all. At most 2 units of R1 are in use at any time. "
        "T2 starts 1 step or more after the end of T1. T2 starts at the end of T1 or later. "
        "T1 and T2 are done by different workers. Give every task one worker and one start."
    )
    facts = read_text(text)
    assert facts["workers"][1]["windows"] == [[0, 2], [3, 4], [5, 9]]
    assert facts["workers"][1]["skills"] == ["audit", "paint", "weld"]
    assert facts["precedence"] == [["T1", "T2", 1], ["T1", "T2", 0]]
    assert facts["tasks"][0]["demand"] == {"R1": 1}


def changed(row: dict[str, Any], task: int, **fields: Any) -> list[dict[str, Any]]:
    return [{**item, **(fields if place == task else {})} for place, item in enumerate(row["witness"])]


def test_the_slot_table_objects_to_each_kind_of_fault() -> None:
    told = set()
    for row in ROWS[::9]:
        problem = Problem.from_row(row)
        assert objection(problem, schedule_of(row["witness"])) is None
        for place in range(len(row["witness"])):
            for worker in row["workers"]:
                for start in range(0, row["horizon"], 2):
                    said = row_objection(row, changed(row, place, worker=worker["id"], start=start))
                    told.update(word for word in WORDS if said and word in said)
            assert row_objection(row, row["witness"][:place]) is not None
        scarce = {**row, "resources": [{**resource, "capacity": 1} for resource in row["resources"]]}
        said = row_objection(scarce, row["witness"])
        told.update(word for word in WORDS if said and word in said)
    assert told == set(WORDS)


WORDS = ("cannot do", "runs outside", "is away", "two tasks at once", "steps", "are in use", "too early", "does both")


def test_a_task_twice_and_rows_of_another_form_are_refused() -> None:
    assert row_objection(ROW, [*ROW["witness"], ROW["witness"][0]]) is not None
    for row in ({}, {**ROW, "tasks": [{"id": "T1"}]}, {**ROW, "precedence": [["T1", "T2"]]}, {**ROW, "workers": 3}):
        with pytest.raises(Unreadable):
            Problem.from_row(row)
    with pytest.raises(Unreadable):
        schedule_of([{"task": "T1"}])


def test_the_exact_solver_is_optional_and_says_so() -> None:
    if cp_sat.available():
        finder = exact_finder()
        assert finder is not None
        found = finder.find(ROW)
        assert found is not None
        assert row_objection(ROW, found) is None
        assert cp_sat.PACKAGE in sys.modules
    else:
        assert exact_finder() is None
