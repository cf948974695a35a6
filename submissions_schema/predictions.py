"""One prediction row, and the digest by which equal predictions are recognised.

Invariant: the order of rows carries no meaning, so every digest is taken over rows sorted by id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from records import canonical_bytes, sha256_hex

ABSTAIN = "ABSTAIN"
LABELS = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True, order=True)
class Prediction:
    """The answer to one test question: its `id`, and `label` A, B, C, D or ABSTAIN."""

    id: str
    label: str

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Prediction:
        """A row that has the shape of the schema."""
        return cls(data["id"], data["label"])

    def to_dict(self) -> dict[str, str]:
        """The row as it stands in a document."""
        return {"id": self.id, "label": self.label}


def predictions_sha256(predictions: Iterable[Prediction]) -> str:
    """SHA-256 (64 hex digits) of the canonical JSON array of the rows sorted by id."""
    return sha256_hex(canonical_bytes([row.to_dict() for row in sorted(predictions)]))
