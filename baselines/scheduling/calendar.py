"""A schedule under construction: what is taken already, and which starts are still allowed.

Invariant: `place` is called only with a start that `allows` allowed, so every partial schedule keeps all constraints
among the tasks that stand in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.scheduling import Placement, Problem, Schedule, Task, Worker


class Calendar:
    """The state of one instance."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._placed: dict[str, Placement] = {}
        self._busy: dict[str, list[bool]] = {worker.id: _away(worker, problem.horizon) for worker in problem.workers}
        self._load: dict[str, int] = {worker.id: 0 for worker in problem.workers}
        self._use: dict[str, list[int]] = {name: [0] * problem.horizon for name in problem.capacity}
        self._duration = {task.id: task.duration for task in problem.tasks}
        self._apart: dict[str, list[str]] = {task.id: [] for task in problem.tasks}
        self._before: dict[str, list[tuple[str, int]]] = {task.id: [] for task in problem.tasks}
        self._after: dict[str, list[tuple[str, int]]] = {task.id: [] for task in problem.tasks}
        for first, second in problem.separate:
            self._apart[first].append(second)
            self._apart[second].append(first)
        for first, second, lag in problem.precedence:
            self._before[second].append((first, lag))
            self._after[first].append((second, lag))

    @property
    def schedule(self) -> Schedule:
        """The tasks that stand so far, in the order of the question."""
        return tuple(self._placed[task.id] for task in self.problem.tasks if task.id in self._placed)

    @property
    def complete(self) -> bool:
        """Whether every task stands."""
        return len(self._placed) == len(self.problem.tasks)

    def ready(self, task: Task) -> bool:
        """Whether all that must come before the task stands already."""
        return all(first in self._placed for first, _ in self._before[task.id])

    def slots(self, task: Task) -> Iterator[tuple[int, Worker]]:
        """Every allowed (start, worker), by start, then in the order of the workers' ids."""
        workers = [worker for worker in self.problem.workers if self._may(task, worker)]
        latest = min(
            [task.deadline, *(self._placed[n].start - lag for n, lag in self._after[task.id] if n in self._placed)]
        )
        for start in range(self._earliest(task), latest - task.duration + 1):
            if self._fits(task, start):
                for worker in workers:
                    if not any(self._busy[worker.id][start : start + task.duration]):
                        yield start, worker

    def place(self, task: Task, worker: Worker, start: int) -> None:
        """Put the task there."""
        self._placed[task.id] = Placement(task.id, worker.id, start)
        self._busy[worker.id][start : start + task.duration] = [True] * task.duration
        self._load[worker.id] += task.duration
        for name, units in task.demand.items():
            for step in range(start, start + task.duration):
                self._use[name][step] += units

    def _earliest(self, task: Task) -> int:
        ends = [
            self._placed[name].start + self._duration[name] + lag
            for name, lag in self._before[task.id]
            if name in self._placed
        ]
        return max([task.release, *ends])

    def _may(self, task: Task, worker: Worker) -> bool:
        apart = [self._placed[name].worker for name in self._apart[task.id] if name in self._placed]
        return (
            task.skill in worker.skills
            and worker.id not in apart
            and self._load[worker.id] + task.duration <= worker.max_load
        )

    def _fits(self, task: Task, start: int) -> bool:
        return all(
            self._use[name][step] + units <= self.problem.capacity[name]
            for name, units in task.demand.items()
            for step in range(start, start + task.duration)
        )


def _away(worker: Worker, horizon: int) -> list[bool]:
    away = [True] * horizon
    for low, high in worker.windows:
        away[low:high] = [False] * (high - low)
    return away
