"""The score of predictions on a suite: integers first, then exact rationals.

Main score: the arithmetic mean of the category accuracies on all scored items; ABSTAIN counts as wrong; coverage and
answered-only accuracy stand beside it. Withdrawn items are answered and not counted; a category that has lost all its
items has no accuracy and is not averaged. Invariant: nothing is rounded here, and the order of rows has no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import eq
from typing import Any

from evaluator.statistics import percent, wilson_of_mean
from evaluator.suite import Stratum, Suite
from evaluator.tally import Tally, bounds, ratio
from evaluator.task_states import nothing_scored
from records import Rejected
from submissions_schema import ABSTAIN, Cell, Prediction, predictions_sha256

SCHEMA = "nnai-score/1"
SCORER = "nnai-scorer/1"


@dataclass(frozen=True, kw_only=True, slots=True)
class Count:
    """The counts of one category, tier and family."""

    category: str
    tier: int
    family: str
    correct: int
    answered: int
    total: int

    def to_dict(self) -> dict[str, Any]:
        """The row as it stands in a score record."""
        return {
            "category": self.category,
            "tier": self.tier,
            "family": self.family,
            "correct": self.correct,
            "answered": self.answered,
            "total": self.total,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """The score record. `counts` are in suite order; `categories` and `tiers` give the order of reports.

    `withdrawn` are the ids that do not count, in suite order; `over_all` is then the score over all items, which a
    withdrawal does not change (None where nothing is withdrawn).
    """

    suite: str
    test_sha256: str
    suite_digest: str
    predictions_sha256: str
    categories: tuple[str, ...]
    tiers: tuple[int, ...]
    counts: tuple[Count, ...]
    withdrawn: tuple[str, ...] = ()
    over_all: Score | None = None

    def tally(self, *, category: str | None = None, tier: int | None = None, family: str | None = None) -> Tally:
        """The sums over the counts that match; with no argument, over the whole suite."""
        rows = [
            row
            for row in self.counts
            if category in (None, row.category) and tier in (None, row.tier) and family in (None, row.family)
        ]
        return Tally(
            correct=sum(row.correct for row in rows),
            answered=sum(row.answered for row in rows),
            total=sum(row.total for row in rows),
        )

    @property
    def macro(self) -> Fraction:
        """Macro accuracy: the mean of the category accuracies on all scored items, not rounded before averaging."""
        rates = [rate for name in self.categories if (rate := self.tally(category=name).accuracy) is not None]
        return sum(rates, Fraction(0)) / len(rates)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the macro accuracy, both ends in 0..1."""
        parts = [self.tally(category=name) for name in self.categories]
        return wilson_of_mean([(part.correct, part.total) for part in parts if part.total])

    @property
    def whole(self) -> Score:
        """The score over all items, withdrawn ones too: what receipts and logged scores are about."""
        return self.over_all or self

    @property
    def scorer(self) -> str:
        """The version of the scorer."""
        return SCORER

    @property
    def headline(self) -> Fraction:
        """What the board orders by: the macro accuracy."""
        return self.macro

    def cells(self) -> tuple[Cell, ...]:
        """The integers of a receipt: one cell for each category and tier, in report order, over all items.

        A receipt is compared at review, maybe after a withdrawal, so no withdrawal may change it.
        """
        whole = self.whole
        return tuple(
            Cell(category=category, tier=tier, correct=part.correct, answered=part.answered, total=part.total)
            for category in self.categories
            for tier in self.tiers
            for part in (whole.tally(category=category, tier=tier),)
        )

    @property
    def coverage(self) -> Fraction:
        """Answered items over all scored items."""
        tally = self.tally()
        return Fraction(tally.answered, tally.total)

    @property
    def answered_only(self) -> Fraction | None:
        """Right answers over answered items; None when nothing was answered."""
        return self.tally().answered_only

    def to_dict(self) -> dict[str, Any]:
        """The score record (schema nnai-score/1) as plain JSON values: integers and text, no floats.

        Rationals are "n/d" in lowest terms; per cents and interval bounds have two decimals, half-even. Only where
        tasks are withdrawn there are `scored` (how many count) and `withdrawn` (the ids that do not).
        """
        macro = {"macro_accuracy": ratio(self.macro), "macro_accuracy_percent": percent(self.macro)}
        total = self.tally()
        counted = {"scored": total.total, "withdrawn": list(self.withdrawn)} if self.withdrawn else {}
        return {
            "schema": SCHEMA,
            "scorer": SCORER,
            "suite": self.suite,
            "test_sha256": self.test_sha256,
            "suite_digest": self.suite_digest,
            "predictions_sha256": self.predictions_sha256,
            "counts": [row.to_dict() for row in self.counts],
            "categories": [{"category": name, **self.tally(category=name).to_dict()} for name in self.categories],
            "tiers": [{"tier": tier, **self.tally(tier=tier).to_dict()} for tier in self.tiers],
            "total": {**total.to_dict(), **bounds(self.interval), **macro},
            **counted,
        }


def score(predictions: Iterable[Prediction], suite: Suite) -> Score:
    """Count predictions that were read for this suite (`read_submission`, `read_upload`).

    Raises Rejected C_NOTHING_SCORED where every task is withdrawn, and ValueError when the ids are not exactly the
    suite's: the reader refuses such files, so it is a fault here.
    """
    if not suite.scored:
        raise Rejected([nothing_scored(suite.id)])
    rows = tuple(predictions)
    labels = {row[0]: row[1] for row in rows}
    if len(rows) != len(labels) or labels.keys() != suite.contract.known:
        raise ValueError("these predictions were not read for this suite")
    return Score(
        suite=suite.id,
        test_sha256=suite.test_sha256,
        suite_digest=suite.suite_digest,
        predictions_sha256=predictions_sha256(rows),
        categories=tuple(category.id for category in suite.categories),
        tiers=suite.tiers,
        counts=tuple(_count(stratum, labels) for stratum in suite.strata),
        withdrawn=tuple(item.id for item in suite.items if item.id in suite.withdrawn),
        over_all=score(rows, suite.whole) if suite.withdrawn else None,
    )


def _count(stratum: Stratum, labels: Mapping[str, str]) -> Count:
    given = [labels[item] for item in stratum.gold]
    return Count(
        category=stratum.category,
        tier=stratum.tier,
        family=stratum.family,
        correct=sum(map(eq, given, stratum.gold.values())),
        answered=len(given) - given.count(ABSTAIN),
        total=len(given),
    )
