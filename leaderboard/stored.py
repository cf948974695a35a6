"""Reading accepted records of labels: judged once at admission, recognised by their digest, scored every time.

Invariant: a record whose bytes have the digest that its decision names is what was admitted, so it is not judged again;
its score is counted anew from its rows, and equals `evaluator.score` (a test compares them).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from evaluator import AnySuite, Count, ScheduleSuite, Score, Suite
from evaluator.statistics import bits
from leaderboard.state import State
from leaderboard.stored_record import OPEN, Reader, StoredRecord, damaged
from leaderboard.stored_schedules import ScheduleReader
from records import Finding, Rejected, sha256_hex
from submissions_schema import ABSTAIN, LABELS, Prediction, Submission, predictions_sha256


class RecordReader:
    """Reads the records of one suite. Works on whole rows of letters, because a board has a thousand records of 900."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        ids = [item.id for item in suite.items]
        self._ids = sorted(ids)
        self._pool = [{label: Prediction(name, label) for label in (*LABELS, ABSTAIN)} for name in self._ids]
        place = {name: number for number, name in enumerate(self._ids)}
        self._suite_order = itemgetter(*(place[name] for name in ids))
        self._gold = {label: bits(item.label == label for item in suite.items) for label in LABELS}
        self._cells = [
            (category.id, tier, family, mask)
            for category in suite.categories
            for tier in suite.tiers
            for family in category.families
            if (mask := bits((i.category, i.tier, i.family) == (category.id, tier, family) for i in suite.items))
        ]
        self._withdrawn = tuple(name for name in ids if name in suite.withdrawn)
        self._everything = (1 << len(ids)) - 1

    def read(self, state: State, sha256: str) -> StoredRecord:
        """The record with this digest. Raises Rejected naming what is damaged."""
        data = state.record(self._suite.corpus, sha256)
        try:
            document = json.loads(data)
            rows = document["predictions"]
            if [row["id"] for row in rows] != self._ids:
                raise ValueError("one row for each test id, sorted by id, is expected")
            labels = [row["label"] for row in rows]
            predictions = tuple([known[label] for known, label in zip(self._pool, labels, strict=True)])
            bare = Submission.from_dict({**document, "predictions": []})
            predictions_digest = sha256_hex(_rows_of(data))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Rejected([self._damaged(sha256, f"it is no submission ({type(error).__name__})")]) from error
        if bare.test_sha256 != self._suite.test_sha256 or bare.suite != self._suite.id:
            raise Rejected([self._damaged(sha256, f"it was made for other data than {self._suite.corpus}")])
        return self._scored(sha256, replace(bare, predictions=predictions), labels, predictions_digest)

    def scored(self, submission: Submission) -> StoredRecord:
        """A submission that was read just now, scored in the same way."""
        rows = sorted(submission.predictions)
        labels = [row.label for row in rows]
        return self._scored(submission.sha256, submission, labels, predictions_sha256(rows))

    def _scored(self, sha256: str, submission: Submission, labels: list[str], digest: str) -> StoredRecord:
        """`labels` stand in the order of sorted ids."""
        sheet = "".join(self._suite_order(labels)).replace(ABSTAIN, OPEN)
        given = {label: int(sheet.translate(_ONLY[label])[::-1], 2) for label in LABELS}
        vector = answered = 0
        for label, mask in given.items():
            vector |= mask & self._gold[label]
            answered |= mask
        score = self._score(vector, answered, digest, self._everything)
        if self._withdrawn:
            some = self._score(vector, answered, digest, self._suite.scored_bits)
            score = replace(some, withdrawn=self._withdrawn, over_all=score)
        vector &= self._suite.scored_bits
        return StoredRecord(sha256=sha256, submission=submission, score=score, sheet=sheet, vector=vector)

    def _score(self, vector: int, answered: int, digest: str, counted: int) -> Score:
        suite = self._suite
        return Score(
            suite=suite.id,
            test_sha256=suite.test_sha256,
            suite_digest=suite.suite_digest,
            predictions_sha256=digest,
            categories=tuple(category.id for category in suite.categories),
            tiers=suite.tiers,
            counts=self._counts(vector, answered, counted),
        )

    def _counts(self, vector: int, answered: int, counted: int) -> tuple[Count, ...]:
        return tuple(
            Count(
                category=category,
                tier=tier,
                family=family,
                correct=(vector & mask & counted).bit_count(),
                answered=(answered & mask & counted).bit_count(),
                total=total,
            )
            for category, tier, family, mask in self._cells
            if (total := (mask & counted).bit_count())
        )

    def _damaged(self, sha256: str, reason: str) -> Finding:
        return damaged(self._suite.corpus, sha256, reason)


_ONLY = {label: {ord(letter): "01"[letter == label] for letter in (*LABELS, OPEN)} for label in LABELS}


def _rows_of(data: bytes) -> bytes:
    """The canonical array of rows inside canonical bytes: no text can hold an unescaped quote, no row a bracket."""
    start = data.index(_ROWS) + len(_ROWS)
    return data[start : data.index(b"]", start) + 1]


_ROWS = b'"predictions":'


@lru_cache(maxsize=4)
def reader_for(suite: AnySuite) -> Reader:
    """The reader of a suite, made once: its tables cost more than reading a record."""
    return _READERS[type(suite)](suite)


_READERS: dict[type[AnySuite], Callable[[Any], Reader]] = {Suite: RecordReader, ScheduleSuite: ScheduleReader}
