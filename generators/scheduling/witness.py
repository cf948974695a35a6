"""The witness: a random schedule that is drawn first, so that the constraints can be derived from it.

Invariant: tasks of one worker never overlap, every worker has work, and ids say nothing about the order of drawing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from generators.scheduling.instance import Assignment, number_of
from generators.scheduling.shape import DURATIONS, TierParams
from records import Stream


@dataclass(frozen=True, slots=True)
class Reject:
    """This candidate number gives no instance, and why; the next one is drawn."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Witness:
    """One feasible schedule before there are constraints: assignments by task id, and durations."""

    assignments: tuple[Assignment, ...]
    duration: dict[str, int]

    def end(self, item: Assignment) -> int:
        """The first step after the task."""
        return item.start + self.duration[item.task]

    def of(self, worker: str) -> list[Assignment]:
        """The tasks of one worker in the order of time."""
        return sorted((item for item in self.assignments if item.worker == worker), key=lambda item: item.start)

    def load(self, worker: str) -> int:
        """The steps that the worker works."""
        return sum(self.duration[item.task] for item in self.of(worker))


def draw_witness(stream: Stream, params: TierParams) -> Witness | Reject:
    """Each task, in the order of a random permutation of ids, on a random free slot of a random worker."""
    names = stream.shuffled([f"T{number}" for number in range(1, params.tasks + 1)])
    workers = [f"W{number}" for number in range(1, params.workers + 1)]
    busy: dict[str, list[bool]] = {worker: [False] * params.horizon for worker in workers}
    placed: list[Assignment] = []
    duration: dict[str, int] = {}
    for name in names:
        duration[name] = stream.between(*DURATIONS)
        worker = stream.choice(workers)
        starts = _free_starts(busy[worker], duration[name])
        if not starts:
            return Reject("no-room")
        start = stream.choice(starts)
        busy[worker][start : start + duration[name]] = [True] * duration[name]
        placed.append(Assignment(name, worker, start))
    if len(Counter(item.worker for item in placed)) < params.workers:
        return Reject("idle-worker")
    ordered = sorted(placed, key=lambda item: number_of(item.task))
    return Witness(assignments=tuple(ordered), duration=duration)


def _free_starts(busy: list[bool], length: int) -> list[int]:
    return [start for start in range(len(busy) - length + 1) if not any(busy[start : start + length])]
