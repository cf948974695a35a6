"""A scheduling question as solvers and baselines read it from a row of the corpus.

Invariant: a Problem holds what a system under test may see, nothing else; a row of another form raises Unreadable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from solvers.text import Unreadable

FACTS = ("horizon", "tasks", "workers", "resources", "precedence", "separate")


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
    """One worker; windows are half-open [low, high)."""

    id: str
    skills: tuple[str, ...]
    windows: tuple[tuple[int, int], ...]
    max_load: int


@dataclass(frozen=True, slots=True)
class Placement:
    """One task of a schedule: who does it and when it starts."""

    task: str
    worker: str
    start: int

    def to_dict(self) -> dict[str, object]:
        """The assignment as it stands in a prediction row."""
        return {"task": self.task, "worker": self.worker, "start": self.start}


Schedule = tuple[Placement, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One question: tasks, workers and every constraint, each in the order of the row (by id)."""

    id: str
    tier: int
    horizon: int
    tasks: tuple[Task, ...]
    workers: tuple[Worker, ...]
    capacity: Mapping[str, int]
    precedence: tuple[tuple[str, str, int], ...]
    separate: tuple[tuple[str, str], ...]
    text: str

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Problem:
        """From a row of train, validation or test questions; answers in the row are not read."""
        try:
            return cls(
                id=row["id"],
                tier=row["tier"],
                horizon=row["horizon"],
                tasks=tuple(Task(**{**task, "demand": dict(task["demand"])}) for task in row["tasks"]),
                workers=tuple(map(_worker, row["workers"])),
                capacity={resource["id"]: resource["capacity"] for resource in row["resources"]},
                precedence=tuple((before, after, lag) for before, after, lag in row["precedence"]),
                separate=tuple((first, second) for first, second in row["separate"]),
                text=row["text"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Unreadable(f"not a scheduling question: {error!r}") from error


def schedule_of(rows: Iterable[Mapping[str, Any]]) -> Schedule:
    """A schedule from its assignments as they stand in a row."""
    try:
        return tuple(Placement(row["task"], row["worker"], row["start"]) for row in rows)
    except (KeyError, TypeError) as error:
        raise Unreadable(f"not a schedule: {error!r}") from error


def _worker(row: Mapping[str, Any]) -> Worker:
    return Worker(
        id=row["id"],
        skills=tuple(row["skills"]),
        windows=tuple((low, high) for low, high in row["windows"]),
        max_load=row["max_load"],
    )
