"""The solvers as judges of rows as they stand in a corpus file: plain JSON values in, an objection in words out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvers.scheduling import cp_sat
from solvers.scheduling.problem import FACTS, Problem, schedule_of
from solvers.scheduling.reading import read_text
from solvers.scheduling.slots import objection

Row = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]
EXACT_MISSING = (
    "whether an exact solver finds schedules without the witness, because OR-tools is not installed "
    f"(pip install {cp_sat.PACKAGE}=={cp_sat.PINNED})"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExactFinder:
    """An exact solver under its name and version; `find(row)` gives assignments or None."""

    name: str
    find: Callable[[Row], Rows | None]


def row_objection(row: Row, schedule: Rows) -> str | None:
    """What the time-slot table has against a schedule of the row; None if it is feasible. Raises Unreadable."""
    return objection(Problem.from_row(row), schedule_of(schedule))


def text_objection(row: Row, schedule: Rows) -> str | None:
    """None if the row's text says exactly what its fields say; the schedule is not looked at. Raises Unreadable."""
    read = read_text(str(row["text"]))
    wrong = [name for name in FACTS if _spelt(read[name]) != _spelt(row[name])]
    return f"the text says something else about {', '.join(wrong)}" if wrong else None


def exact_finder() -> ExactFinder | None:
    """CP-SAT if OR-tools is installed here, else None."""
    if not cp_sat.available():
        return None
    return ExactFinder(name=f"CP-SAT {cp_sat.installed_version()}", find=_find)


def _find(row: Row) -> Rows | None:
    found = cp_sat.find(Problem.from_row(row))
    return None if found is None else [item.to_dict() for item in found]


def _spelt(value: object) -> str:
    """JSON, so that true is not 1 and the order of lists counts."""
    return json.dumps(value, sort_keys=True)
