"""Each constraint on one small instance: what is a violation, what just is not, and which tasks are charged."""

from __future__ import annotations

import pytest

from evaluator.schedule import Instance, Judge, Kind, objection, sentence, violations
from submissions_schema import Assignment

Found = list[tuple[Kind, tuple[str, ...], int, int, str]]


def found(judge: Judge, *items: tuple[str, str, int]) -> Found:
    placed = {task: Assignment(task, worker, start) for task, worker, start in items}
    return [tuple(item) for item in violations(judge.instance, placed)]


GOOD = (("T1", "W1", 0), ("T2", "W1", 5), ("T3", "W2", 2))


def test_a_feasible_schedule_violates_nothing(small: Judge) -> None:
    assert found(small, *GOOD) == []
    assert small.outcome(tuple(Assignment(*item) for item in GOOD)).feasible


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (("T2", "W1", 0), (Kind.RELEASE, ("T2",), 0, 1, "")),
        (("T1", "W2", 7), (Kind.DEADLINE, ("T1",), 8, 9, "")),
        (("T3", "W1", 0), (Kind.SKILL, ("T3",), 0, 3, "W1")),
        (("T1", "W1", 3), (Kind.AVAILABILITY, ("T1",), 3, 5, "W1")),
        (("T1", "W1", 4), (Kind.AVAILABILITY, ("T1",), 4, 6, "W1")),
    ],
)
def test_a_task_out_of_bounds(small: Judge, item: tuple[str, str, int], expected: object) -> None:
    others = [one for one in found(small, item) if one[0] is not Kind.PRECEDENCE]
    assert others == [expected]


def test_ends_at_window_end_and_deadline_are_kept(small: Judge) -> None:
    """S15: the end of an interval is the first step that is free again."""
    assert found(small, ("T1", "W1", 2)) == []
    assert found(small, ("T1", "W1", 6)) == []
    assert found(small, ("T3", "W2", 6)) == []


def test_tasks_that_touch_do_not_overlap(small: Judge) -> None:
    """S13: intervals are half-open."""
    assert found(small, ("T1", "W2", 0), ("T3", "W2", 2)) == []
    assert (Kind.NO_OVERLAP, ("T1", "T3"), 1, 2, "W2") in found(small, ("T1", "W2", 0), ("T3", "W2", 1))


def test_touching_windows_are_two_windows(small_row: dict[str, object]) -> None:
    """S14: the generator merges them, so it cannot occur; if it did, a task across the seam is a violation."""
    small_row["workers"] = [{"id": "W1", "skills": ["weld"], "windows": [[0, 4], [4, 10]], "max_load": 4}]
    judge = Judge(Instance.from_row(small_row))
    assert found(judge, ("T1", "W1", 3)) == [(Kind.AVAILABILITY, ("T1",), 3, 5, "W1")]


def test_a_lag_is_waited_for_and_no_longer(small: Judge) -> None:
    """S16: equality keeps a precedence."""
    assert found(small, ("T1", "W1", 0), ("T2", "W2", 3)) == []
    assert found(small, ("T1", "W1", 0), ("T2", "W2", 2)) == [(Kind.PRECEDENCE, ("T1", "T2"), 2, 3, "T1")]


def test_an_orphaned_successor_is_charged_alone(small: Judge) -> None:
    """S17, S18: skipping upstream work does not pay; skipping downstream work costs coverage only."""
    assert found(small, ("T2", "W1", 5)) == [(Kind.PRECEDENCE, ("T2",), 5, 7, "T1")]
    assert found(small, ("T1", "W1", 0)) == []


def test_three_tasks_at_once_are_three_violations(small: Judge) -> None:
    """S19."""
    items = [(task, "W2", 3) for task in ("T1", "T2", "T3")]
    pairs = [one[1] for one in found(small, *items) if one[0] is Kind.NO_OVERLAP]
    assert pairs == [("T1", "T2"), ("T1", "T3"), ("T2", "T3")]


def test_overload_charges_the_tasks_that_run_then(small: Judge) -> None:
    """S20: one step of overload, T2 runs then too but does not use the resource."""
    items = (("T1", "W1", 2), ("T3", "W2", 3), ("T2", "W1", 5))
    assert found(small, *items) == [(Kind.CAPACITY, ("T1", "T3"), 3, 4, "R1")]


def test_load_over_by_one_charges_all_tasks_of_the_worker(small_row: dict[str, object]) -> None:
    """S21."""
    small_row["workers"] = [{"id": "W1", "skills": ["paint", "weld"], "windows": [[0, 10]], "max_load": 4}]
    judge = Judge(Instance.from_row(small_row))
    assert found(judge, ("T1", "W1", 0), ("T3", "W1", 2)) == [(Kind.MAX_LOAD, ("T1", "T3"), 0, 5, "W1")]


def test_separate_tasks_need_two_workers(small: Judge) -> None:
    items = (("T1", "W1", 0), ("T2", "W2", 7), ("T3", "W2", 2))
    assert found(small, *items) == [(Kind.SEPARATE, ("T2", "T3"), 2, 9, "W2")]


def test_starts_far_beyond_the_horizon_are_scored(small: Judge) -> None:
    """S9, S10."""
    kinds = [one[0] for one in found(small, ("T1", "W2", 9999))]
    assert kinds == [Kind.DEADLINE, Kind.AVAILABILITY]


def test_every_violation_has_a_sentence_with_its_tasks_and_a_time_or_number(small: Judge) -> None:
    schedules = [
        [("T1", "W2", 7), ("T2", "W2", 0), ("T3", "W2", 6)],
        [("T1", "W1", 3), ("T2", "W1", 3), ("T3", "W1", 3)],
        [("T2", "W2", 9)],
    ]
    told = set()
    for items in schedules:
        placed = {task: Assignment(task, worker, start) for task, worker, start in items}
        for item in violations(small.instance, placed):
            words = sentence(item, small.instance, placed)
            told.add(item.kind)
            assert all(task in words for task in item.tasks), words
            assert item.subject in words
            assert words.endswith(".")
    assert told == set(Kind) - {Kind.COVERAGE}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tasks", []),
        ("tasks", [{"id": "T1"}]),
        ("precedence", [["T1", "T9", 0]]),
        ("separate", [["T1", "T9"]]),
        ("resources", []),
        ("resources", [{"id": "W1", "capacity": 2}, {"id": "R1", "capacity": 2}]),
        ("workers", [{"id": "W1", "skills": [], "windows": [[0, 1]], "max_load": 1}] * 2),
        ("workers", 7),
    ],
)
def test_rows_that_are_no_instance_are_refused(small_row: dict[str, object], field: str, value: object) -> None:
    small_row[field] = value
    with pytest.raises(ValueError, match=r"id|instance|task"):
        Instance.from_row(small_row)


def test_the_corpus_judge_objects_in_words_and_refuses_foreign_names(small_row: dict[str, object]) -> None:
    good = [{"task": task, "worker": worker, "start": start} for task, worker, start in GOOD]
    assert objection(small_row, good) is None
    assert objection(small_row, good[:2]) == "0 violations, 1 of 3 tasks not scheduled"
    for wrong in ({"task": "T9"}, {"worker": "W9"}, {"start": -1}, {"start": True}, {"start": None}):
        with pytest.raises(ValueError, match="not an assignment"):
            objection(small_row, [{**good[0], **wrong}])
    with pytest.raises(ValueError, match="twice"):
        objection(small_row, [*good, good[0]])
