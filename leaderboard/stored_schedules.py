"""Reading accepted records of schedules: judged once at admission, recognised by their digest, scored every time.

Invariant: the score is `evaluator.schedule.score_schedules` of the stored rows and of nothing else.
"""

from __future__ import annotations

import json

from evaluator import ScheduleSuite
from evaluator.schedule import ScheduleScore, score_schedules
from evaluator.statistics import bits
from leaderboard.state import State
from leaderboard.stored_record import OPEN, StoredRecord, damaged
from records import Finding, Rejected
from submissions_schema import Submission

FEASIBLE, INFEASIBLE = "1", "0"
"""The letters of a sheet: a feasible schedule, another one; OPEN is null."""


class ScheduleReader:
    """Reads the records of one suite of schedules."""

    def __init__(self, suite: ScheduleSuite) -> None:
        self._suite = suite

    def read(self, state: State, sha256: str) -> StoredRecord:
        """The record with this digest. Raises Rejected naming what is damaged."""
        data = state.record(self._suite.corpus, sha256)
        try:
            submission = Submission.from_dict(json.loads(data))
            score = score_schedules(submission.schedules, self._suite)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Rejected([self._damaged(sha256, f"it is no submission ({type(error).__name__})")]) from error
        if submission.test_sha256 != self._suite.test_sha256 or submission.suite != self._suite.id:
            raise Rejected([self._damaged(sha256, f"it was made for other data than {self._suite.corpus}")])
        return self._stored(sha256, submission, score)

    def scored(self, submission: Submission) -> StoredRecord:
        """A submission that was read just now, scored in the same way."""
        return self._stored(submission.sha256, submission, score_schedules(submission.schedules, self._suite))

    def _stored(self, sha256: str, submission: Submission, score: ScheduleScore) -> StoredRecord:
        outcomes = score.outcomes.values()
        return StoredRecord(
            sha256=sha256,
            submission=submission,
            score=score,
            sheet="".join(_letter(one.answered, one.feasible) for one in outcomes),
            vector=bits(one.feasible for one in outcomes) & self._suite.scored_bits,
        )

    def _damaged(self, sha256: str, reason: str) -> Finding:
        return damaged(self._suite.corpus, sha256, reason)


def _letter(answered: bool, feasible: bool) -> str:
    if not answered:
        return OPEN
    return FEASIBLE if feasible else INFEASIBLE
