"""Whether a schedule violates anything at all, answered from tables that are made once an instance.

Invariant: `sound` is true exactly when `violations` finds nothing (a property test compares them); it exists because
most schedules of a good file are sound and reading plus scoring must stay within a few times the cost of the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from evaluator.schedule.instance import Instance, Task, Worker
from submissions_schema import Assignment


class Option(NamedTuple):
    """A task done by a worker: the allowed starts as bits, the load in the worker's field, the use of every step.

    `use` is what the task takes if it starts at 0: a field of `width` bits for each step of each worker (one task) and
    of each resource (the task's demand); shifted by the start, it is what the task takes.
    """

    starts: int
    load: int
    use: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Bit tables of one instance.

    Fields hold sums that never carry into the next field. `spare` and `spare_load` are what each field has left above
    its capacity, so that a bit of `over` or `over_load` is set exactly by a sum beyond the capacity.
    """

    options: Mapping[tuple[str, str], Option]
    arcs: tuple[tuple[str, str, int], ...]
    separate: tuple[tuple[str, str], ...]
    width: int
    spare: int
    over: int
    spare_load: int
    over_load: int

    def sound(self, placed: Mapping[str, Assignment]) -> bool:
        """Whether nothing is violated by the scheduled tasks."""
        options, width = self.options, self.width
        use, total = self.spare, self.spare_load
        for task, worker, start in placed.values():
            starts, load, taken = options[task, worker]
            if not starts >> start & 1:
                return False
            total += load
            use += taken << start * width
        return not (use & self.over or total & self.over_load) and self._ordered(placed)

    def _ordered(self, placed: Mapping[str, Assignment]) -> bool:
        for before, after, wait in self.arcs:
            if after in placed and (before not in placed or placed[before][2] + wait > placed[after][2]):
                return False
        for first, second in self.separate:
            if first in placed and second in placed and placed[first][1] == placed[second][1]:
                return False
        return True


def tables(instance: Instance) -> Tables:
    """The tables of an instance."""
    tasks, workers = instance.tasks.values(), instance.workers.values()
    limits = {**dict.fromkeys(instance.workers, 1), **instance.capacity}
    work = sum(task.duration for task in tasks)
    demand = sum(units for task in tasks for units in task.demand.values())
    width = _width(max([demand, len(tasks), *limits.values()]))
    load_width = _width(max([work, *(worker.max_load for worker in workers)]))
    blocks = {name: place * instance.horizon * width for place, name in enumerate(limits)}
    loads = {worker.id: place * load_width for place, worker in enumerate(workers)}
    everywhere = sum(1 << step * width for step in range(instance.horizon))
    top, load_top = 1 << width - 1, 1 << load_width - 1
    return Tables(
        options={
            (task.id, worker.id): Option(
                _starts(task, worker), task.duration << loads[worker.id], _use(task, worker, blocks, width)
            )
            for task in tasks
            for worker in workers
        },
        arcs=tuple((a, b, instance.tasks[a].duration + lag) for a, b, lag in instance.precedence),
        separate=instance.separate,
        width=width,
        spare=sum((top - 1 - limit) * everywhere << blocks[name] for name, limit in limits.items()),
        over=sum(top * everywhere << block for block in blocks.values()),
        spare_load=sum(load_top - 1 - worker.max_load << loads[worker.id] for worker in workers),
        over_load=sum(load_top << place for place in loads.values()),
    )


def _width(largest: int) -> int:
    """Bits of a field that holds twice `largest` or less."""
    return largest.bit_length() + 1


def _use(task: Task, worker: Worker, blocks: Mapping[str, int], width: int) -> int:
    steps = sum(1 << step * width for step in range(task.duration))
    return sum(units * steps << blocks[name] for name, units in [(worker.id, 1), *task.demand.items()])


def _starts(task: Task, worker: Worker) -> int:
    if task.skill not in worker.skills:
        return 0
    return sum(
        1 << start
        for start in range(task.release, task.deadline - task.duration + 1)
        if any(low <= start and start + task.duration <= high for low, high in worker.windows)
    )
