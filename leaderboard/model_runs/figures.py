"""Counts and intervals of a part of a suite, as text for a table and as data for a block."""

from __future__ import annotations

from typing import Any

from evaluator import Tally, percent
from evaluator.statistics import percent_of_float


def interval_text(interval: tuple[float, float]) -> str:
    """ "24.42 to 30.22", in per cent."""
    low, high = interval
    return f"{percent_of_float(low)} to {percent_of_float(high)}"


def tally_block(tally: Tally) -> dict[str, Any]:
    """Counts, per cent and interval of one part of the suite."""
    low, high = tally.interval
    return {
        "correct": tally.correct,
        "answered": tally.answered,
        "total": tally.total,
        "percent": None if tally.accuracy is None else percent(tally.accuracy),
        "wilson_percent": [percent_of_float(low), percent_of_float(high)] if tally.total else None,
    }
