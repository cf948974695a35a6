"""Randomised list search: list scheduling again and again with disturbed priorities, until a schedule is complete.

Invariant: at most RESTARTS schedules are made; the first is that of list scheduling, each later one comes from a stream
of its own number, and the schedule with most tasks wins, the earliest among equals.
"""

from __future__ import annotations

from baselines.scheduling.chance import PREFIX
from baselines.scheduling.greedy import by_latest_start, latest_starts, list_schedule
from records import Stream
from solvers.scheduling import Problem, Schedule

RESTARTS = 200
NOISE = 8
"""A priority (a latest start) is disturbed by 0 to NOISE steps."""


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
    priority = {task: start + stream.below(NOISE + 1) for task, start in latest_starts(problem).items()}
    return by_latest_start(problem, priority.__getitem__)
