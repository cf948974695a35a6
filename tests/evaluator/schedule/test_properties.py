"""Properties P1 to P9 of partial credit, on random partial schedules of random test instances, and a naive reference.

The reference below is written from the table of constraints alone: step by step over time, task by task, in Fractions.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.schedule import Instance, Judge, Outcome, violations
from solvers.scheduling import Placement, Problem, feasible
from submissions_schema import Assignment

CORPUS = Path(__file__).resolve().parents[3] / "corpora" / "scheduling-v0.2"
ROWS: list[dict[str, Any]] = [json.loads(x) for x in (CORPUS / "test.questions.jsonl").read_bytes().splitlines()][::12]
JUDGES = [Judge(Instance.from_row(row)) for row in ROWS]
Schedule = tuple[Assignment, ...]
many = settings(max_examples=100, database=None)


@st.composite
def cases(draw: st.DrawFn) -> tuple[dict[str, Any], Judge, Schedule]:
    """A row, its judge, and assignments of some of its tasks, half of them by a skilled worker near the release."""
    place = draw(st.integers(0, len(ROWS) - 1))
    row = ROWS[place]
    workers = [worker["id"] for worker in row["workers"]]
    items = []
    for task in row["tasks"]:
        skilled = [worker["id"] for worker in row["workers"] if task["skill"] in worker["skills"]]
        kind = draw(st.sampled_from(["out", "near", "near", "anywhere"]))
        if kind == "near":
            latest = task["deadline"] - task["duration"]
            items.append((task["id"], draw(st.sampled_from(skilled)), draw(st.integers(task["release"], latest))))
        elif kind == "anywhere":
            items.append((task["id"], draw(st.sampled_from(workers)), draw(st.integers(0, row["horizon"] + 2))))
    return row, JUDGES[place], tuple(Assignment(*item) for item in items)


def credit(outcome: Outcome) -> Fraction:
    return Fraction(outcome.clean, outcome.tasks)


def naive_bad(row: dict[str, Any], schedule: Schedule) -> set[str]:
    """Bad(σ): every task that some constraint charges."""
    task = {item["id"]: item for item in row["tasks"]}
    worker = {item["id"]: item for item in row["workers"]}
    start = {item.task: item.start for item in schedule}
    by = {item.task: item.worker for item in schedule}
    end = {name: start[name] + task[name]["duration"] for name in start}
    bad: set[str] = set()
    for name in start:
        windows = worker[by[name]]["windows"]
        if start[name] < task[name]["release"] or end[name] > task[name]["deadline"]:
            bad.add(name)
        if task[name]["skill"] not in worker[by[name]]["skills"]:
            bad.add(name)
        if sum(low <= start[name] < end[name] <= high for low, high in windows) == 0:
            bad.add(name)
    for time in range(max(end.values(), default=0)):
        running = [name for name in start if start[name] <= time < end[name]]
        for name in running:
            if sum(by[other] == by[name] for other in running) > 1:
                bad.add(name)
        for resource in row["resources"]:
            users = [name for name in running if resource["id"] in task[name]["demand"]]
            if sum(task[name]["demand"][resource["id"]] for name in users) > resource["capacity"]:
                bad.update(users)
    for name, item in worker.items():
        own = [one for one in start if by[one] == name]
        if sum(task[one]["duration"] for one in own) > item["max_load"]:
            bad.update(own)
    for before, after, lag in row["precedence"]:
        if after in start and before not in start:
            bad.add(after)
        if after in start and before in start and end[before] + lag > start[after]:
            bad.update((before, after))
    for first, second in row["separate"]:
        if first in by and second in by and by[first] == by[second]:
            bad.update((first, second))
    return bad


@many
@given(cases())
def test_the_naive_reference_agrees(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    row, judge, schedule = case
    bad = naive_bad(row, schedule)
    outcome = judge.outcome(schedule)
    assert outcome.clean == len(schedule) - len(bad)
    assert outcome.feasible == (len(schedule) == len(row["tasks"]) and not bad)
    assert judge.tables.sound({item.task: item for item in schedule}) == (not bad)


@many
@given(cases())
def test_the_second_checker_agrees(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    row, judge, schedule = case
    assert judge.outcome(schedule).feasible == feasible(
        Problem.from_row(row), tuple(Placement(*item) for item in schedule)
    )


def test_the_exact_schedules_and_their_neighbours_are_judged_alike(solved: dict[str, Schedule]) -> None:
    """Random schedules are rarely feasible; one step away from a feasible one both verdicts are common."""
    verdicts = []
    for row, judge in zip(ROWS, JUDGES, strict=True):
        schedule = solved[row["id"]]
        problem = Problem.from_row(row)
        for place, (task, worker, start) in enumerate(schedule):
            moved = (*schedule[:place], Assignment(task, worker, start + 1), *schedule[place + 1 :])
            expected = feasible(problem, tuple(Placement(*item) for item in moved))
            assert judge.outcome(moved).feasible == expected
            verdicts.append(expected)
        assert judge.outcome(schedule) == judge.perfect
    assert 20 < sum(verdicts) < len(verdicts) - 20


@many
@given(cases())
def test_p1_partial_credit_lies_between_0_and_coverage(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    """P1: 0 ≤ PC ≤ coverage ≤ 1."""
    outcome = case[1].outcome(case[2])
    assert 0 <= credit(outcome) <= Fraction(outcome.scheduled, outcome.tasks) <= 1


@many
@given(cases())
def test_p2_nothing_is_worth_nothing_and_one_task_at_most_one_share(
    case: tuple[dict[str, Any], Judge, Schedule],
) -> None:
    """P2: empty or null gives 0; one task at most 1/n."""
    _, judge, schedule = case
    assert credit(judge.outcome(None)) == credit(judge.outcome(())) == 0
    for item in schedule:
        assert credit(judge.outcome((item,))) <= Fraction(1, len(judge.instance.tasks))


@many
@given(cases())
def test_p3_full_credit_is_feasibility(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    """P3: PC = 1 exactly for feasible schedules."""
    outcome = case[1].outcome(case[2])
    assert (credit(outcome) == 1) == outcome.feasible


@many
@given(cases())
def test_p4_a_clean_addition_raises_credit(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    """P4: adding a task that is clean and creates no new violation raises PC by at least 1/n."""
    _, judge, schedule = case
    after = violations(judge.instance, {item.task: item for item in schedule})
    for place, item in enumerate(schedule):
        smaller = schedule[:place] + schedule[place + 1 :]
        before = violations(judge.instance, {one.task: one for one in smaller})
        charged = {task for one in after for task in one.tasks}
        if item.task not in charged and set(after) <= set(before):
            gain = credit(judge.outcome(schedule)) - credit(judge.outcome(smaller))
            assert gain >= Fraction(1, len(judge.instance.tasks))


@many
@given(cases())
def test_p5_dropping_a_bad_task_never_costs_unless_it_orphans_another(
    case: tuple[dict[str, Any], Judge, Schedule],
) -> None:
    """P5: removing a bad task never lowers PC, unless it precedes a scheduled task."""
    row, judge, schedule = case
    bad = naive_bad(row, schedule)
    here = {item.task for item in schedule}
    needed = {before for before, after, _ in row["precedence"] if after in here}
    for place, item in enumerate(schedule):
        if item.task in bad - needed:
            smaller = schedule[:place] + schedule[place + 1 :]
            assert credit(judge.outcome(smaller)) >= credit(judge.outcome(schedule))


@many
@given(cases(), st.randoms(use_true_random=False))
def test_p6_order_and_names_do_not_matter(case: tuple[dict[str, Any], Judge, Schedule], random: Any) -> None:
    """P6: invariant to the order of assignments and to renaming tasks and workers."""
    row, judge, schedule = case
    shuffled = list(schedule)
    random.shuffle(shuffled)
    assert judge.outcome(tuple(shuffled)) == judge.outcome(schedule)
    renamed = Judge(Instance.from_row(json.loads(json.dumps(row).replace('"T', '"TX').replace('"W', '"WX'))))
    moved = tuple(
        Assignment(task.replace("T", "TX"), worker.replace("W", "WX"), start) for task, worker, start in schedule
    )
    assert renamed.outcome(moved) == judge.outcome(schedule)


@many
@given(cases())
def test_p7_p8_obligations_come_from_the_instance_and_add_up(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    """P7, P8: satisfied + violated + not evaluated = m by the instance's data; a type with m = 0 is never met."""
    row, judge, schedule = case
    outcome = judge.outcome(schedule)
    for m, bad, unknown, met in zip(judge.obligations, outcome.violated, outcome.open, outcome.met, strict=True):
        assert 0 <= bad + unknown <= m
        assert met == (m > 0 and bad == unknown == 0)
    assert outcome.tasks == len(row["tasks"])


@many
@given(cases())
def test_the_tier_without_a_type_cannot_profit_from_it(case: tuple[dict[str, Any], Judge, Schedule]) -> None:
    """P8: taking resources and separations away from an instance never lowers what a schedule is worth."""
    row, judge, schedule = case
    tasks = [{**task, "demand": {}} for task in row["tasks"]]
    bare = Judge(Instance.from_row({**row, "tasks": tasks, "resources": [], "separate": []}))
    assert bare.obligations[7:9] == (0, 0)
    assert credit(bare.outcome(schedule)) >= credit(judge.outcome(schedule))


def test_the_naive_formulas_reward_what_ours_does_not(solved: dict[str, Schedule]) -> None:
    """Satisfied over evaluated pays an empty schedule in full; ours pays it nothing, and a single task 1/n."""
    for judge in JUDGES:
        empty = judge.outcome(())
        evaluated = sum(judge.obligations[:9]) - sum(empty.open[:9])
        assert evaluated == 0, "an empty schedule evaluates nothing: the naive ratio would be 0/0, read as 1"
        assert credit(empty) == 0
        one = next(item for item in solved[judge.instance.id] if not is_successor(judge, item.task))
        alone = judge.outcome((one,))
        satisfied = sum(judge.obligations[:9]) - sum(alone.open[:9]) - sum(alone.violated[:9])
        assert satisfied > 0
        assert sum(alone.violated[:9]) == 0, "the naive ratio would be 1"
        assert credit(alone) == Fraction(1, len(judge.instance.tasks))


def is_successor(judge: Judge, task: str) -> bool:
    return any(after == task for _, after, _ in judge.instance.precedence)
