"""Every test item is a governed task with criteria, contents and a judge, in both kinds of corpus."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import CORPORA
from evaluator.schedule import KINDS, ScheduleSuite
from evaluator.tasks import ADAPTERS, SCORING_SCHEMA, TaskBook, load_tasks, solved
from records import Rejected
from submissions_schema import Assignment

NAMES = {"choice": "core-v0.1", "schedule": "scheduling-v0.2"}


@cache
def book(kind: str) -> TaskBook:
    return load_tasks(CORPORA / NAMES[kind])


def placements(instance: Any, data: st.DataObject) -> list[Any]:
    tasks = data.draw(st.lists(st.sampled_from(sorted(instance.tasks)), unique=True))
    workers = st.sampled_from(sorted(instance.workers))
    return [{"task": name, "worker": data.draw(workers), "start": data.draw(st.integers(0, 31))} for name in tasks]


@pytest.mark.parametrize("kind", ADAPTERS)
def test_every_test_item_is_a_task_in_suite_order(kind: str) -> None:
    tasks = book(kind)
    assert (tasks.kind, tasks.scoring_schema, tasks.corpus) == (kind, SCORING_SCHEMA, NAMES[kind])
    assert tasks.ids == tasks.suite.contract.ids
    assert tasks.evaluator == ADAPTERS[kind].evaluator
    assert all(task.criteria and [name for name, _ in task.entries] for task in tasks.tasks)


@pytest.mark.parametrize("kind", ADAPTERS)
def test_contents_stand_in_the_order_of_their_names_once(kind: str) -> None:
    for task in book(kind).tasks:
        names = [name for name, _ in task.entries]
        assert names == sorted(set(names))
        assert {"prompt", "rubric", "starter", "evaluator", "place"} <= set(names)


@pytest.mark.parametrize("kind", ADAPTERS)
def test_a_starter_is_read_and_rejected_by_every_task(kind: str) -> None:
    tasks = book(kind)
    starters = {name: tasks.starter(name) for name in tasks.ids}
    assert tasks.read_answers(tasks.predictions(starters), tasks.ids) == starters
    assert not any(solved(tasks.judge(name, starters[name])) for name in tasks.ids)


@pytest.mark.parametrize("kind", ADAPTERS)
def test_unknown_ids_are_key_errors(kind: str) -> None:
    for ask in (book(kind).task, book(kind).starter, lambda name: book(kind).judge(name, None)):
        with pytest.raises(KeyError):
            ask("nobody")


def test_only_the_gold_option_is_correct() -> None:
    tasks = book("choice")
    for item in tasks.suite.items[::97]:
        held = [label for label in ("A", "B", "C", "D", "ABSTAIN") if solved(tasks.judge(item.id, label))]
        assert held == [item.label]


def test_a_schedule_has_the_constraint_types_that_its_instance_has() -> None:
    first, last = book("schedule").tasks[0], book("schedule").tasks[-1]
    assert first.criteria[0] == "coverage"
    assert set(last.criteria) == {kind.value for kind in KINDS}
    assert "capacity" not in first.criteria  # the first tier has no resources


@given(st.data())
def test_criteria_of_schedules_agree_with_the_scorer(data: st.DataObject) -> None:
    tasks, suite = book("schedule"), book("schedule").suite
    assert isinstance(suite, ScheduleSuite)
    name = data.draw(st.sampled_from(tasks.ids[::50]))
    answer = placements(suite.judges[name].instance, data)
    outcome = suite.judges[name].outcome(tuple(Assignment(**item) for item in answer))
    vector = tasks.judge(name, answer)
    assert tuple(vector) == tasks.task(name).criteria
    assert solved(vector) == outcome.feasible
    assert vector["coverage"] == (outcome.scheduled == outcome.tasks)


@given(st.data())
def test_reading_is_the_inverse_of_writing_whatever_the_order(data: st.DataObject) -> None:
    tasks, suite = book("schedule"), book("schedule").suite
    assert isinstance(suite, ScheduleSuite)
    ids = tasks.ids[:3]
    given_rows = [{"id": name, "schedule": placements(suite.judges[name].instance, data)} for name in ids]
    shuffled = data.draw(st.permutations(given_rows))
    answers = tasks.read_answers(json.dumps(shuffled).encode(), ids)
    assert list(answers) == list(ids)
    assert tasks.read_answers(tasks.predictions(answers), ids) == answers


MISFITS = {
    "no rows": ('{"rows":[]}', ["E_TOP_TYPE"]),
    "a further key": ('{"predictions":[],"x":1}', ["E_TOP_TYPE"]),
    "no object": ("[1,2]", ["E_ROW_TYPE", "E_ROW_TYPE", "E_MISSING_ID", "E_MISSING_ID"]),
    "no answer": ('[{"id":"@0"},{"id":"@1","label":"A"}]', ["E_MISSING_FIELD", "E_MISSING_ID"]),
    "a further field": ('[{"id":"@0","label":"A","x":1},{"id":"@1","label":"A"}]', ["E_EXTRA_FIELD", "E_MISSING_ID"]),
    "an id twice": ('[{"id":"@0","label":"A"},{"id":"@0","label":"A"},{"id":"@1","label":"A"}]', ["E_DUP_ID"]),
    "a stranger": ('[{"id":"@0","label":"A"},{"id":"@1","label":"A"},{"id":"@2","label":"A"}]', ["E_UNKNOWN_ID"]),
    "one missing": ('[{"id":"@0","label":"A"}]', ["E_MISSING_ID"]),
    "a bad label": ('[{"id":"@0","label":"E"},{"id":"@1","label":null}]', ["E_LABEL", "E_LABEL_TYPE"]),
    "a bad id": ('[{"id":7,"label":"A"},{"id":"@1","label":"A"}]', ["E_ID_TYPE", "E_MISSING_ID"]),
    "no JSON": ("A B C", ["E_JSON"]),
}


@pytest.mark.parametrize("case", MISFITS)
def test_a_misfit_file_is_refused_with_everything_that_is_wrong(case: str) -> None:
    tasks = book("choice")
    text, codes = MISFITS[case]
    for place in range(3):
        text = text.replace(f"@{place}", tasks.ids[place])
    with pytest.raises(Rejected) as refused:
        tasks.read_answers(text.encode(), tasks.ids[:2])
    assert [finding.code for finding in refused.value.findings] == codes


ODD = {
    "text": ("now", ["E_TYPE"]),
    "no object": ([1], ["E_TYPE"]),
    "a further field": ([{"task": "T1", "worker": "W1", "start": 0, "end": 2}], ["E_TYPE"]),
    "strangers": (
        [{"task": "T99", "worker": ["W1"], "start": True}],
        ["E_UNKNOWN_TASK", "E_UNKNOWN_WORKER", "E_RANGE"],
    ),
    "before time": ([{"task": "T1", "worker": "W1", "start": -1}], ["E_RANGE"]),
    "twice": ([{"task": "T1", "worker": "W1", "start": 0}, {"task": "T1", "worker": "W2", "start": 4}], ["E_DUP_TASK"]),
}


@pytest.mark.parametrize("case", ODD)
def test_a_malformed_schedule_is_named_and_never_judged(case: str) -> None:
    tasks = book("schedule")
    answer, codes = ODD[case]
    assert [one.code for one in tasks.answer_findings(tasks.ids[0], answer, "/x")] == codes
    with pytest.raises(ValueError, match="not an answer"):
        tasks.judge(tasks.ids[0], answer)


def test_a_changed_row_makes_no_book(tmp_path: Path) -> None:
    root = tmp_path / NAMES["choice"]
    shutil.copytree(CORPORA / NAMES["choice"], root)
    questions = root / "test.questions.jsonl"
    questions.write_bytes(questions.read_bytes().replace(b"Kiran", b"Karin", 1))
    with pytest.raises(Rejected, match="C_DIGEST"):
        load_tasks(root)
