"""Two greedy schedulers: earliest deadline first, and list scheduling. No randomness; ties go to the lowest id.

Both take only tasks whose predecessors stand already, place a task at an allowed start or leave it out, and never look
back; what depends on a task that was left out is left out too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from baselines.scheduling.calendar import Calendar
from solvers.scheduling import Problem, Schedule, Task, Worker

Key = Callable[[Task], Any]


def edf(problem: Problem, seed: int) -> Schedule:
    """Earliest deadline first: the ready task with the earliest deadline, at its earliest slot. The seed is unused."""
    return run(problem, lambda task: task.deadline, lambda calendar, task: next(calendar.slots(task), None))


def list_schedule(problem: Problem, seed: int) -> Schedule:
    """The ready task with the earliest latest start, by the worker whose skills are scarcest; the seed is not used."""
    return by_priority(problem, latest_starts(problem), versatility(problem))


def by_priority(problem: Problem, task_rank: Mapping[str, int], worker_rank: Mapping[str, int]) -> Schedule:
    """List scheduling: the ready task of lowest rank, at its earliest start, by the worker of lowest rank."""
    return run(
        problem,
        lambda task: task_rank[task.id],
        lambda calendar, task: min(
            calendar.slots(task), key=lambda slot: (slot[0], worker_rank[slot[1].id]), default=None
        ),
    )


def run(problem: Problem, key: Key, pick: Callable[[Calendar, Task], tuple[int, Worker] | None]) -> Schedule:
    """Take ready tasks by `key`, then by their place in the question; put each where `pick` says."""
    calendar = Calendar(problem)
    waiting = list(problem.tasks)
    while ready := [task for task in waiting if calendar.ready(task)]:
        task = min(ready, key=key)
        waiting.remove(task)
        slot = pick(calendar, task)
        if slot is not None:
            calendar.place(task, slot[1], slot[0])
    return calendar.schedule


def latest_starts(problem: Problem) -> dict[str, int]:
    """The latest start of each task that leaves room for all that must come after it (arcs have no cycle)."""
    latest = {task.id: task.deadline - task.duration for task in problem.tasks}
    duration = {task.id: task.duration for task in problem.tasks}
    for _ in problem.tasks:
        for before, after, lag in problem.precedence:
            latest[before] = min(latest[before], latest[after] - lag - duration[before])
    return latest


def versatility(problem: Problem) -> dict[str, int]:
    """How many of the tasks each worker could do: the one who can do least is asked first."""
    return {worker.id: sum(task.skill in worker.skills for task in problem.tasks) for worker in problem.workers}
