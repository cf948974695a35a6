"""The score in a log line, whatever the kind of its suite.

Invariant: the scorer that a mark names says what the mark holds; the marks of one kind are never read as another's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from evaluator import AnyScore, ScheduleScore, Score
from leaderboard.schedule_mark import ScheduleMark, mark_schedules
from leaderboard.score_mark import ScoreMark, mark_labels

Mark = ScoreMark | ScheduleMark
"""Both have: scorer, correct, total, headline, to_dict()."""

_MAKE: dict[type[AnyScore], Callable[[Any], Mark]] = {Score: mark_labels, ScheduleScore: mark_schedules}
_READ: dict[str, Callable[[object, str], Mark]] = {"nnai-schedule-scorer": ScheduleMark.from_dict}


def mark_score(score: AnyScore) -> Mark:
    """The mark of a recomputed score over all tasks."""
    return _MAKE[type(score)](score)


def read_mark(value: object, where: str) -> Mark:
    """Inverse of `to_dict`. Raises Rejected."""
    scorer = value.get("scorer") if isinstance(value, Mapping) else None
    family = scorer.partition("/")[0] if isinstance(scorer, str) else ""
    return _READ.get(family, ScoreMark.from_dict)(value, where)
