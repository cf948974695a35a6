"""Chance: no schedule at all, any worker at any time, a skilled worker at a time that the task allows.

Invariant: draws come from a stream named by the seed and the question's id, so the order of questions does not matter.
"""

from __future__ import annotations

from records import Stream
from solvers.scheduling import Placement, Problem, Schedule

PREFIX = "nnai-sched-0.2"


def null(problem: Problem, seed: int) -> Schedule | None:
    """No schedule: the row says null."""
    return None


def anywhere(problem: Problem, seed: int) -> Schedule:
    """Each task gets a random worker and a random start at which it ends by the horizon."""
    stream = Stream("controls", "random", seed, problem.id, prefix=PREFIX)
    return tuple(
        Placement(task.id, stream.choice(problem.workers).id, stream.between(0, problem.horizon - task.duration))
        for task in problem.tasks
    )


def in_window(problem: Problem, seed: int) -> Schedule:
    """Each task gets a random worker with its skill and a random start between release and deadline."""
    stream = Stream("controls", "in-window", seed, problem.id, prefix=PREFIX)
    return tuple(
        Placement(
            task.id,
            stream.choice([worker.id for worker in problem.workers if task.skill in worker.skills]),
            stream.between(task.release, task.deadline - task.duration),
        )
        for task in problem.tasks
    )
