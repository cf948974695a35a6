"""The score of schedules that a decision was taken on, as integers and exact rationals in the log.

Invariant: a mark is written from a recomputed score and compared with a recomputed score; nobody types it. It counts
all instances, so that a withdrawal is no correction.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from evaluator import ScheduleScore, ratio
from leaderboard.fields import Fields

_RATIO = re.compile(r"(0|[1-9][0-9]{0,8})/([1-9][0-9]{0,8})")
_COUNTS = ("tier", "feasible", "answered", "total", "tasks", "scheduled", "clean")


@dataclass(frozen=True, kw_only=True, slots=True)
class TierMark:
    """Integer counts of one tier, and `partial`: the sum of clean over all tasks of each instance, as "n/d"."""

    tier: int
    feasible: int
    answered: int
    total: int
    tasks: int
    scheduled: int
    clean: int
    partial: str

    def to_dict(self) -> dict[str, str | int]:
        """The counts as JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, value: object, where: str) -> TierMark:
        """Inverse of `to_dict`. Raises Rejected."""
        fields = Fields(value, where, {*_COUNTS, "partial"})
        mark = cls(**{name: fields.count(name) for name in _COUNTS}, partial=fields.text("partial"))
        if not mark.feasible <= mark.answered <= mark.total:
            fields.complain("feasible", "feasible <= answered <= total is expected")
        if not mark.clean <= mark.scheduled <= mark.tasks:
            fields.complain("clean", "clean <= scheduled <= tasks is expected")
        if not _RATIO.fullmatch(mark.partial):
            fields.complain("partial", 'a rational "n/d" is expected')
        fields.finish()
        return mark


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleMark:
    """Scorer version and counts by tier, ascending."""

    scorer: str
    tiers: tuple[TierMark, ...]

    @property
    def correct(self) -> int:
        """Feasible schedules over the suite."""
        return sum(part.feasible for part in self.tiers)

    @property
    def total(self) -> int:
        """Instances of the suite."""
        return sum(part.total for part in self.tiers)

    @property
    def headline(self) -> Fraction:
        """F: feasible schedules over all instances, exactly."""
        return Fraction(self.correct, self.total) if self.total else Fraction(0)

    def to_dict(self) -> dict[str, Any]:
        """The mark as JSON."""
        return {"scorer": self.scorer, "tiers": [part.to_dict() for part in self.tiers]}

    @classmethod
    def from_dict(cls, value: object, where: str) -> ScheduleMark:
        """Inverse of `to_dict`. Raises Rejected."""
        fields = Fields(value, where, {"scorer", "tiers"})
        scorer, items = fields.text("scorer"), fields.items("tiers")
        if not items:
            fields.complain("tiers", "one or more tiers are expected")
        fields.finish()
        return cls(
            scorer=scorer,
            tiers=tuple(TierMark.from_dict(item, f"{where}/tiers/{number}") for number, item in enumerate(items)),
        )


def mark_schedules(score: ScheduleScore) -> ScheduleMark:
    """The mark of a recomputed score: its counts over all instances, withdrawn ones too."""
    return ScheduleMark(
        scorer=score.scorer,
        tiers=tuple(
            TierMark(
                tier=tier,
                feasible=part.feasible,
                answered=part.answered,
                total=part.total,
                tasks=part.tasks,
                scheduled=part.scheduled,
                clean=part.clean,
                partial=ratio(part.partial),
            )
            for tier, part in score.whole.tiers.items()
        ),
    )
