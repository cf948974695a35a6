"""What one schedule is worth: scheduled and clean tasks, feasibility, and the obligations of each constraint type.

Invariant: obligations are counted by the instance's data alone and split into satisfied, violated and not evaluated, so
that a constraint type which an instance lacks can neither help nor hurt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from evaluator.schedule.instance import Instance
from evaluator.schedule.tables import Tables, tables
from evaluator.schedule.violations import Kind, Placed, Violation, violations
from submissions_schema import Assignment

KINDS = tuple(Kind)
Counts = tuple[int, ...]
"""One number a constraint type, in the order of KINDS."""
NOTHING: Counts = (0,) * len(KINDS)


class Outcome(NamedTuple):
    """The integers of one instance and one schedule.

    `tasks` n, `scheduled` |S|, `clean` |Clean|, `broken` how many violations, `violated` and `open` (not evaluated)
    obligations by type, `met` 1 for each type that the instance has with neither of the two.
    """

    answered: bool
    feasible: bool
    tasks: int
    scheduled: int
    clean: int
    broken: int
    violated: Counts
    open: Counts
    met: Counts


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges schedules of one instance; `obligations` m by type, `perfect` the outcome of a feasible schedule."""

    instance: Instance
    obligations: Counts = field(init=False)
    perfect: Outcome = field(init=False, repr=False)
    _tables: Tables | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        obligations = _obligations(self.instance)
        n = len(self.instance.tasks)
        met = tuple(int(m > 0) for m in obligations)
        object.__setattr__(self, "_tables", None)
        object.__setattr__(self, "obligations", obligations)
        object.__setattr__(self, "perfect", Outcome(True, True, n, n, n, 0, NOTHING, NOTHING, met))

    @property
    def tables(self) -> Tables:
        """The tables of the instance, made when its first schedule is judged: most suites are only loaded."""
        made = self._tables
        if made is None:
            made = tables(self.instance)
            object.__setattr__(self, "_tables", made)
        return made

    def outcome(self, schedule: tuple[Assignment, ...] | None) -> Outcome:
        """Judge assignments of known tasks to known workers, each task at most once; None is ABSTAIN."""
        placed = {item[0]: item for item in schedule or ()}
        sound = self.tables.sound(placed)
        if sound and len(placed) == len(self.instance.tasks):
            return self.perfect
        return self._counted(placed, () if sound else violations(self.instance, placed), answered=schedule is not None)

    def _counted(self, placed: Placed, found: tuple[Violation, ...], *, answered: bool) -> Outcome:
        n = len(self.instance.tasks)
        charged = {task for item in found for task in item.tasks}
        violated = _violated(found, n - len(placed))
        open_ = _open(self.instance, placed)
        rows = zip(self.obligations, violated, open_, strict=True)
        return Outcome(
            answered=answered,
            feasible=not found and len(placed) == n,
            tasks=n,
            scheduled=len(placed),
            clean=len(placed) - len(charged),
            broken=len(found),
            violated=violated,
            open=open_,
            met=tuple([int(m > 0 and not bad and not unknown) for m, bad, unknown in rows]),
        )


def _obligations(instance: Instance) -> Counts:
    """m by type: the tasks five times, workers, arcs, uses of a resource by a task, separate pairs, tasks."""
    n = len(instance.tasks)
    uses = sum(len(task.demand) for task in instance.tasks.values())
    return n, n, n, n, n, len(instance.workers), len(instance.precedence), uses, len(instance.separate), n


def _violated(found: tuple[Violation, ...], missing: int) -> Counts:
    """A task that overlaps, and a task's use of an overloaded resource, is one violated obligation however often."""
    counts = dict.fromkeys(KINDS, 0)
    overlapping: set[str] = set()
    overloaded: set[tuple[str, str]] = set()
    for item in found:
        if item.kind is Kind.NO_OVERLAP:
            overlapping.update(item.tasks)
        elif item.kind is Kind.CAPACITY:
            overloaded.update((task, item.subject) for task in item.tasks)
        else:
            counts[item.kind] += 1
    counts[Kind.NO_OVERLAP] = len(overlapping)
    counts[Kind.CAPACITY] = len(overloaded)
    counts[Kind.COVERAGE] = missing
    return tuple(counts.values())


def _open(instance: Instance, placed: Placed) -> Counts:
    """Obligations with an unscheduled anchor; a worker without a task is open until every task is scheduled."""
    missing = len(instance.tasks) - len(placed)
    if not missing:
        return NOTHING
    return (
        *(missing,) * 5,
        len(instance.workers.keys() - {item.worker for item in placed.values()}),
        sum(after not in placed for _, after, _ in instance.precedence),
        sum(len(task.demand) for name, task in instance.tasks.items() if name not in placed),
        sum(first not in placed or second not in placed for first, second in instance.separate),
        0,
    )


def objection(row: Mapping[str, object], schedule: Sequence[Mapping[str, object]]) -> str | None:
    """What is wrong with a schedule of a question row as the corpus holds it; None if it is feasible.

    Raises ValueError when the row is no instance, or the schedule is not made of its tasks and workers, each task once.
    """
    judge = Judge(Instance.from_row(row))
    items = tuple(_assignment(judge.instance, item) for item in schedule)
    if len({item.task for item in items}) != len(items):
        raise ValueError("a task stands twice in the schedule")
    outcome = judge.outcome(items)
    if outcome.feasible:
        return None
    missing = outcome.tasks - outcome.scheduled
    return f"{outcome.broken} violations, {missing} of {outcome.tasks} tasks not scheduled"


def _assignment(instance: Instance, item: Mapping[str, object]) -> Assignment:
    task, worker, start = item.get("task"), item.get("worker"), item.get("start")
    if task not in instance.tasks or worker not in instance.workers or type(start) is not int or start < 0:
        raise ValueError(f"{task!r} by {worker!r} at {start!r} is not an assignment of this instance")
    return Assignment(str(task), str(worker), start)
