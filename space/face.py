"""How a suite of each kind looks on its board: heading, columns, what its interval means, and a score as text.

Invariant: nothing is scored here; numbers arrive as exact values and leave as text, rounded once. A suite's face names
that suite's numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator import DESCRIPTIVE, AnyScore, AnySuite, ScheduleScore, ScheduleSuite, Score, Suite, percent
from submissions_schema import LABELS

CHANCE = Fraction(1, len(LABELS))
"""What guessing one of the labels gives."""
_FINE = 10**9
_RANKS = (
    "Ranks are ordered by the exact score; the small numbers give the rank interval: the best and worst rank that "
    "exact paired tests leave open (Holm, 5 %)."
)
_DRAWS = (
    "The interval is the spread over other draws of the same grammar (95 %, Wilson), not over tasks in general: "
    "a deterministic solver has no sampling error on this test."
)
CALIBRATING = (
    "Tasks that are calibrating are scored for development and comparison; a corpus that is not active supports no "
    "active leaderboard claim."
)
MEANING = f"{_DRAWS} {_RANKS}"
SCHEDULE_MEANING = (
    "Feasible: every task is scheduled and no constraint is violated. Partial credit is the mean of clean tasks over "
    "all tasks; it never ranks. Exact search saturates the tiers that separate heuristics: a perfect narrow solver is "
    f"not general intelligence. {_DRAWS} {_RANKS}"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """One column of cells: its short name, its whole one, and a remark on all of its numbers."""

    label: str
    title: str
    remark: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One heat cell: the whole per cent, the count behind it in words, and what it is sorted by.

    Where no task of it is scored, `percent` is "" and `key` None: a place without a number, never a nought.
    """

    name: str
    percent: str
    detail: str
    key: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreView:
    """A score as text: per cents, the 95 % interval's ends; `order` is the place of the exact score among all."""

    main: str
    low: str
    high: str
    order: int
    cells: tuple[Cell, ...]
    answered: int
    coverage: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Face:
    """The face of one suite.

    `chance` is None where guessing has no rate of its own, `counted` says how many tasks its scores are over, `states`
    in which lifecycle states these are ("" without a registry).
    """

    headline: str
    shape: str
    counted: str
    states: str
    columns: tuple[Heading, ...]
    chance: Fraction | None
    meaning: str
    cells: Callable[[Any], tuple[Cell, ...]]

    def view(self, score: AnyScore, order: int) -> ScoreView:
        """A score of this suite as text."""
        low, high = score.interval
        return ScoreView(
            main=percent(score.headline),
            low=percent(Fraction(low), 1),
            high=percent(Fraction(high), 1),
            order=order,
            cells=self.cells(score),
            answered=score.tally().answered,
            coverage=percent(score.coverage, 0),
        )


def face_of(suite: AnySuite) -> Face:
    """The face of a suite of any kind."""
    return _OF[type(suite)](suite)


def _choice(suite: Suite) -> Face:
    def cells(score: Score) -> tuple[Cell, ...]:
        tallies = ((one.name, score.tally(category=one.id)) for one in suite.categories)
        return tuple(_cell(name, part.correct, part.total) for name, part in tallies)

    return Face(
        headline="Macro accuracy",
        shape=f"{len(suite.items)} items · {len(suite.categories)} categories × {len(suite.tiers)} tiers",
        counted=counted_tasks(suite),
        states=suite.task_states.scored_in_words,
        columns=tuple(
            Heading(
                label=_abbreviated(one.name),
                title=one.name,
                remark=remark_on(sum(item.category == one.id for item in suite.scored)),
            )
            for one in suite.categories
        ),
        chance=CHANCE,
        meaning=MEANING,
        cells=cells,
    )


def _schedule(suite: ScheduleSuite) -> Face:
    def cells(score: ScheduleScore) -> tuple[Cell, ...]:
        tiers = (_cell(f"Tier {tier} feasible", part.feasible, part.total) for tier, part in score.tiers.items())
        credit = score.partial_credit
        words = f"{percent(credit)} % of the tasks, clean over all"
        part = Cell(name="Partial credit", percent=percent(credit, 0), detail=words, key=int(credit * _FINE))
        return (*tiers, part)

    def tier(number: int) -> Heading:
        scored = sum(instance.tier == number for instance in suite.scored)
        return Heading(label=f"Tier {number}", title=f"Feasible schedules of tier {number}", remark=remark_on(scored))

    return Face(
        headline="Feasible",
        shape=f"{len(suite.instances)} instances · {len(suite.tiers)} tiers",
        counted=counted_tasks(suite),
        states=suite.task_states.scored_in_words,
        columns=(
            *map(tier, suite.tiers),
            Heading(label="Partial", title="Partial credit: clean tasks over all tasks"),
        ),
        chance=None,
        meaning=SCHEDULE_MEANING,
        cells=cells,
    )


_OF: dict[type[AnySuite], Callable[[Any], Face]] = {Suite: _choice, ScheduleSuite: _schedule}


def counted_tasks(suite: AnySuite) -> str:
    """How many tasks a score of the suite is over: "900 tasks", or "897 of 900 tasks" where some are withdrawn."""
    scored, every = len(suite.scored), len(suite.contract.ids)
    return f"{every} tasks" if scored == every else f"{scored} of {every} tasks"


def remark_on(scored: int) -> str:
    """What stands beside the numbers of a part of the suite with so many scored tasks."""
    if not scored:
        return "no task scored"
    return "descriptive only" if scored < DESCRIPTIVE else ""


def _cell(name: str, over: int, under: int) -> Cell:
    if not under:
        return Cell(name=name, percent="", detail="no task is scored", key=None)
    return Cell(name=name, percent=percent(Fraction(over, under), 0), detail=f"{over} of {under}", key=over)


def _abbreviated(name: str) -> str:
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 2]}."


SHORT_NAME = 7
"""Characters of a category that fit above a heat cell."""
