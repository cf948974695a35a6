"""Randomised list search: list scheduling again and again with disturbed priorities, until a schedule is complete.

Invariant: at most RESTARTS schedules are made; the first is that of list scheduling, each later one comes from a stream
of its own number, and the schedule with most tasks wins, the earliest among equals.
"""

from __future__ import annotations

from baselines.scheduling.chance import PREFIX
from baselines.scheduling.greedy import by_priority, latest_starts, list_schedule, versatility
from records import Stream
from solvers.scheduling import Problem, Schedule

RESTARTS = 200
TASK_NOISE, WORKER_NOISE = 8, 4
"""A task's rank (its latest start) and a worker's (how many tasks it could do) are raised by 0 to that many."""


def restarts(problem: Problem, seed: int) -> Schedule:
    """The best of up to RESTARTS list schedules."""
    best = list_schedule(problem, seed)
    for number in range(1, RESTARTS):
        if len(best) == len(problem.tasks):
            break
        found = _disturbed(problem, Stream("controls", "restarts", seed, problem.id, number, prefix=PREFIX))
        if len(found) > len(best):
            best = found
    return best


def _disturbed(problem: Problem, stream: Stream) -> Schedule:
    tasks = {task: start + stream.between(0, TASK_NOISE) for task, start in latest_starts(problem).items()}
    workers = {worker: count + stream.between(0, WORKER_NOISE) for worker, count in versatility(problem).items()}
    return by_priority(problem, tasks, workers)
