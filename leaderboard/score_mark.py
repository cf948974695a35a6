"""The score of labels that a decision was taken on, as integers in the log.

Invariant: a mark is written from a recomputed score and compared with a recomputed score; nobody types it. It counts
all items, so that a withdrawal is no correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator import SCORER, Score
from leaderboard.fields import Fields


@dataclass(frozen=True, kw_only=True, slots=True)
class CellMark:
    """Integer counts of one category and tier."""

    category: str
    tier: int
    correct: int
    answered: int
    total: int

    def to_dict(self) -> dict[str, str | int]:
        """The counts as JSON."""
        return {
            "category": self.category,
            "tier": self.tier,
            "correct": self.correct,
            "answered": self.answered,
            "total": self.total,
        }

    @classmethod
    def from_dict(cls, value: object, where: str) -> CellMark:
        """Inverse of `to_dict`. Raises Rejected."""
        fields = Fields(value, where, {"category", "tier", "correct", "answered", "total"})
        mark = cls(
            category=fields.text("category"),
            tier=fields.count("tier"),
            correct=fields.count("correct"),
            answered=fields.count("answered"),
            total=fields.count("total"),
        )
        if not mark.correct <= mark.answered <= mark.total:
            fields.complain("correct", "correct <= answered <= total is expected")
        fields.finish()
        return mark


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreMark:
    """Scorer version and counts by category and tier, in suite order."""

    scorer: str
    cells: tuple[CellMark, ...]

    @property
    def correct(self) -> int:
        """Right answers over the suite."""
        return sum(cell.correct for cell in self.cells)

    @property
    def total(self) -> int:
        """Items of the suite."""
        return sum(cell.total for cell in self.cells)

    @property
    def headline(self) -> Fraction:
        """ "The arithmetic mean of the per-category accuracies on all items", exactly."""
        by_category: dict[str, list[int]] = {}
        for cell in self.cells:
            counts = by_category.setdefault(cell.category, [0, 0])
            counts[0] += cell.correct
            counts[1] += cell.total
        return sum((Fraction(k, n) for k, n in by_category.values()), Fraction(0)) / len(by_category)

    def to_dict(self) -> dict[str, Any]:
        """The mark as JSON."""
        return {"scorer": self.scorer, "cells": [cell.to_dict() for cell in self.cells]}

    @classmethod
    def from_dict(cls, value: object, where: str) -> ScoreMark:
        """Inverse of `to_dict`. Raises Rejected."""
        fields = Fields(value, where, {"scorer", "cells"})
        scorer, items = fields.text("scorer"), fields.items("cells")
        if not items:
            fields.complain("cells", "one or more cells are expected")
        fields.finish()
        return cls(
            scorer=scorer,
            cells=tuple(CellMark.from_dict(item, f"{where}/cells/{number}") for number, item in enumerate(items)),
        )


def mark_labels(score: Score) -> ScoreMark:
    """The mark of a recomputed score: its counts over all items, withdrawn ones too, summed over families."""
    cells: dict[tuple[str, int], list[int]] = {}
    for row in score.whole.counts:
        sums = cells.setdefault((row.category, row.tier), [0, 0, 0])
        for place, value in enumerate((row.correct, row.answered, row.total)):
            sums[place] += value
    return ScoreMark(
        scorer=SCORER,
        cells=tuple(
            CellMark(category=category, tier=tier, correct=correct, answered=answered, total=total)
            for (category, tier), (correct, answered, total) in cells.items()
        ),
    )
