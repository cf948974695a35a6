"""What a reader must know of a suite: the facts are passed in, never read here.

Invariant: everything that depends on a version's data comes from its manifest through this record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

DOCUMENT_SCHEMA = "nnai-submission/1"
MIB = 1 << 20


class RowKind(StrEnum):
    """What one prediction row holds beside its id."""

    LABEL = "label"
    SCHEDULE = "schedule"


class InstanceNames(NamedTuple):
    """The task ids and worker ids of one scheduling instance."""

    tasks: frozenset[str]
    workers: frozenset[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteContract:
    """One suite as seen by the reader.

    `suite` is the suite id, `test_sha256` the 64 hex digits of test.questions.jsonl, `ids` the test ids in suite
    order, `max_bytes` the largest document that is read, `instances` (schedule rows only) the names that each id knows.
    """

    suite: str
    test_sha256: str
    ids: tuple[str, ...]
    max_bytes: int = 2 * MIB
    row: RowKind = RowKind.LABEL
    instances: Mapping[str, InstanceNames] = field(default_factory=dict, repr=False)
    known: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", frozenset(self.ids))
        if len(self.known) != len(self.ids) or not self.ids:
            raise ValueError("a suite has one or more test ids, each of them once")
        if self.instances.keys() != (self.known if self.row is RowKind.SCHEDULE else frozenset()):
            raise ValueError("a suite of schedules names tasks and workers of every test id, another suite of none")
