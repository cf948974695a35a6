"""Schedules that break one kind of constraint and no other: the problem is spoilt, then searched like any problem.

Invariant: what is found breaks its kind in the problem itself, and at most the kinds besides it that were let go. When
every search is exhausted no schedule does; no_overlap is never proved so, for only one task too many is looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial, reduce

from solvers.scheduling.problem import Placement, Problem, Schedule
from solvers.scheduling.relaxed import RELAX, by_name
from solvers.scheduling.slot_search import search
from solvers.scheduling.spoilt import SHADOW, SPOIL

ID = "spoilt-slot-search"
VERSION = 1
MOST_PLACES = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Breach:
    """A schedule that breaks the kind, or None; then `proved` says that the search was exhaustive."""

    schedule: Schedule | None
    proved: bool


def breach(problem: Problem, kind: str, *, also: Collection[str] = ()) -> Breach:
    """A schedule that breaks constraints of `kind` alone, or besides it at most those of the kinds `also`.

    Raises KeyError for a kind that cannot be broken so (coverage; no_overlap in `also`).
    """
    spoil = SPOIL[kind]
    proved = kind != "no_overlap"
    wanted = partial(_overloaded, problem) if kind == "max_load" else lambda schedule: True
    base = reduce(lambda relaxed, other: RELAX[other](relaxed), also, by_name(problem))
    for sharp in (True, False):
        for spoilt in spoil(base, sharp):
            found = search(spoilt, wanted=wanted, most_places=MOST_PLACES)
            if found.schedule is not None:
                return Breach(schedule=_unshadowed(found.schedule), proved=False)
            proved = proved and (sharp or found.exhausted)
    return Breach(schedule=None, proved=proved)


def _overloaded(problem: Problem, schedule: Schedule) -> bool:
    duration = {task.id: task.duration for task in problem.tasks}
    loads = Counter[str]()
    for item in schedule:
        loads[item.worker] += duration[item.task]
    return any(loads[worker.id] > worker.max_load for worker in problem.workers)


def _unshadowed(schedule: Schedule) -> Schedule:
    return tuple(Placement(item.task, item.worker.removesuffix(SHADOW), item.start) for item in schedule)
