"""The tables of the slot search: where each task may stand, and what a placed task takes away from the others.

A place is worker * steps + start; a domain has one bit a place. Invariant: nothing is taken away that a feasible
schedule below the present state needs; when all domains have one bit and `settle` found no empty one, they are a
feasible schedule.
"""

from __future__ import annotations

from dataclasses import dataclass

from solvers.scheduling.problem import Problem, Task


class Tables:
    """What does not change during a search; tasks, workers and resources are counted in the order of the problem."""

    def __init__(self, problem: Problem) -> None:
        number = {task.id: place for place, task in enumerate(problem.tasks)}
        self.problem = problem
        self.steps = problem.horizon
        self.full = (1 << self.steps) - 1
        self.each = sum(1 << worker * self.steps for worker in range(len(problem.workers)))
        """Multiplied with a mask of starts it gives those starts at every worker."""
        self.durations = tuple(task.duration for task in problem.tasks)
        self.arcs = tuple((number[before], number[after], lag) for before, after, lag in problem.precedence)
        self.apart: tuple[list[int], ...] = tuple([] for _ in problem.tasks)
        for first, second in problem.separate:
            self.apart[number[first]].append(number[second])
            self.apart[number[second]].append(number[first])
        names = list(problem.capacity)
        self.demands = tuple(
            tuple((names.index(name), units) for name, units in task.demand.items()) for task in problem.tasks
        )
        self.capacity = tuple(problem.capacity.values())
        self.loads = tuple(worker.max_load for worker in problem.workers)
        self.spare = sum(self.loads) - sum(self.durations)
        """Steps that all workers together may work beyond what there is to do."""

    def first_domain(self, task: Task) -> int:
        """Every place where the task could stand if it were alone."""
        if any(units > self.problem.capacity[name] for name, units in task.demand.items()):
            return 0
        domain = 0
        for number, worker in enumerate(self.problem.workers):
            if task.skill not in worker.skills or task.duration > worker.max_load:
                continue
            for low, high in worker.windows:
                first, last = max(low, task.release), min(high, task.deadline, self.steps) - task.duration
                domain |= span(first, last) << number * self.steps
        return domain


@dataclass(slots=True)
class State:
    """The domains, the tasks that are not placed yet, the steps each worker has left, the use of each resource."""

    tables: Tables
    domains: list[int]
    open: list[int]
    left: list[int]
    use: list[list[int]]

    @classmethod
    def start(cls, tables: Tables) -> State:
        """Nothing is placed."""
        return cls(
            tables=tables,
            domains=[tables.first_domain(task) for task in tables.problem.tasks],
            open=list(range(len(tables.durations))),
            left=list(tables.loads),
            use=[[0] * tables.steps for _ in tables.capacity],
        )

    def copy(self) -> State:
        """A state that can be changed without changing this one."""
        return State(self.tables, list(self.domains), list(self.open), list(self.left), [list(row) for row in self.use])

    def settle(self) -> int | None:
        """Place every task with one place left and take away what follows, until nothing does.

        Returns a task whose domain ran empty, or None.
        """
        while True:
            self._order()
            ready = next((task for task in self.open if self.domains[task].bit_count() < 2), None)
            if ready is None:
                return self._starved()
            if not self.domains[ready]:
                return ready
            self._place(ready)

    def _place(self, task: int) -> None:
        tables = self.tables
        worker, start = divmod(self.domains[task].bit_length() - 1, tables.steps)
        end = start + tables.durations[task]
        self.open.remove(task)
        self.left[worker] -= end - start
        for resource, units in tables.demands[task]:
            for step in range(start, end):
                self.use[resource][step] += units
        shift = worker * tables.steps
        for other in self.open:
            duration = tables.durations[other]
            at_worker = tables.full if duration > self.left[worker] else span(start - duration + 1, end - 1)
            self.domains[other] &= ~(at_worker << shift)
        for other in tables.apart[task]:
            if other in self.open:
                self.domains[other] &= ~(tables.full << shift)
        for resource, _ in tables.demands[task]:
            self._spare_resource(resource)

    def _spare_resource(self, resource: int) -> None:
        """Take away every start at which a task would use more of the resource than there is."""
        tables = self.tables
        for task in self.open:
            for name, units in tables.demands[task]:
                if name == resource:
                    over = [
                        step for step, used in enumerate(self.use[resource]) if used + units > tables.capacity[name]
                    ]
                    starts = 0
                    for step in over:
                        starts |= span(step - tables.durations[task] + 1, step)
                    self.domains[task] &= ~(starts * tables.each)

    def _order(self) -> None:
        """Take away every start that is too early or too late for the other task of an arc."""
        changed = True
        while changed:
            changed = False
            for before, after, lag in self.tables.arcs:
                wait = self.tables.durations[before] + lag
                early, late = self._starts(before), self._starts(after)
                if not early or not late:
                    return
                first = (early & -early).bit_length() - 1 + wait
                last = min(late.bit_length() - 1 - wait, self.tables.steps - 1)
                for task, allowed in ((after, span(first, self.tables.steps - 1)), (before, span(0, last))):
                    kept = self.domains[task] & allowed * self.tables.each
                    changed |= kept != self.domains[task]
                    self.domains[task] = kept

    def _starts(self, task: int) -> int:
        """The starts that the task has left at any worker, one bit each."""
        domain, starts = self.domains[task], 0
        while domain:
            starts |= domain & self.tables.full
            domain >>= self.tables.steps
        return starts

    def _starved(self) -> int | None:
        """A task that must be given up because a worker cannot get enough to do for the others to bear the rest."""
        tables = self.tables
        for worker, left in enumerate(self.left):
            mask = tables.full << worker * tables.steps
            able = [task for task in self.open if self.domains[task] & mask]
            if left - sum(tables.durations[task] for task in able) > tables.spare:
                return self.open[0]
        return None


def span(first: int, last: int) -> int:
    """The bits first to last; none if last < first. A first below 0 means 0."""
    first = max(first, 0)
    return (1 << last + 1) - (1 << first) if last >= first else 0
