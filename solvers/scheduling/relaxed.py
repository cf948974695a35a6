"""A scheduling problem with some of its constraints changed: a kind let go, tasks replaced, a task bound to workers.

Invariant: problems are values; every function gives a new one and keeps all that it does not name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from solvers.scheduling.problem import Problem, Task, Worker


def by_name(problem: Problem) -> Problem:
    """The same problem with a skill of its own for each task, so that one task can be bound to one worker."""
    tasks = tuple(replace(task, skill=task.id) for task in problem.tasks)
    workers = tuple(
        replace(worker, skills=tuple(task.id for task in problem.tasks if task.skill in worker.skills))
        for worker in problem.workers
    )
    return replace(problem, tasks=tasks, workers=workers)


def with_tasks(problem: Problem, *changed: Task) -> Problem:
    """The problem with these tasks in the place of those of their ids."""
    by_id = {task.id: task for task in changed}
    return replace(problem, tasks=tuple(by_id.get(task.id, task) for task in problem.tasks))


def bound(problem: Problem, task: str, *names: str) -> Problem:
    """The problem in which only these workers can do the task."""
    workers = tuple(
        replace(
            worker,
            skills=(*(skill for skill in worker.skills if skill != task), *((task,) if worker.id in names else ())),
        )
        for worker in problem.workers
    )
    return replace(problem, workers=workers)


def _each_task(problem: Problem, change: Callable[[Task], Task]) -> Problem:
    return replace(problem, tasks=tuple(map(change, problem.tasks)))


def _each_worker(problem: Problem, change: Callable[[Worker], Worker]) -> Problem:
    return replace(problem, workers=tuple(map(change, problem.workers)))


def _no_skill(problem: Problem) -> Problem:
    names = tuple(task.id for task in problem.tasks)
    return _each_worker(problem, lambda worker: replace(worker, skills=names))


def _no_load(problem: Problem) -> Problem:
    total = sum(task.duration for task in problem.tasks)
    return _each_worker(problem, lambda worker: replace(worker, max_load=total))


def _no_capacity(problem: Problem) -> Problem:
    need = {name: sum(task.demand.get(name, 0) for task in problem.tasks) for name in problem.capacity}
    return replace(problem, capacity=need)


RELAX: Mapping[str, Callable[[Problem], Problem]] = {
    "release": lambda problem: _each_task(problem, lambda task: replace(task, release=0)),
    "deadline": lambda problem: _each_task(problem, lambda task: replace(task, deadline=problem.horizon)),
    "skill": _no_skill,
    "availability": lambda problem: _each_worker(
        problem, lambda worker: replace(worker, windows=((0, problem.horizon),))
    ),
    "max_load": _no_load,
    "precedence": lambda problem: replace(problem, precedence=()),
    "capacity": _no_capacity,
    "separate": lambda problem: replace(problem, separate=()),
}
"""Kind -> the problem without its constraints of that kind."""
