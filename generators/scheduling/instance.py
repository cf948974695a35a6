"""One scheduling instance and one schedule, as the generator holds them and as their rows are written.

Invariant: every array is sorted by id in natural order (T2 before T10), so equal instances have equal rows.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """Runs without a break for `duration` steps, not before `release`, ending by `deadline`."""

    id: str
    duration: int
    release: int
    deadline: int
    skill: str
    demand: tuple[tuple[str, int], ...]

    def to_dict(self) -> dict[str, object]:
        """The task as it stands in a row."""
        return {
            "id": self.id,
            "duration": self.duration,
            "release": self.release,
            "deadline": self.deadline,
            "skill": self.skill,
            "demand": dict(self.demand),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Worker:
    """Does one task at a time, inside one of the half-open `windows`, at most `max_load` steps in all."""

    id: str
    skills: tuple[str, ...]
    windows: tuple[tuple[int, int], ...]
    max_load: int

    def to_dict(self) -> dict[str, object]:
        """The worker as it stands in a row."""
        return {
            "id": self.id,
            "skills": list(self.skills),
            "windows": [list(window) for window in self.windows],
            "max_load": self.max_load,
        }


@dataclass(frozen=True, slots=True)
class Assignment:
    """A task's worker and start."""

    task: str
    worker: str
    start: int

    def to_dict(self) -> dict[str, object]:
        """The assignment as it stands in a schedule."""
        return {"task": self.task, "worker": self.worker, "start": self.start}


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """What is to be scheduled. `resources` are (id, capacity), `precedence` (before, after, lag)."""

    horizon: int
    tasks: tuple[Task, ...]
    workers: tuple[Worker, ...]
    resources: tuple[tuple[str, int], ...]
    precedence: tuple[tuple[str, str, int], ...]
    separate: tuple[tuple[str, str], ...]

    def facts(self) -> dict[str, object]:
        """Everything that the text says, as it stands in a row: no id, no tier, no text."""
        return {
            "horizon": self.horizon,
            "tasks": [task.to_dict() for task in self.tasks],
            "workers": [worker.to_dict() for worker in self.workers],
            "resources": [{"id": name, "capacity": capacity} for name, capacity in self.resources],
            "precedence": [list(arc) for arc in self.precedence],
            "separate": [list(pair) for pair in self.separate],
        }


def number_of(name: str) -> int:
    """The number in T12, W3 or R1: ids sort by it."""
    return int(name[1:])
