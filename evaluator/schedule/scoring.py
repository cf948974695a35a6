"""The score of schedules on the scheduling suite: integers first, then exact rationals.

Primary: full feasibility, the share of scored instances whose schedule holds every task and violates nothing.
Secondary, never used to rank above it: partial credit, the mean of clean tasks over all tasks. Withdrawn instances are
judged and not counted. Invariant: nothing is rounded here, and the order of rows and of assignments has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from evaluator.schedule.outcome import Outcome
from evaluator.schedule.suite import ScheduleSuite
from evaluator.schedule.summary import Summary, summary
from evaluator.tally import Tally
from evaluator.task_states import nothing_scored
from records import Rejected
from submissions_schema import Cell, SchedulePrediction, schedules_sha256

SCHEMA = "nnai-schedule-score/1"
SCORER = "nnai-schedule-scorer/1"
RECEIPT = "scheduling"
"""The one category of a receipt's cells."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleScore:
    """The score record. `outcomes` are of all instances by id in suite order; `tiers` by tier, ascending.

    `withdrawn` are the ids that do not count, in suite order; `over_all` is then the score over all instances, which a
    withdrawal does not change (None where nothing is withdrawn).
    """

    suite: str
    test_sha256: str
    suite_digest: str
    predictions_sha256: str
    outcomes: Mapping[str, Outcome]
    tiers: Mapping[int, Summary]
    total: Summary
    withdrawn: tuple[str, ...] = ()
    over_all: ScheduleScore | None = None

    @property
    def scorer(self) -> str:
        """The version of the scorer."""
        return SCORER

    @property
    def feasibility(self) -> Fraction:
        """F, the primary score."""
        return Fraction(self.tally().correct, self.tally().total)

    @property
    def headline(self) -> Fraction:
        """What the board orders by: full feasibility."""
        return self.feasibility

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the feasibility, both ends in 0..1."""
        return self.total.interval

    @property
    def coverage(self) -> Fraction:
        """Answered instances over all scored ones."""
        return Fraction(self.total.answered, self.total.total)

    @property
    def whole(self) -> ScheduleScore:
        """The score over all instances, withdrawn ones too: what receipts and logged scores are about."""
        return self.over_all or self

    def tally(self, *, tier: int | None = None) -> Tally:
        """Feasible, answered and all instances of a tier, or of the whole suite."""
        part = self.total if tier is None else self.tiers[tier]
        return Tally(correct=part.feasible, answered=part.answered, total=part.total)

    def cells(self) -> tuple[Cell, ...]:
        """The integers of a receipt: one cell a tier, over all instances, because no withdrawal may change it."""
        return tuple(
            Cell(category=RECEIPT, tier=tier, correct=part.feasible, answered=part.answered, total=part.total)
            for tier, part in self.whole.tiers.items()
        )

    @property
    def partial_credit(self) -> Fraction:
        """PC, the secondary score."""
        return self.total.partial / self.total.total

    @property
    def feasible_ids(self) -> frozenset[str]:
        """The scored instances that were solved: what paired tests compare."""
        withdrawn = frozenset(self.withdrawn)
        return frozenset(name for name, one in self.outcomes.items() if one.feasible and name not in withdrawn)

    def to_dict(self) -> dict[str, Any]:
        """The score record (schema nnai-schedule-score/1) as plain JSON values: integers and text, no floats.

        Only where tasks are withdrawn there are `scored` (how many count) and `withdrawn` (the ids that do not).
        """
        counted = {"scored": self.total.total, "withdrawn": list(self.withdrawn)} if self.withdrawn else {}
        return {
            "schema": SCHEMA,
            "scorer": SCORER,
            "suite": self.suite,
            "test_sha256": self.test_sha256,
            "suite_digest": self.suite_digest,
            "predictions_sha256": self.predictions_sha256,
            "tiers": [{"tier": tier, **part.to_dict()} for tier, part in self.tiers.items()],
            "total": self.total.to_dict(),
            **counted,
        }


def score_schedules(predictions: Iterable[SchedulePrediction], suite: ScheduleSuite) -> ScheduleScore:
    """Judge predictions that were read for this suite (`read_submission`, `read_upload`).

    Raises Rejected C_NOTHING_SCORED where every task is withdrawn, and ValueError when the ids are not exactly the
    suite's: the reader refuses such files, so it is a fault here.
    """
    if not suite.scored:
        raise Rejected([nothing_scored(suite.id)])
    rows = tuple(predictions)
    schedules = {row.id: row.schedule for row in rows}
    if len(rows) != len(schedules) or schedules.keys() != suite.contract.known:
        raise ValueError("these predictions were not read for this suite")
    outcomes = {name: judge.outcome(schedules[name]) for name, judge in suite.judges.items()}
    whole = _score(suite, schedules_sha256(rows), outcomes, frozenset())
    if not suite.withdrawn:
        return whole
    return replace(_score(suite, whole.predictions_sha256, outcomes, suite.withdrawn), over_all=whole)


def _score(
    suite: ScheduleSuite, predictions_sha256: str, outcomes: Mapping[str, Outcome], withdrawn: frozenset[str]
) -> ScheduleScore:
    judged = [(judge, outcomes[name]) for name, judge in suite.judges.items() if name not in withdrawn]
    return ScheduleScore(
        suite=suite.id,
        test_sha256=suite.test_sha256,
        suite_digest=suite.suite_digest,
        predictions_sha256=predictions_sha256,
        outcomes=outcomes,
        tiers={tier: summary(pair for pair in judged if pair[0].instance.tier == tier) for tier in suite.tiers},
        total=summary(judged),
        withdrawn=tuple(name for name in outcomes if name in withdrawn),
    )
