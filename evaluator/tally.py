"""Three integers and what follows from them: accuracy, coverage, answered-only accuracy, interval.

Invariant: rates are exact rationals; they become text only in `to_dict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator.statistics import percent, percent_of_float, wilson


def ratio(value: Fraction) -> str:
    """A rational as "numerator/denominator" in lowest terms, also for whole numbers."""
    return f"{value.numerator}/{value.denominator}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """Right, answered and all items of some part of a suite."""

    correct: int
    answered: int
    total: int

    @property
    def accuracy(self) -> Fraction:
        """Right answers over all items: an unanswered item is wrong."""
        return Fraction(self.correct, self.total)

    @property
    def coverage(self) -> Fraction:
        """Answered items over all items."""
        return Fraction(self.answered, self.total)

    @property
    def answered_only(self) -> Fraction | None:
        """Right answers over answered items; None when nothing was answered. Never used for order."""
        return Fraction(self.correct, self.answered) if self.answered else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `accuracy`, both ends in 0..1."""
        return wilson(self.correct, self.total)

    def to_dict(self) -> dict[str, Any]:
        """Integers, exact rationals as "n/d", per cents and interval bounds as text with two decimals."""
        low, high = self.interval
        only = self.answered_only
        return {
            "correct": self.correct,
            "answered": self.answered,
            "total": self.total,
            "accuracy": ratio(self.accuracy),
            "accuracy_percent": percent(self.accuracy),
            "wilson_low_percent": percent_of_float(low),
            "wilson_high_percent": percent_of_float(high),
            "coverage": ratio(self.coverage),
            "coverage_percent": percent(self.coverage),
            "answered_only": None if only is None else ratio(only),
            "answered_only_percent": None if only is None else percent(only),
        }
