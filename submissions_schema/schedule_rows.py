"""One scheduling prediction: an instance id and a schedule, or null for ABSTAIN; and the digest of equal predictions.

Invariant: the order of rows and of assignments carries no meaning: rows are held by id and assignments by task id, both
in plain text order, so equal content has equal canonical bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from json.encoder import encode_basestring_ascii as _quoted
from operator import itemgetter
from typing import Any, NamedTuple

from records import sha256_hex

LARGEST_START = 9_999


class InputMode(StrEnum):
    """What a system read of each question: the fields of its row, or its English text."""

    STRUCTURED = "structured"
    TEXT = "text"


class Assignment(NamedTuple):
    """One task's worker and start; ids are those of the row's own instance."""

    task: str
    worker: str
    start: int

    def to_dict(self) -> dict[str, Any]:
        """The assignment as it stands in a document."""
        return {"task": self.task, "worker": self.worker, "start": self.start}


class SchedulePrediction(NamedTuple):
    """The answer to one instance: assignments by task id, or None where the row says null."""

    id: str
    schedule: tuple[Assignment, ...] | None

    def to_dict(self) -> dict[str, Any]:
        """The row as it stands in a document."""
        schedule = None if self.schedule is None else [item.to_dict() for item in self.schedule]
        return {"id": self.id, "schedule": schedule}


_fields = itemgetter("task", "worker", "start")
# Assignment._make without its check of the length, which itemgetter guarantees: thousands are made for a document.
_assignment: Callable[[tuple[str, str, int]], Assignment] = partial(tuple.__new__, Assignment)


def schedules_by_id(rows: Iterable[dict[str, Any]]) -> tuple[SchedulePrediction, ...]:
    """The records of rows that have the shape of the schema, sorted."""
    by_id = sorted(map(itemgetter("id", "schedule"), rows), key=itemgetter(0))
    return tuple(SchedulePrediction(name, None if items is None else _assignments(items)) for name, items in by_id)


def schedules_sha256(predictions: Iterable[SchedulePrediction]) -> str:
    """SHA-256 (64 hex digits) of the canonical JSON array of the rows, sorted as `schedules_by_id` sorts them."""
    rows = (f'{{"id":{_quoted(row.id)},"schedule":{_spelt(row)}}}' for row in sorted(predictions, key=itemgetter(0)))
    return sha256_hex(f"[{','.join(rows)}]".encode("ascii"))


def _spelt(row: SchedulePrediction) -> str:
    if row.schedule is None:
        return "null"
    items = (
        f'{{"start":{start},"task":{_quoted(task)},"worker":{_quoted(worker)}}}'
        for task, worker, start in sorted(row.schedule)
    )
    return f"[{','.join(items)}]"


def _assignments(items: list[dict[str, Any]]) -> tuple[Assignment, ...]:
    return tuple(map(_assignment, sorted(map(_fields, items))))
