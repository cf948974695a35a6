"""Three integers and what follows from them: accuracy, coverage, answered-only accuracy, interval.

Invariant: rates are exact rationals, and None where no item is scored, never nought; they become text only in
`to_dict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator.statistics import percent, percent_of_float, wilson
from evaluator.task_states import DESCRIPTIVE


def ratio(value: Fraction) -> str:
    """A rational as "numerator/denominator" in lowest terms, also for whole numbers."""
    return f"{value.numerator}/{value.denominator}"


def rate(name: str, value: Fraction | None) -> dict[str, str | None]:
    """A rational under its name as "n/d", and under name_percent as text; both null where there is none."""
    return {
        name: None if value is None else ratio(value),
        f"{name}_percent": None if value is None else percent(value),
    }


def bounds(interval: tuple[float, float] | None) -> dict[str, str | None]:
    """The ends of an interval in per cent as text; both null where there is none."""
    low, high = (None, None) if interval is None else map(percent_of_float, interval)
    return {"wilson_low_percent": low, "wilson_high_percent": high}


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """Right, answered and all items of some part of a suite."""

    correct: int
    answered: int
    total: int

    @property
    def accuracy(self) -> Fraction | None:
        """Right answers over all items: an unanswered item is wrong. None where no item is scored."""
        return Fraction(self.correct, self.total) if self.total else None

    @property
    def coverage(self) -> Fraction | None:
        """Answered items over all items; None where no item is scored."""
        return Fraction(self.answered, self.total) if self.total else None

    @property
    def answered_only(self) -> Fraction | None:
        """Right answers over answered items; None when nothing was answered. Never used for order."""
        return Fraction(self.correct, self.answered) if self.answered else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `accuracy`, both ends in 0..1; all of it where no item is scored."""
        return wilson(self.correct, self.total)

    @property
    def descriptive_only(self) -> bool:
        """Whether so few items are scored that the numbers describe and support no claim."""
        return self.total < DESCRIPTIVE

    def to_dict(self) -> dict[str, Any]:
        """Integers, exact rationals as "n/d", per cents and interval bounds as text with two decimals; rates and bounds
        are null where no item is scored.
        """
        return {
            "correct": self.correct,
            "answered": self.answered,
            "total": self.total,
            **rate("accuracy", self.accuracy),
            **bounds(self.interval if self.total else None),
            **rate("coverage", self.coverage),
            **rate("answered_only", self.answered_only),
        }
