"""Whether a schedule violates anything at all, answered from tables that are made once an instance.

Invariant: `sound` is true exactly when `violations` finds nothing (a property test compares them); it exists because
most schedules of a good file are sound and reading plus scoring must stay within a few times the cost of the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.schedule.instance import Instance, Task, Worker
from submissions_schema import Assignment


@dataclass(frozen=True, slots=True)
class Tables:
    """Bit tables of one instance; bit s stands for step s.

    `starts` maps (task, worker) to the allowed starts, `run` a task to its duration in ones, `uses` a task to its
    demand as one number a resource: `width` bits a step, so that sums of demands never carry into the next step.
    """

    starts: Mapping[tuple[str, str], int]
    run: Mapping[str, int]
    duration: Mapping[str, int]
    most: tuple[tuple[str, int], ...]
    arcs: tuple[tuple[str, str, int], ...]
    separate: tuple[tuple[str, str], ...]
    uses: Mapping[str, tuple[tuple[int, int], ...]]
    room: tuple[int, ...]
    carry: int
    width: int

    def sound(self, placed: Mapping[str, Assignment]) -> bool:
        """Whether nothing is violated by the scheduled tasks."""
        busy = dict.fromkeys((worker for worker, _ in self.most), 0)
        load = dict(busy)
        use = list(self.room)
        for name, (_, worker, start) in placed.items():
            if not self.starts[name, worker] >> start & 1:
                return False
            run = self.run[name] << start
            if busy[worker] & run:
                return False
            busy[worker] |= run
            load[worker] += self.duration[name]
            for resource, units in self.uses[name]:
                use[resource] += units << start * self.width
        return (
            all(load[worker] <= most for worker, most in self.most)
            and not any(units & self.carry for units in use)
            and self._ordered(placed)
        )

    def _ordered(self, placed: Mapping[str, Assignment]) -> bool:
        for before, after, wait in self.arcs:
            if after in placed and (before not in placed or placed[before].start + wait > placed[after].start):
                return False
        for first, second in self.separate:
            if first in placed and second in placed and placed[first].worker == placed[second].worker:
                return False
        return True


def tables(instance: Instance) -> Tables:
    """The tables of an instance."""
    resources = list(instance.capacity)
    demand = sum(units for task in instance.tasks.values() for units in task.demand.values())
    width = max([demand, *instance.capacity.values(), 1]).bit_length() + 1
    everywhere = sum(1 << step * width for step in range(instance.horizon))
    top = 1 << width - 1
    return Tables(
        starts={
            (task.id, worker.id): _starts(task, worker)
            for task in instance.tasks.values()
            for worker in instance.workers.values()
        },
        run={task.id: (1 << task.duration) - 1 for task in instance.tasks.values()},
        duration={task.id: task.duration for task in instance.tasks.values()},
        most=tuple((worker.id, worker.max_load) for worker in instance.workers.values()),
        arcs=tuple((a, b, instance.tasks[a].duration + lag) for a, b, lag in instance.precedence),
        separate=instance.separate,
        uses={
            task.id: tuple(
                (resources.index(name), units * sum(1 << step * width for step in range(task.duration)))
                for name, units in task.demand.items()
            )
            for task in instance.tasks.values()
        },
        room=tuple((top - 1 - capacity) * everywhere for capacity in instance.capacity.values()),
        carry=top * everywhere,
        width=width,
    )


def _starts(task: Task, worker: Worker) -> int:
    if task.skill not in worker.skills:
        return 0
    return sum(
        1 << start
        for start in range(task.release, task.deadline - task.duration + 1)
        if any(low <= start and start + task.duration <= high for low, high in worker.windows)
    )
