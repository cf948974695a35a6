"""Verdicts of the solvers on answers as prediction rows hold them: accepted, refused, or the question cannot be read.

Invariant: a verdict follows from the question row as a system sees it and the answer; no gold takes part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from solvers.scheduling.problem import Problem, schedule_of
from solvers.scheduling.reading import read_text
from solvers.scheduling.slots import objection
from solvers.text import Solver, Unreadable

Row = Mapping[str, Any]
LABELS = "ABCD"


def option_verdict(panel: Sequence[Solver], row: Row, answer: Any) -> bool | None:
    """Whether the option with the label `answer` is true, says the solver of the panel that knows the question."""
    question = row["question"]
    for solver in panel:
        found = list(solver.opening.finditer(question))
        if found and found[-1].end() == len(question):
            try:
                return solver.decide(question, row["options"][LABELS.index(answer)])
            except Unreadable:
                return None
    return None


def slots_verdict(row: Row, answer: Any) -> bool | None:
    """Whether a time-slot table finds nothing against a schedule of the row's instance."""
    try:
        return _feasible(Problem.from_row(row), answer)
    except Unreadable:
        return None


def text_verdict(row: Row, answer: Any) -> bool | None:
    """The same for the instance as the English alone tells it."""
    try:
        return _feasible(_told(str(row["text"])), answer)
    except Unreadable:
        return None


def _feasible(problem: Problem, answer: Any) -> bool:
    return objection(problem, schedule_of(answer)) is None


@lru_cache(maxsize=1)
def _told(text: str) -> Problem:
    """The instance of a text; answers to one question come one after another, so one is kept."""
    return Problem.from_row({"id": "as told", "tier": 0, "text": text, **read_text(text)})
