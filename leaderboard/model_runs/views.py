"""How a run on each kind of suite is shown: its headline, where it went worst, its table, its figures as data.

Invariant: one view a kind of suite; the page and the block ask it and never for the kind, so suites are never mixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from evaluator import AnySuite, ScheduleSuite, Suite
from leaderboard.model_runs import labels, schedules

Lines = Iterator[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """Where the page of one kind of suite stands, and what it says of a score."""

    page: str
    head: str
    primary: str
    answered: str
    headline: Callable[[Any], str]
    weakest: Callable[[Any], str]
    table: Callable[[Any], Lines]
    block: Callable[[Any], dict[str, Any]]
    report_digest: Callable[[Any], str]


_VIEWS: dict[type[AnySuite], View] = {
    Suite: View(
        page="docs/MODEL_RUNS.md",
        head=labels.HEAD,
        primary="macro accuracy, %",
        answered="{answered} of {total} questions, {correct} of them right",
        headline=labels.headline,
        weakest=labels.weakest,
        table=labels.table,
        block=labels.block,
        report_digest=labels.report_digest,
    ),
    ScheduleSuite: View(
        page="docs/MODEL_RUNS_SCHEDULING.md",
        head=schedules.HEAD,
        primary="feasible, %",
        answered="{answered} of {total} instances, {correct} of them with a feasible schedule",
        headline=schedules.headline,
        weakest=schedules.weakest,
        table=schedules.table,
        block=schedules.block,
        report_digest=schedules.report_digest,
    ),
}


def view_of(suite: AnySuite) -> View:
    """The view of runs on a suite."""
    return _VIEWS[type(suite)]
