"""What governance knows of a task: its place, its criteria and the contents that decide it; and what a kind must say.

Invariant: governance sees tasks, criteria and outcomes only; whatever else a kind knows stays behind its Adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from records import Finding, JsonValue

SCORING_SCHEMA = "criteria-v2"
"""A task is judged by booleans, one a criterion; it is solved when all are true. Points are derived, never stated."""

Answer = JsonValue
"""What a prediction row says of a task. Choice: "A".."D" or "ABSTAIN". Schedule: a list of placements, [] or null."""

Vector = Mapping[str, bool]
"""Criterion to whether it holds, in the order of the task's criteria."""

Row = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One governed task: a test item.

    `criteria` are all required. `entries` are (name, bytes) of every content that can change an outcome except the
    contract fixtures, sorted by name.
    """

    id: str
    category: str
    family: str
    tier: int
    criteria: tuple[str, ...]
    entries: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Adapter:
    """One kind of corpus as governance needs it.

    `field` is the key of the answer in a prediction row, `starter` the answer of somebody who has not begun, `tasks`
    makes the tasks of a suite from the rows of its test questions, `judges` gives for each task the function from a
    well-formed answer to its vector, and `read` returns an answer in normal form with what is wrong with it (a value
    that anybody may have written, the suite, the task's id, the pointer of the value).
    """

    name: str
    evaluator: str
    field: str
    starter: Answer
    tasks: Callable[[Any, tuple[Row, ...]], tuple[Task, ...]]
    judges: Callable[[Any], Mapping[str, Callable[[Answer], Vector]]]
    read: Callable[[Answer, Any, str, str], tuple[Answer, list[Finding]]]


def solved(vector: Vector) -> bool:
    """Whether every criterion holds."""
    return all(vector.values())
