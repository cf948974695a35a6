"""Reading accepted records: judged once at admission, recognised by their digest ever after, scored every time.

Invariant: a record whose bytes have the digest that its decision names is what was admitted, so it is not judged again;
its score is counted anew from its rows, and equals `evaluator.score` (a test compares them).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from evaluator import Count, Score, Suite
from evaluator.statistics import bits, correctness
from leaderboard.state import State
from records import Finding, Rejected, sha256_hex
from submissions_schema import ABSTAIN, LABELS, Prediction, Submission

OPEN = "-"
"""The letter of an item without an answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredRecord:
    """One accepted submission with its score; `sheet` and `vector` as in Entry."""

    sha256: str
    submission: Submission
    score: Score
    sheet: str
    vector: int


@dataclass(frozen=True, slots=True)
class _Row:
    """One possible row of a suite: made once, shared by every record that holds it."""

    prediction: Prediction
    letter: str
    raw: bytes


class RecordReader:
    """Reads the records of one suite. Scores by bit masks, because a board has a thousand records of 900 rows."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        ids = [item.id for item in suite.items]
        self._gold = "".join(item.label for item in suite.items)
        self._rows = {name: {label: _row(name, label) for label in (*LABELS, ABSTAIN)} for name in ids}
        places = {name: place for place, name in enumerate(sorted(ids))}
        self._suite_order = [places[name] for name in ids]
        self._cells = [
            (category.id, tier, family, mask, mask.bit_count())
            for category in suite.categories
            for tier in suite.tiers
            for family in category.families
            if (mask := bits((i.category, i.tier, i.family) == (category.id, tier, family) for i in suite.items))
        ]

    def read(self, state: State, sha256: str) -> StoredRecord:
        """The record with this digest. Raises Rejected naming what is damaged."""
        data = state.record(self._suite.corpus, sha256)
        try:
            document = json.loads(data)
            rows = self._checked_rows(document)
            bare = Submission.from_dict({**document, "predictions": []})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Rejected([self._damaged(sha256, f"it is no submission ({type(error).__name__})")]) from error
        if document["test_sha256"] != self._suite.test_sha256 or document["suite"] != self._suite.id:
            raise Rejected([self._damaged(sha256, f"it was made for other data than {self._suite.corpus}")])
        submission = replace(bare, predictions=tuple(row.prediction for row in rows))
        return self._scored(sha256, submission, rows)

    def scored(self, submission: Submission) -> StoredRecord:
        """A submission that was read just now, scored in the same way."""
        rows = [self._rows[row.id][row.label] for row in sorted(submission.predictions, key=lambda row: row.id)]
        return self._scored(submission.sha256, submission, rows)

    def _checked_rows(self, document: Mapping[str, Any]) -> list[_Row]:
        rows = [self._rows[row["id"]][row["label"]] for row in document["predictions"]]
        ids = [row.prediction.id for row in rows]
        if len(ids) != len(self._rows) or ids != sorted(self._rows):
            raise ValueError("one row for each test id, sorted by id, is expected")
        return rows

    def _scored(self, sha256: str, submission: Submission, rows: list[_Row]) -> StoredRecord:
        letters = [row.letter for row in rows]
        sheet = "".join([letters[place] for place in self._suite_order])
        vector = correctness(sheet, self._gold)
        answered = bits(letter != OPEN for letter in sheet)
        suite = self._suite
        score = Score(
            suite=suite.id,
            test_sha256=suite.test_sha256,
            suite_digest=suite.suite_digest,
            predictions_sha256=sha256_hex(b"[" + b",".join([row.raw for row in rows]) + b"]"),
            categories=tuple(category.id for category in suite.categories),
            tiers=suite.tiers,
            counts=tuple(
                Count(
                    category=category,
                    tier=tier,
                    family=family,
                    correct=(vector & mask).bit_count(),
                    answered=(answered & mask).bit_count(),
                    total=total,
                )
                for category, tier, family, mask, total in self._cells
            ),
        )
        return StoredRecord(sha256=sha256, submission=submission, score=score, sheet=sheet, vector=vector)

    def _damaged(self, sha256: str, reason: str) -> Finding:
        where = f"records/{self._suite.corpus}/{sha256}.json"
        return Finding(code="B_RECORD", where=where, message=f"record {sha256[:12]} is damaged: {reason}")


def _row(name: str, label: str) -> _Row:
    prediction = Prediction(name, label)
    return _Row(prediction, OPEN if label == ABSTAIN else label, f'{{"id":"{name}","label":"{label}"}}'.encode("ascii"))


@lru_cache(maxsize=4)
def reader_for(suite: Suite) -> RecordReader:
    """The reader of a suite, made once: its tables of rows cost more than reading a record."""
    return RecordReader(suite)
