"""Spoilt problems: one obligation of a kind of constraint is forced to be broken, the rest of the kind is let go.

They start from a problem with a skill for each task (`by_name`). A sharp one lets only go what it breaks, and breaks it
by one step where that has a meaning. Invariant: every constraint of another kind stands as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from solvers.scheduling.problem import Problem, Task, Worker
from solvers.scheduling.relaxed import RELAX, bound, with_tasks

SHADOW = "'"
"""Marks a second copy of a worker, who does the one task that overlaps."""


def _release(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """Some task starts early; sharp: one task, by one step."""
    base = problem if sharp else RELAX["release"](problem)
    for task in problem.tasks:
        if task.release:
            first, last = (task.release - 1 if sharp else 0), task.release - 1
            end = min(task.deadline, last + task.duration)
            yield with_tasks(base, replace(task, release=first, deadline=end))


def _deadline(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """Some task ends late; sharp: one task, by one step."""
    base = problem if sharp else RELAX["deadline"](problem)
    for task in problem.tasks:
        if task.deadline < problem.horizon:
            first = max(task.release, task.deadline - task.duration + 1)
            end = task.deadline + 1 if sharp else problem.horizon
            yield with_tasks(base, replace(task, release=first, deadline=end))


def _skill(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """Some task is done by a worker without its skill."""
    base = problem if sharp else RELAX["skill"](problem)
    for task in problem.tasks:
        without = [worker.id for worker in problem.workers if task.id not in worker.skills]
        yield bound(base, task.id, *without)


def _availability(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """Some task runs while its worker is away; nothing is sharp here, for a window serves all tasks."""
    base = RELAX["availability"](problem)
    for task in () if sharp else problem.tasks:
        for worker in problem.workers:
            for first, last in _absent_starts(task, worker, problem.horizon) if task.id in worker.skills else ():
                kept = replace(
                    task, release=max(task.release, first), deadline=min(task.deadline, last + task.duration)
                )
                yield with_tasks(bound(base, task.id, worker.id), kept)


def _absent_starts(task: Task, worker: Worker, horizon: int) -> list[tuple[int, int]]:
    """The ranges of starts (first, last) at which the task does not lie in one window of the worker."""
    present = {start for low, high in worker.windows for start in range(low, high - task.duration + 1)}
    absent = [start for start in range(horizon - task.duration + 1) if start not in present]
    firsts = [start for start in absent if start - 1 not in absent]
    lasts = [start for start in absent if start + 1 not in absent]
    return list(zip(firsts, lasts, strict=True))


def _no_overlap(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """A shadow of a worker does one task at the time of another one of that worker."""
    for first, second in combinations(problem.tasks, 2) if sharp else ():
        if (first.id, second.id) in problem.separate or (second.id, first.id) in problem.separate:
            continue
        for worker in problem.workers:
            if {first.id, second.id} <= set(worker.skills) and worker.max_load >= second.duration:
                yield _shadowed(problem, worker, first, second)


def _shadowed(problem: Problem, worker: Worker, first: Task, second: Task) -> Problem:
    shadow = replace(worker, id=worker.id + SHADOW, skills=(second.id,), max_load=second.duration)
    tied = bound(problem, first.id, worker.id)
    apart = {name for pair in problem.separate if second.id in pair for name in pair}
    workers = tuple(
        replace(
            one,
            skills=tuple(n for n in one.skills if n != second.id and not (one.id == worker.id and n in apart)),
            max_load=one.max_load - (second.duration if one.id == worker.id else 0),
        )
        for one in tied.workers
    )
    lag = 1 - first.duration - second.duration
    arcs = (*problem.precedence, (first.id, second.id, lag), (second.id, first.id, lag))
    return replace(problem, workers=(*workers, shadow), precedence=arcs)


def _max_load(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """So little may be done by each other worker that one has too much to do."""
    total = sum(task.duration for task in problem.tasks)
    for worker in () if sharp else problem.workers:
        rest = total - worker.max_load - 1
        if rest >= 0:
            loads = {one.id: total if one is worker else rest for one in problem.workers}
            yield replace(problem, workers=tuple(replace(one, max_load=loads[one.id]) for one in problem.workers))


def _precedence(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """The second task of some arc starts too early; sharp: the other arcs hold."""
    duration = {task.id: task.duration for task in problem.tasks}
    for arc in problem.precedence:
        before, after, lag = arc
        others = tuple(other for other in problem.precedence if other != arc) if sharp else ()
        turned = (after, before, 1 - lag - duration[before] - duration[after])
        yield replace(problem, precedence=(*others, turned))


def _capacity(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """Too many users of a resource run in the same step; no set of them holds another that is too many already."""
    loose = RELAX["capacity"](problem)
    for resource, capacity in problem.capacity.items():
        base = replace(problem, capacity={**problem.capacity, resource: loose.capacity[resource]}) if sharp else loose
        for users in _overloads(problem, resource, capacity):
            for step in range(max(task.release for task in users), min(task.deadline for task in users)):
                kept = [
                    replace(
                        task,
                        release=max(task.release, step - task.duration + 1),
                        deadline=min(task.deadline, step + task.duration),
                    )
                    for task in users
                ]
                yield with_tasks(base, *kept)


def _overloads(problem: Problem, resource: str, capacity: int) -> Iterator[tuple[Task, ...]]:
    using = [task for task in problem.tasks if resource in task.demand]
    for size in range(1, len(using) + 1):
        for users in combinations(using, size):
            units = [task.demand[resource] for task in users]
            if sum(units) > capacity >= sum(units) - min(units):
                yield users


def _separate(problem: Problem, sharp: bool) -> Iterator[Problem]:
    """One worker does both tasks of some pair; sharp: the other pairs hold."""
    for pair in problem.separate:
        others = tuple(other for other in problem.separate if other != pair) if sharp else ()
        base = replace(problem, separate=others)
        for worker in problem.workers:
            if set(pair) <= set(worker.skills):
                yield bound(bound(base, pair[0], worker.id), pair[1], worker.id)


SPOIL: Mapping[str, Callable[[Problem, bool], Iterator[Problem]]] = {
    "release": _release,
    "deadline": _deadline,
    "skill": _skill,
    "availability": _availability,
    "no_overlap": _no_overlap,
    "max_load": _max_load,
    "precedence": _precedence,
    "capacity": _capacity,
    "separate": _separate,
}
"""Kind -> (problem with a skill for each task, sharp) -> the spoilt problems."""
