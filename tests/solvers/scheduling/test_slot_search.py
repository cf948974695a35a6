"""The slot search finds schedules, proves that there are none, and turns constraints round one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from evaluator.schedule import KINDS, Instance, Judge
from records import Stream
from solvers.scheduling import Placement, Problem, Schedule, Task, Worker, breach, feasible, objection, search
from submissions_schema import Assignment

ROOT = Path(__file__).resolve().parents[3]
ROWS = [json.loads(x) for x in (ROOT / "corpora" / "scheduling-v0.2" / "train.jsonl").read_bytes().splitlines()]
BREAKABLE = [kind.value for kind in KINDS if kind != "coverage"]


def tiny(number: int) -> Problem:
    """Three tasks, two workers, five steps: few enough schedules to look at all of them."""
    stream = Stream("test", "tiny", number)
    tasks = []
    for name in ("T1", "T2", "T3"):
        duration, release = stream.between(1, 2), stream.below(3)
        tasks.append(
            Task(
                id=name,
                duration=duration,
                release=release,
                deadline=min(5, release + duration + stream.below(3)),
                skill=stream.choice(["weld", "paint"]),
                demand={"R1": stream.between(1, 2)} if stream.below(2) else {},
            )
        )
    workers = [
        Worker(
            id=name,
            skills=("paint", "weld") if stream.below(3) else ("weld",),
            windows=((0, 5),) if stream.below(2) else ((0, 2), (3, 5)),
            max_load=stream.between(2, 5),
        )
        for name in ("W1", "W2")
    ]
    return Problem(
        id=f"tiny-{number}",
        tier=1,
        horizon=5,
        tasks=tuple(tasks),
        workers=tuple(workers),
        capacity={"R1": stream.between(1, 3)},
        precedence=(("T1", "T2", stream.below(2)),) if stream.below(2) else (),
        separate=(("T2", "T3"),) if stream.below(2) else (),
        text="",
    )


def everything(problem: Problem) -> Iterator[Schedule]:
    """Every way to give each task a worker and a start within the horizon."""
    places = [
        [
            Placement(task.id, worker.id, start)
            for worker in problem.workers
            for start in range(problem.horizon - task.duration + 1)
        ]
        for task in problem.tasks
    ]
    yield from product(*places)


def judge(problem: Problem) -> Judge:
    """The evaluator's judge of a problem."""
    row: dict[str, Any] = {
        "id": problem.id,
        "tier": problem.tier,
        "horizon": problem.horizon,
        "tasks": [
            {name: getattr(task, name) for name in ("id", "duration", "release", "deadline", "skill", "demand")}
            for task in problem.tasks
        ],
        "workers": [
            {"id": one.id, "skills": one.skills, "windows": one.windows, "max_load": one.max_load}
            for one in problem.workers
        ],
        "resources": [{"id": name, "capacity": units} for name, units in problem.capacity.items()],
        "precedence": problem.precedence,
        "separate": problem.separate,
    }
    return Judge(Instance.from_row(row))


def broken(judged: Judge, schedule: Schedule) -> set[str]:
    """The kinds of constraints that a complete schedule violates, by the evaluator."""
    outcome = judged.outcome(tuple(Assignment(item.task, item.worker, item.start) for item in schedule))
    return {kind.value for kind, count in zip(KINDS, outcome.violated, strict=True) if count}


@pytest.mark.parametrize("start", [0, 30])
def test_the_search_agrees_with_looking_at_every_schedule(start: int) -> None:
    counts = {True: 0, False: 0}
    for number in range(start, start + 30):
        problem = tiny(number)
        all_feasible = {frozenset(one) for one in everything(problem) if feasible(problem, one)}
        found = search(problem)
        assert (found.schedule is None) == (not all_feasible), problem
        assert found.schedule is None or frozenset(found.schedule) in all_feasible
        assert found.exhausted == (found.schedule is None)
        counts[bool(all_feasible)] += 1
    assert min(counts.values()) >= 5, "both answers are tested"


def test_the_search_gives_every_feasible_schedule_once_when_each_is_refused_in_turn() -> None:
    for number in range(20):
        problem = tiny(number)
        seen: set[frozenset[Placement]] = set()

        def is_new(schedule: Schedule, seen: set[frozenset[Placement]] = seen) -> bool:
            return frozenset(schedule) not in seen

        while (found := search(problem, wanted=is_new)).schedule is not None:
            seen.add(frozenset(found.schedule))
        assert seen == {frozenset(one) for one in everything(problem) if feasible(problem, one)}


@pytest.mark.parametrize("row", ROWS[::9], ids=lambda row: row["id"])
def test_schedules_of_the_train_split_are_feasible_and_always_the_same(row: dict[str, Any]) -> None:
    problem = Problem.from_row(row)
    found = search(problem)
    assert found.schedule is not None
    assert objection(problem, found.schedule) is None
    assert [item.task for item in found.schedule] == [task.id for task in problem.tasks]
    assert search(problem) == found
    other = search(problem, wanted=lambda one: one != found.schedule).schedule
    assert other is not None
    assert other != found.schedule
    assert objection(problem, other) is None


def test_the_limit_of_work_is_no_proof() -> None:
    hard = Problem.from_row(ROWS[-1])
    found = search(hard, wanted=lambda one: False, most_places=200)
    assert (found.schedule, found.exhausted) == (None, False)
    assert found.places >= 200


@pytest.mark.parametrize("kind", BREAKABLE)
def test_a_breach_breaks_its_kind_alone_or_is_proved_impossible(kind: str) -> None:
    """By looking at every schedule; for no_overlap a breach is only looked for with one task too many."""
    found = {True: 0, False: 0}
    for number in range(24):
        problem = tiny(number)
        judged = judge(problem)
        made = breach(problem, kind)
        if made.schedule is not None:
            assert broken(judged, made.schedule) == {kind}, problem
        elif kind != "no_overlap":
            assert made.proved
            assert not any(broken(judged, one) == {kind} for one in everything(problem)), problem
        found[made.schedule is not None] += 1
    assert found[True] > 0


@pytest.mark.parametrize("kind", BREAKABLE)
def test_a_breach_breaks_at_most_what_was_let_go_besides(kind: str) -> None:
    for number in range(24):
        problem = tiny(number)
        also = [name for name in ("release", "deadline", "skill") if name != kind]
        made = breach(problem, kind, also=also)
        if made.schedule is not None:
            assert {kind} <= broken(judge(problem), made.schedule) <= {kind, *also}


def test_breaches_are_sharp_where_they_can_be() -> None:
    """One task starts one step early and one ends one step late; nothing else of the kind is broken."""
    problem = Problem.from_row(ROWS[-1])
    for kind in ("release", "deadline"):
        made = breach(problem, kind)
        assert made.schedule is not None
        pairs = list(zip(problem.tasks, made.schedule, strict=True))
        early = [max(0, task.release - item.start) for task, item in pairs]
        late = [max(0, item.start + task.duration - task.deadline) for task, item in pairs]
        assert sorted(early if kind == "release" else late)[-2:] == [0, 1]
        assert sum(early) + sum(late) == 1


def test_a_task_that_needs_more_than_there_is_has_no_schedule() -> None:
    problem = tiny(0)
    greedy = replace(problem.tasks[0], demand={"R1": 9})
    found = search(replace(problem, tasks=(greedy, *problem.tasks[1:])))
    assert (found.schedule, found.exhausted) == (None, True)
