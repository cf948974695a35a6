"""The fixtures are sharp: an evaluator that is off by one step, unit or comparison anywhere contradicts one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from evaluator.schedule import KINDS, Instance, Judge, ScheduleSuite
from evaluator.tasks import Answer, Vector, load_tasks
from governance.contracts import check_book
from submissions_schema import Assignment

Change = Callable[[Instance], Instance]


def each_task(**steps: int) -> Change:
    """Every task with some of its numbers moved."""

    def change(instance: Instance) -> Instance:
        tasks = {
            name: replace(task, **{field: getattr(task, field) + step for field, step in steps.items()})
            for name, task in instance.tasks.items()
        }
        return replace(instance, tasks=tasks)

    return change


def longer_windows(instance: Instance) -> Instance:
    workers = {
        name: replace(one, windows=tuple((low - 1, high + 1) for low, high in one.windows))
        for name, one in instance.workers.items()
    }
    return replace(instance, workers=workers)


def max_load(step: int) -> Change:
    return lambda instance: replace(
        instance, workers={n: replace(one, max_load=one.max_load + step) for n, one in instance.workers.items()}
    )


def capacity(step: int) -> Change:
    return lambda instance: replace(instance, capacity={n: units + step for n, units in instance.capacity.items()})


def lag(step: int) -> Change:
    return lambda instance: replace(instance, precedence=tuple((a, b, n + step) for a, b, n in instance.precedence))


def every_skill(instance: Instance) -> Instance:
    known = frozenset(skill for one in instance.workers.values() for skill in one.skills)
    return replace(instance, workers={n: replace(one, skills=known) for n, one in instance.workers.items()})


WRONG: dict[str, Change] = {
    "release a step early": each_task(release=-1),
    "release a step late": each_task(release=1),
    "deadline a step late": each_task(deadline=1),
    "deadline a step early": each_task(deadline=-1),
    "tasks a step shorter": each_task(duration=-1),
    "windows a step longer": longer_windows,
    "a unit more capacity": capacity(1),
    "a unit less capacity": capacity(-1),
    "a step more load": max_load(1),
    "a step less load": max_load(-1),
    "a step less lag": lag(-1),
    "a step more lag": lag(1),
    "any skill": every_skill,
    "no precedence": lambda instance: replace(instance, precedence=()),
    "no separation": lambda instance: replace(instance, separate=()),
}


def off(suite: ScheduleSuite, change: Change) -> Callable[[str, Answer], Vector]:
    """The evaluator's verdicts on instances that went through `change`, about the criteria that they really have."""
    wrong = {name: Judge(change(judge.instance)) for name, judge in suite.judges.items()}

    def judge(task: str, answer: Any) -> Vector:
        placed = None if answer is None else tuple(Assignment(**item) for item in answer)
        outcome = wrong[task].outcome(placed)
        true = suite.judges[task].obligations
        rows = zip(KINDS, true, outcome.violated, outcome.open, strict=True)
        return {kind.value: not (bad or unknown) for kind, m, bad, unknown in rows if m}

    return judge


def test_the_judge_of_this_test_is_the_evaluator_when_nothing_is_changed(schedule: Any) -> None:
    book = load_tasks(schedule.root)
    assert isinstance(book.suite, ScheduleSuite)
    assert check_book(book, schedule.read(), judge=off(book.suite, lambda instance: instance)).findings == ()


@pytest.mark.parametrize("wrong", WRONG)
def test_an_evaluator_that_is_a_little_wrong_is_found(schedule: Any, wrong: str) -> None:
    book = load_tasks(schedule.root)
    assert isinstance(book.suite, ScheduleSuite)
    health = check_book(book, schedule.read(), judge=off(book.suite, WRONG[wrong]))
    assert {one.code for one in health.findings} & {"G_CONTRACT_OUTCOME", "G_CONTRACT_REFERENCE"}
