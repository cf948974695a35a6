"""Verdicts of the solvers on answers as prediction rows hold them: accepted, refused, or the question cannot be read.

Invariant: a verdict follows from the question row as a system sees it and the answer; no gold takes part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solvers.scheduling.problem import FACTS, Problem, schedule_of
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
        return objection(Problem.from_row(row), schedule_of(answer)) is None
    except Unreadable:
        return None


def text_verdict(row: Row, answer: Any) -> bool | None:
    """The same for the instance as the English alone tells it."""
    try:
        told = read_text(str(row["text"]))
    except Unreadable:
        return None
    kept = {name: row[name] for name in ("id", "tier", "text")}
    return slots_verdict({**kept, **{name: told[name] for name in FACTS}}, answer)
