"""The score of schedules on the scheduling suite: integers first, then exact rationals.

Primary: full feasibility, the share of instances whose schedule holds every task and violates nothing. Secondary, never
used to rank above it: partial credit, the mean of clean tasks over all tasks. Invariant: nothing is rounded here, and
the order of rows and of assignments has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator.schedule.outcome import Outcome
from evaluator.schedule.suite import ScheduleSuite
from evaluator.schedule.summary import Summary, summary
from evaluator.tally import Tally
from submissions_schema import Cell, SchedulePrediction, schedules_sha256

SCHEMA = "nnai-schedule-score/1"
SCORER = "nnai-schedule-scorer/1"
RECEIPT = "scheduling"
"""The one category of a receipt's cells."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleScore:
    """The score record. `outcomes` are by instance id in suite order; `tiers` by tier, ascending."""

    suite: str
    test_sha256: str
    suite_digest: str
    predictions_sha256: str
    outcomes: Mapping[str, Outcome]
    tiers: Mapping[int, Summary]
    total: Summary

    @property
    def scorer(self) -> str:
        """The version of the scorer."""
        return SCORER

    @property
    def feasibility(self) -> Fraction:
        """F, the primary score."""
        return self.total.feasibility

    @property
    def headline(self) -> Fraction:
        """What the board orders by: full feasibility."""
        return self.feasibility

    def tally(self, *, tier: int | None = None) -> Tally:
        """Feasible, answered and all instances of a tier, or of the whole suite."""
        part = self.total if tier is None else self.tiers[tier]
        return Tally(correct=part.feasible, answered=part.answered, total=part.total)

    def cells(self) -> tuple[Cell, ...]:
        """The integers of a receipt: one cell a tier."""
        return tuple(
            Cell(category=RECEIPT, tier=tier, correct=part.feasible, answered=part.answered, total=part.total)
            for tier, part in self.tiers.items()
        )

    @property
    def partial_credit(self) -> Fraction:
        """PC, the secondary score."""
        return self.total.partial_credit

    @property
    def feasible_ids(self) -> frozenset[str]:
        """The instances that were solved: what paired tests compare."""
        return frozenset(name for name, outcome in self.outcomes.items() if outcome.feasible)

    def to_dict(self) -> dict[str, Any]:
        """The score record (schema nnai-schedule-score/1) as plain JSON values: integers and text, no floats."""
        return {
            "schema": SCHEMA,
            "scorer": SCORER,
            "suite": self.suite,
            "test_sha256": self.test_sha256,
            "suite_digest": self.suite_digest,
            "predictions_sha256": self.predictions_sha256,
            "tiers": [{"tier": tier, **part.to_dict()} for tier, part in self.tiers.items()],
            "total": self.total.to_dict(),
        }


def score_schedules(predictions: Iterable[SchedulePrediction], suite: ScheduleSuite) -> ScheduleScore:
    """Judge predictions that were read for this suite (`read_submission`, `read_upload`).

    Raises ValueError when the ids are not exactly the suite's: the reader refuses such files, so it is a fault here.
    """
    rows = tuple(predictions)
    schedules = {row.id: row.schedule for row in rows}
    if len(rows) != len(schedules) or schedules.keys() != suite.contract.known:
        raise ValueError("these predictions were not read for this suite")
    outcomes = {name: judge.outcome(schedules[name]) for name, judge in suite.judges.items()}
    tiers = {
        tier: summary((judge, outcomes[name]) for name, judge in suite.judges.items() if judge.instance.tier == tier)
        for tier in suite.tiers
    }
    return ScheduleScore(
        suite=suite.id,
        test_sha256=suite.test_sha256,
        suite_digest=suite.suite_digest,
        predictions_sha256=schedules_sha256(rows),
        outcomes=outcomes,
        tiers=tiers,
        total=summary((judge, outcomes[name]) for name, judge in suite.judges.items()),
    )
