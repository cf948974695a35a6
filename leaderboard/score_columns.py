"""The columns of a board that depend on the kind of its suite: what a score says, and what only that kind discloses.

Invariant: cells of counts and per cents hold digits and "." alone (an exact rational is two columns, because a
spreadsheet reads n/d as a date), and nothing where no task is scored; the columns are API, and new ones are added at
the end of their group.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator import AnySuite, ScheduleScore, ScheduleSuite, Score, Suite, Tally, percent
from evaluator.schedule import KINDS, Constraint
from submissions_schema import Submission


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreColumns:
    """`disclosed` columns are filled for every entry, score columns stay empty for a tombstone.

    `parts` name the columns of how many tasks each part of the suite counts, `sizes` fill them: they stand at the end
    of a board of which tasks are withdrawn, and nowhere else.
    """

    disclosed: tuple[str, ...]
    disclosures: Callable[[Submission], list[str]]
    names: Callable[[Any], tuple[str, ...]]
    cells: Callable[[Any], list[str]]
    parts: Callable[[Any], tuple[str, ...]]
    sizes: Callable[[Any], list[str]]


def score_columns(suite: AnySuite) -> ScoreColumns:
    """The columns of a suite's kind."""
    return _OF[type(suite)]


def _label_names(suite: Suite) -> tuple[str, ...]:
    middle = [f"{one.id}_{what}" for one in suite.categories for what in ("correct", "accuracy_percent")]
    overall = ("correct", "answered", "total", "macro_accuracy_percent")
    return (*overall, *middle, "coverage_percent", "answered_only_percent")


def _label_cells(score: Score) -> list[str]:
    total = score.tally()
    cells = [*_counts(total), percent(score.macro)]
    for name in score.categories:
        part = score.tally(category=name)
        cells += [str(part.correct) if part.total else "", _rate(part.accuracy)]
    return [*cells, percent(score.coverage), _rate(total.answered_only)]


def _schedule_names(suite: ScheduleSuite) -> tuple[str, ...]:
    tiers = [f"tier_{tier}_{what}" for tier in suite.tiers for what in ("feasible", "feasible_percent")]
    partial = [f"tier_{tier}_partial_credit_percent" for tier in suite.tiers]
    return (
        *("feasible", "answered", "total", "feasible_percent"),
        *tiers,
        *("partial_credit_numerator", "partial_credit_denominator", "partial_credit_percent"),
        *partial,
        *("coverage_percent", "task_coverage_percent", "clean_rate_percent", "answered_only_percent"),
        "violations",
        *(f"{kind}_satisfied_percent" for kind in KINDS),
    )


def _schedule_cells(score: ScheduleScore) -> list[str]:
    total, parts, tally = score.total, score.tiers.values(), score.tally()
    cells = [*_counts(tally), percent(score.feasibility)]
    for part in parts:
        cells += [str(part.feasible) if part.total else "", _rate(part.feasibility)]
    credit = score.partial_credit
    cells += [str(credit.numerator), str(credit.denominator), percent(credit)]
    cells += [_rate(part.partial_credit) for part in parts]
    cells += [percent(score.coverage), percent(Fraction(total.scheduled, total.tasks))]
    cells += [_rate(_share(total.clean, total.scheduled)), _rate(tally.answered_only), str(total.violations)]
    return [*cells, *(_rate(_micro(row)) for row in total.constraints)]


def _micro(row: Constraint) -> Fraction | None:
    return _share(row.satisfied, row.obligations)


def _share(over: int, under: int) -> Fraction | None:
    return Fraction(over, under) if under else None


def _rate(value: Fraction | None) -> str:
    return "" if value is None else percent(value)


def _counts(tally: Tally) -> tuple[str, str, str]:
    return str(tally.correct), str(tally.answered), str(tally.total)


_OF: dict[type[AnySuite], ScoreColumns] = {
    Suite: ScoreColumns(
        disclosed=(),
        disclosures=lambda submission: [],
        names=_label_names,
        cells=_label_cells,
        parts=lambda suite: tuple(f"{one.id}_total" for one in suite.categories),
        sizes=lambda score: [str(score.tally(category=name).total) for name in score.categories],
    ),
    ScheduleSuite: ScoreColumns(
        disclosed=("input_mode",),
        disclosures=lambda submission: [str(submission.input_mode or "")],
        names=_schedule_names,
        cells=_schedule_cells,
        parts=lambda suite: tuple(f"tier_{tier}_total" for tier in suite.tiers),
        sizes=lambda score: [str(part.total) for part in score.tiers.values()],
    ),
}
