"""What one configuration did on a corpus: totals by category and tier, stability, and how far the figures would move.

Invariant: only studies of one configuration id on one corpus digest are ever put together. A figure that cannot be
given is given as its reason, never as a nought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evaluator.statistics import BootstrapInterval, bootstrap_interval, percent
from evaluator.tasks import Task
from governance.calibration.statistics import LEAST_CONFIGURATIONS, Showing, stability
from governance.corpus import Governed
from governance.lifecycle import Statistic
from governance.studies import Observation, Study, pool

LEAST_ACTIVE = 5
"""Categories with fewer active tasks are descriptive only."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """Valid observations of a part of the corpus, and the solved among them."""

    tasks: int
    valid: int
    solved: int

    @property
    def rate(self) -> Fraction | None:
        """The solve rate, None where nothing valid was observed."""
        return Fraction(self.solved, self.valid) if self.valid else None

    def to_dict(self) -> dict[str, object]:
        """As JSON data."""
        return {"tasks": self.tasks, "valid": self.valid, "solved": self.solved}

    def __str__(self) -> str:
        shown = "nothing valid was observed" if self.rate is None else f"{percent(self.rate)} %"
        return f"{self.solved} of {self.valid} valid observations of {self.tasks} tasks solved ({shown})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One category: all of it, each tier of it, and how many of its tasks are active."""

    name: str
    all: Cell
    tiers: Mapping[int, Cell]
    active: int

    @property
    def descriptive(self) -> bool:
        """Whether it has too few active tasks for more than a description."""
        return self.active < LEAST_ACTIVE


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensitivity:
    """How far the headline would move: the bootstrap over tasks of each trial in turn, and without one family.

    `without` maps each family to the headline that the others give; empty where there is no headline.
    """

    intervals: tuple[BootstrapInterval, ...]
    without: Mapping[str, Fraction]


@dataclass(frozen=True, kw_only=True, slots=True)
class StudyReport:
    """One configuration. `headline` is the mean of the categories' rates, or why there is none."""

    studies: tuple[Study, ...]
    overall: Cell
    parts: tuple[Part, ...]
    headline: Statistic
    stability: Statistic
    unstable: int
    sensitivity: Sensitivity
    discrimination: Statistic

    @property
    def missing(self) -> int:
        """Task-trials without a valid observation."""
        return sum(study.totals.missing for study in self.studies)


def report(governed: Governed, studies: Sequence[Study], active: frozenset[str]) -> StudyReport:
    """The report of one configuration; `active` are the active tasks.

    Raises Rejected where the studies are of several configurations or corpus digests: nothing is pooled across them.
    """
    pool(studies)
    observed = [one for study in studies for one in study.observations]
    by_task = _grouped(observed)
    showings = {task: _showing(seen) for task, seen in by_task.items()}
    headline = _headline(governed.book.tasks, showings)
    return StudyReport(
        studies=tuple(studies),
        overall=_cell(governed.book.tasks, showings),
        parts=tuple(_parts(governed, showings, active)),
        headline=headline,
        stability=_stability(tuple(showings.values())),
        unstable=sum(0 < one.solved < one.valid for one in showings.values()),
        sensitivity=Sensitivity(
            intervals=tuple(_intervals(governed, studies)),
            without={} if headline.value is None else dict(_without(governed, showings)),
        ),
        discrimination=Statistic(
            unavailable=f"one configuration; at least {LEAST_CONFIGURATIONS} are needed, see calibration-report"
        ),
    )


def _grouped(observed: Sequence[Observation]) -> dict[str, list[Observation]]:
    by_task: dict[str, list[Observation]] = defaultdict(list)
    for one in observed:
        by_task[one.task].append(one)
    return by_task


def _showing(seen: Sequence[Observation]) -> Showing:
    return Showing(valid=len(seen), solved=sum(one.solved for one in seen), rest=None)


def _cell(tasks: Sequence[Task], showings: Mapping[str, Showing]) -> Cell:
    seen = [showings[task.id] for task in tasks if task.id in showings]
    return Cell(tasks=len(tasks), valid=sum(one.valid for one in seen), solved=sum(one.solved for one in seen))


def _parts(governed: Governed, showings: Mapping[str, Showing], active: frozenset[str]) -> Iterator[Part]:
    for name in dict.fromkeys(task.category for task in governed.book.tasks):
        tasks = [task for task in governed.book.tasks if task.category == name]
        tiers = sorted({task.tier for task in tasks})
        yield Part(
            name=name,
            all=_cell(tasks, showings),
            tiers={tier: _cell([task for task in tasks if task.tier == tier], showings) for tier in tiers},
            active=sum(task.id in active for task in tasks),
        )


def _headline(tasks: Sequence[Task], showings: Mapping[str, Showing]) -> Statistic:
    """The mean over categories of the mean over tasks; every task counts once however often it was observed."""
    rates: dict[str, list[Fraction]] = defaultdict(list)
    missing = 0
    for task in tasks:
        if task.id in showings:
            rates[task.category].append(showings[task.id].rate)
        else:
            missing += 1
    if missing or not rates:
        return Statistic(unavailable=f"{missing} tasks have no valid observation")
    means = [sum(each, Fraction(0)) / len(each) for each in rates.values()]
    return Statistic(value=sum(means, Fraction(0)) / len(means))


def _without(governed: Governed, showings: Mapping[str, Showing]) -> Iterator[tuple[str, Fraction]]:
    for family in dict.fromkeys(task.family for task in governed.book.tasks):
        rest = _headline([task for task in governed.book.tasks if task.family != family], showings)
        if rest.value is not None:
            yield family, rest.value


def _stability(showings: Sequence[Showing]) -> Statistic:
    """The mean over the tasks that were observed more than once."""
    values = [value for one in showings if (value := stability([one]).value) is not None]
    if not values:
        return Statistic(unavailable="no task was observed twice")
    return Statistic(value=sum(values, Fraction(0)) / len(values))


def _intervals(governed: Governed, studies: Sequence[Study]) -> Iterator[BootstrapInterval]:
    for study in studies:
        for trial in study.trials:
            solved = {one.task: one.solved for one in study.observations if one.trial == trial.number}
            yield _interval(governed, solved)


def _interval(governed: Governed, solved: Mapping[str, bool]) -> BootstrapInterval:
    counts: dict[str, list[bool]] = defaultdict(list)
    for task in governed.book.tasks:
        if task.id not in solved:
            return BootstrapInterval(low=None, high=None, reason="some tasks have no valid observation in this trial")
        counts[task.category].append(solved[task.id])
    if len({len(each) for each in counts.values()}) != 1:
        return BootstrapInterval(low=None, high=None, reason="the categories have different numbers of tasks")
    return bootstrap_interval([(sum(each), len(each)) for each in counts.values()])
