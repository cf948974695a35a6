"""Writing schedules: `{"predictions":[{"id","schedule"}, …]}` in canonical JSON, in question order, one line feed."""

from __future__ import annotations

from collections.abc import Sequence

from records import canonical_line
from solvers.scheduling import Problem, Schedule


def prediction_bytes(problems: Sequence[Problem], schedules: Sequence[Schedule | None]) -> bytes:
    """The predictions file."""
    rows = [
        {"id": problem.id, "schedule": None if schedule is None else [item.to_dict() for item in schedule]}
        for problem, schedule in zip(problems, schedules, strict=True)
    ]
    return canonical_line({"predictions": rows})
