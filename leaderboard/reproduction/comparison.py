"""One run's predictions against the recorded ones, item by item. Gold is no input here: equality is all that is asked.

Invariant: every test id is compared; an output that the reader of submissions refuses has no count at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluator import AnySuite
from records import Finding, Rejected
from submissions_schema import Submission, predictions_sha256, read_upload, schedules_sha256


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """The predictions of all items by id, and the digest under which equal predictions are known."""

    rows: Mapping[str, Any]
    sha256: str


def recorded(submission: Submission) -> Answers:
    """The predictions of a stored record."""
    return _answers(submission.predictions, submission.schedules)


def read_answers(data: bytes, suite: AnySuite) -> Answers:
    """What a run wrote, read as an upload is. Raises Rejected with the reader's findings."""
    upload = read_upload(data, suite.contract)
    return _answers(upload.predictions, upload.schedules)


def differing(one: Answers, other: Answers, suite: AnySuite) -> tuple[str, ...]:
    """The ids whose predictions differ, in suite order."""
    return tuple(name for name in suite.contract.ids if one.rows[name] != other.rows[name])


def missing_output(name: str) -> Rejected:
    """What is said of a run that wrote nothing where the command names its output."""
    message = "the run ended well and wrote no predictions there"
    return Rejected([Finding(code="R_NO_OUTPUT", where=name, message=message)])


def _answers(predictions: tuple[Any, ...], schedules: tuple[Any, ...]) -> Answers:
    rows = predictions or schedules
    digest = schedules_sha256(schedules) if schedules else predictions_sha256(predictions)
    return Answers(rows={row.id: row for row in rows}, sha256=digest)
