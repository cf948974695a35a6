"""Scheduling baselines: controls by chance, two greedy schedulers, a randomised search, and the exact reference.

Invariant: they read the label-free test questions and nothing else; ties always go to the lowest id.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.scheduling import chance, greedy
from baselines.scheduling.exact import exact
from baselines.scheduling.inputs import load
from baselines.scheduling.output import prediction_bytes
from baselines.scheduling.restarts import restarts
from solvers.scheduling import Problem, Schedule

Scheduler = Callable[[Problem, int], Schedule | None]
CONTROLS: dict[str, Scheduler] = {
    "null": chance.null,
    "random": chance.anywhere,
    "in-window": chance.in_window,
    "edf": greedy.edf,
    "list": greedy.list_schedule,
}
"""name -> (question, seed) -> a schedule, or None to abstain. The launch controls."""
REFERENCES: dict[str, Scheduler] = {"restarts": restarts, "cp-sat": exact}
"""Maintainer-run search, and the exact solver as an authored reference line (needs OR-tools at one pinned version)."""

__all__ = ["CONTROLS", "REFERENCES", "Problem", "Schedule", "Scheduler", "load", "prediction_bytes"]
