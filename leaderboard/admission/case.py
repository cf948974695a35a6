"""One pull request laid out for judgement: what it changes, the submission in it, the board it wants to join.

Invariant: everything a rule looks at is in the case; a rule reads nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluator import AnyScore, AnySuite
from leaderboard.entry import Entry
from leaderboard.history import RecordHistory
from leaderboard.ports import ChangedFileView
from records import Finding
from submissions_schema import Submission

Probe = Callable[[str], str | None]
"""Asks whether an address answers: None where it does, else what went wrong. Only passed when online."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """A pull request at its head commit.

    `path` and `data` are the one file that could be the submission (None without one), `faults` what its reader found,
    `sheet` its labels in suite order, `on_main` the bytes that `main` already holds at that path, `earlier` the entries
    of the board, `known` the history of a record with the same content.
    """

    number: int
    author: str
    status: str
    head: str
    files: Sequence[ChangedFileView]
    suite: AnySuite
    path: str | None
    data: bytes | None
    on_main: bytes | None
    faults: tuple[Finding, ...]
    submission: Submission | None
    sheet: str
    score: AnyScore | None
    earlier: Sequence[Entry]
    known: RecordHistory | None
    probe: Probe | None
