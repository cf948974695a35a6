"""One accepted submission as it is read back. Invariant: the score was counted anew from the stored rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from evaluator import AnyScore
from leaderboard.state import State
from records import Finding
from submissions_schema import Submission

OPEN = "-"
"""The letter of an item without an answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredRecord:
    """One accepted submission with its score; `sheet` and `vector` as in Entry."""

    sha256: str
    submission: Submission
    score: AnyScore
    sheet: str
    vector: int


class Reader(Protocol):
    """Reads the records of one suite."""

    def read(self, state: State, sha256: str) -> StoredRecord:
        """The record with this digest. Raises Rejected naming what is damaged."""

    def scored(self, submission: Submission) -> StoredRecord:
        """A submission that was read just now, scored in the same way."""


def damaged(corpus: str, sha256: str, reason: str) -> Finding:
    """The finding about a record that cannot be shown."""
    where = f"records/{corpus}/{sha256}.json"
    return Finding(code="B_RECORD", where=where, message=f"record {sha256[:12]} is damaged: {reason}")
