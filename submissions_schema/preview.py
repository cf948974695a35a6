"""The receipt of a browser preview: what the submitter's browser computed.

Invariant: a receipt is never trusted; review recomputes the score and compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """Integer counts of one category and tier."""

    category: str
    tier: int
    correct: int
    answered: int
    total: int

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Cell:
        """From an object that has the shape of the schema."""
        return cls(
            category=data["category"],
            tier=data["tier"],
            correct=data["correct"],
            answered=data["answered"],
            total=data["total"],
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "category": self.category,
            "tier": self.tier,
            "correct": self.correct,
            "answered": self.answered,
            "total": self.total,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """Scorer version, digest of the predictions that were scored, counts by category and tier."""

    scorer: str
    predictions_sha256: str
    counts: tuple[Cell, ...]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Preview:
        """From an object that has the shape of the schema."""
        return cls(
            scorer=data["scorer"],
            predictions_sha256=data["predictions_sha256"],
            counts=tuple(map(Cell.from_dict, data["counts"])),
        )

    def to_dict(self) -> dict[str, Any]:
        """The object as it stands in a document."""
        return {
            "scorer": self.scorer,
            "predictions_sha256": self.predictions_sha256,
            "counts": [cell.to_dict() for cell in self.counts],
        }
