"""What `--json` prints of accepted schedules.

Invariant: equal predictions give equal bytes, in Python and in the browser.
"""

from __future__ import annotations

from evaluator.schedule.scoring import ScheduleScore
from records import canonical_bytes


def schedule_report_bytes(score: ScheduleScore) -> bytes:
    """The score record in canonical JSON, without a final newline."""
    return canonical_bytes(score.to_dict())
