"""A second way to a schedule: backtracking over tables of time slots, with propagation and restarts, in pure Python.

A task's domain is an integer with one bit for each place (worker, start) where it may still stand; a placed task clears
bits of the others. It shares nothing with the exact solver (no model, no clauses, no library) and nothing with greedy
list scheduling (it takes back what it did). Invariant: the search is complete. It ends with a schedule, with the proof
that there is none, or at its limit of work, and says which; the same problem and seed give the same schedule anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from records import Stream
from solvers.scheduling.problem import Placement, Problem, Schedule
from solvers.scheduling.slot_domains import State, Tables

ID = "slot-search"
VERSION = 1
PREFIX = "nnai-sched-0.2"
FIRST_LIMIT, GROWTH_PERCENT = 60, 130
"""Places tried before the first restart; each later run may try that many per cent of the run before."""
MOST_PLACES = 400_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """How a search ended: a schedule, or None: then none exists that is wanted (`exhausted`), or the work ran out."""

    schedule: Schedule | None
    exhausted: bool
    places: int
    """How many places were tried over all restarts: a measure of work that no clock takes part in."""


class _LimitReached(Exception):
    """This run has tried as many places as it may."""


def search(
    problem: Problem,
    *,
    seed: int = 0,
    wanted: Callable[[Schedule], bool] = lambda schedule: True,
    most_places: int = MOST_PLACES,
) -> Found:
    """A feasible schedule of the problem that is `wanted`. Tasks stand in it in the order of the question."""
    tables = Tables(problem)
    weights = [1] * len(problem.tasks)
    limit, spent, number = FIRST_LIMIT, 0, 0
    while spent < most_places:
        run = _Run(tables, Stream("solvers", ID, seed, problem.id, number, prefix=PREFIX), weights, limit)
        try:
            found = next(filter(wanted, run.schedules()), None)
        except _LimitReached:
            spent += run.places
            limit, number = limit * GROWTH_PERCENT // 100, number + 1
            continue
        return Found(schedule=found, exhausted=found is None, places=spent + run.places)
    return Found(schedule=None, exhausted=False, places=spent)


class _Run:
    """One search from the root. `weights` outlive it: a task whose domain ran empty is placed earlier next time."""

    def __init__(self, tables: Tables, stream: Stream, weights: list[int], limit: int) -> None:
        self._tables = tables
        self._stream = stream
        self._weights = weights
        self._limit = limit
        self.places = 0

    def schedules(self) -> Iterator[Schedule]:
        """Every feasible schedule, each once. Raises _LimitReached."""
        root = State.start(self._tables)
        if self._settled(root):
            yield from self._below(root)

    def _below(self, state: State) -> Iterator[Schedule]:
        if not state.open:
            yield self._schedule(state)
            return
        task = min(state.open, key=lambda t: (state.domains[t].bit_count() / self._weights[t], t))
        for place in self._stream.shuffled(_bits(state.domains[task])):
            if self.places >= self._limit:
                raise _LimitReached
            self.places += 1
            child = state.copy()
            child.domains[task] = 1 << place
            if self._settled(child):
                yield from self._below(child)

    def _settled(self, state: State) -> bool:
        """Whether every task still has a place after everything that follows was taken away."""
        empty = state.settle()
        if empty is None:
            return True
        self._weights[empty] += 1
        return False

    def _schedule(self, state: State) -> Schedule:
        problem, steps = self._tables.problem, self._tables.steps
        places = (domain.bit_length() - 1 for domain in state.domains)
        return tuple(
            Placement(task.id, problem.workers[place // steps].id, place % steps)
            for task, place in zip(problem.tasks, places, strict=True)
        )


def _bits(domain: int) -> list[int]:
    """The places of a domain, ascending."""
    return [place for place in range(domain.bit_length()) if domain >> place & 1]
