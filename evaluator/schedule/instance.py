"""One scheduling instance as the scorer knows it, read from a row of the test questions.

Invariant: denominators and obligations come from here, never from a prediction. Intervals are half-open [start, end).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One task; `demand` maps resource ids to units."""

    id: str
    duration: int
    release: int
    deadline: int
    skill: str
    demand: Mapping[str, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Worker:
    """One worker; `windows` are half-open, `max_load` counts steps over all tasks."""

    id: str
    skills: frozenset[str]
    windows: tuple[tuple[int, int], ...]
    max_load: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """Tasks and workers by id in the order of the row; arcs are (before, after, lag)."""

    id: str
    tier: int
    horizon: int
    tasks: Mapping[str, Task]
    workers: Mapping[str, Worker]
    capacity: Mapping[str, int]
    precedence: tuple[tuple[str, str, int], ...]
    separate: tuple[tuple[str, str], ...]

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Instance:
        """From a question row. Raises ValueError for a row of another form, or one that names what it does not have."""
        try:
            instance = cls(
                id=row["id"],
                tier=row["tier"],
                horizon=row["horizon"],
                tasks={task["id"]: Task(**task) for task in row["tasks"]},
                workers={worker["id"]: _worker(worker) for worker in row["workers"]},
                capacity={resource["id"]: resource["capacity"] for resource in row["resources"]},
                precedence=tuple((before, after, lag) for before, after, lag in row["precedence"]),
                separate=tuple((first, second) for first, second in row["separate"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a scheduling instance: {error!r}") from error
        instance._check(len(row["tasks"]), len(row["workers"]))
        return instance

    def _check(self, tasks: int, workers: int) -> None:
        named = {name for *pair, _ in self.precedence for name in pair} | {n for pair in self.separate for n in pair}
        used = {name for task in self.tasks.values() for name in task.demand}
        if len(self.tasks) != tasks or len(self.workers) != workers or not tasks:
            raise ValueError("ids of tasks and workers are unique, and there is a task")
        if not self.workers.keys().isdisjoint(self.capacity):
            raise ValueError("a worker and a resource have the same id")
        if not (named <= self.tasks.keys() and used <= self.capacity.keys()):
            raise ValueError("a constraint names a task or resource that the instance does not have")


def _worker(row: Mapping[str, Any]) -> Worker:
    return Worker(
        id=row["id"],
        skills=frozenset(row["skills"]),
        windows=tuple((low, high) for low, high in row["windows"]),
        max_load=row["max_load"],
    )
