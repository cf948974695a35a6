"""The constraints: what a schedule violates, which tasks are charged for it, at what time.

Every constraint is hard. Invariant: intervals are half-open [start, end); every violation charges at least one
scheduled task; a task left out is no violation of its own (coverage is counted apart).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import combinations, pairwise
from typing import NamedTuple

from evaluator.schedule.instance import Instance, Task
from submissions_schema import Assignment

Placed = Mapping[str, Assignment]
"""task id -> its assignment; only ids of the instance."""


class Kind(StrEnum):
    """The constraint types, in the order of reports."""

    RELEASE = "release"
    DEADLINE = "deadline"
    SKILL = "skill"
    AVAILABILITY = "availability"
    NO_OVERLAP = "no_overlap"
    MAX_LOAD = "max_load"
    PRECEDENCE = "precedence"
    CAPACITY = "capacity"
    SEPARATE = "separate"
    COVERAGE = "coverage"


class Violation(NamedTuple):
    """One broken constraint: its kind, the charged tasks, the time [low, high) where it shows, and what it is about.

    `subject` is a worker (skill, availability, no_overlap, max_load, separate), a resource (capacity) or the task that
    should have come before (precedence); "" for release and deadline.
    """

    kind: Kind
    tasks: tuple[str, ...]
    low: int
    high: int
    subject: str = ""


class Run(NamedTuple):
    """One scheduled task: it runs in [start, end)."""

    task: Task
    worker: str
    start: int
    end: int


# Run._make without its check of the length: thousands are made for a file.
_run: Callable[[tuple[Task, str, int, int]], Run] = partial(tuple.__new__, Run)
Runs = Mapping[str, Run]
"""task id -> its run, in the order of the instance; only scheduled tasks."""


def violations(instance: Instance, placed: Placed) -> tuple[Violation, ...]:
    """Everything that the schedule violates: by kind; within a kind by worker, resource, arc or pair, then by task."""
    runs: dict[str, Run] = {}
    own: dict[str, list[Run]] = {worker: [] for worker in instance.workers}
    for name, task in instance.tasks.items():
        if name in placed:
            _, worker, start = placed[name]
            runs[name] = run = _run((task, worker, start, start + task.duration))
            own[worker].append(run)
    return (
        *_alone(instance, runs),
        *_no_overlap(own),
        *_max_load(instance, own),
        *_precedence(instance, runs),
        *_capacity(instance, runs),
        *_separate(instance, runs),
    )


def _alone(instance: Instance, runs: Runs) -> Iterator[Violation]:
    """What a task violates by itself: s ≥ r, s + p ≤ d, the skill, and [s, s + p) inside one window of the worker."""
    early, late, unskilled, away = [], [], [], []
    for task, name, start, end in runs.values():
        worker = instance.workers[name]
        if start < task.release:
            early.append(Violation(Kind.RELEASE, (task.id,), start, min(end, task.release)))
        if end > task.deadline:
            late.append(Violation(Kind.DEADLINE, (task.id,), max(start, task.deadline), end))
        if task.skill not in worker.skills:
            unskilled.append(Violation(Kind.SKILL, (task.id,), start, end, name))
        for low, high in worker.windows:
            if low <= start and end <= high:
                break
        else:
            away.append(Violation(Kind.AVAILABILITY, (task.id,), start, end, name))
    yield from (*early, *late, *unskilled, *away)


def _no_overlap(own: Mapping[str, Sequence[Run]]) -> Iterator[Violation]:
    """Two tasks of one worker: their intervals are disjoint. One violation a pair."""
    for worker, runs in own.items():
        for (first, _, start, end), (second, _, other_start, other_end) in combinations(runs, 2):
            if start < other_end and other_start < end:
                low, high = max(start, other_start), min(end, other_end)
                yield Violation(Kind.NO_OVERLAP, (first.id, second.id), low, high, worker)


def _max_load(instance: Instance, own: Mapping[str, Sequence[Run]]) -> Iterator[Violation]:
    """The durations of a worker's tasks sum to at most max_load; all the worker's tasks are charged."""
    for worker, runs in own.items():
        if sum([run[0].duration for run in runs]) > instance.workers[worker].max_load:
            tasks, _, starts, ends = zip(*runs, strict=True)
            yield Violation(Kind.MAX_LOAD, tuple([task.id for task in tasks]), min(starts), max(ends), worker)


def _precedence(instance: Instance, runs: Runs) -> Iterator[Violation]:
    """An arc (a, b, lag) with b scheduled: a is, too, and end(a) + lag ≤ start(b). Without a, b alone is charged."""
    for before, after, lag in instance.precedence:
        if after not in runs:
            continue
        start = runs[after].start
        if before not in runs:
            yield Violation(Kind.PRECEDENCE, (after,), start, runs[after].end, before)
        elif runs[before].end + lag > start:
            yield Violation(Kind.PRECEDENCE, (before, after), start, runs[before].end + lag, before)


def _capacity(instance: Instance, runs: Runs) -> Iterator[Violation]:
    """At every time the demand of the running tasks is at most the capacity; the users that run then are charged.

    One violation for each longest stretch of time in which the same tasks use the resource.
    """
    uses: dict[str, list[tuple[str, int, int, int]]] = {resource: [] for resource in instance.capacity}
    for task, _, start, end in runs.values() if uses else ():
        for resource, units in task.demand.items():
            uses[resource].append((task.id, units, start, end))
    for resource, users in uses.items():
        capacity = instance.capacity[resource]
        change: dict[int, int] = {}
        for _, units, start, end in users:
            change[start] = change.get(start, 0) + units
            change[end] = change.get(end, 0) - units
        use = 0
        for low, high in pairwise(sorted(change)):
            use += change[low]
            if use > capacity:
                running = tuple([task for task, _, start, end in users if start <= low < end])
                yield Violation(Kind.CAPACITY, running, low, high, resource)


def _separate(instance: Instance, runs: Runs) -> Iterator[Violation]:
    """Two tasks that are both scheduled have different workers."""
    for first, second in instance.separate:
        if first in runs and second in runs and runs[first].worker == runs[second].worker:
            low = min(runs[first].start, runs[second].start)
            high = max(runs[first].end, runs[second].end)
            yield Violation(Kind.SEPARATE, (first, second), low, high, runs[first].worker)
