"""Laying a case out: one read of the pull request, everything else at the head commit that this read named.

Invariant: bytes are fetched by commit id, never by the name of a moving ref, so what is judged is one state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard.admission.case import Case, Probe
from leaderboard.entry import Board, Entry
from leaderboard.history import RecordHistory
from leaderboard.ports import QUEUE, Hub, PullView
from leaderboard.stored import reader_for
from records import Finding, Rejected
from submissions_schema import Submission, read_submission

Known = Mapping[tuple[str, str], RecordHistory]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    submission: Submission | None = None
    faults: tuple[Finding, ...] = ()

    @property
    def foreign(self) -> bool:
        """Whether the document names another suite."""
        return any(fault.code == "E_BENCH_ID" for fault in self.faults)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Proposed:
    """The bytes that are judged, and where they come from: nothing but the bytes for a maintainer's own file."""

    data: bytes | None
    pull: PullView | None = None
    path: str | None = None
    on_main: bytes | None = None


def fetch_case(hub: Hub, number: int, boards: Sequence[Board], known: Known, probe: Probe | None) -> Case:
    """The pull request `number` of the queue at its head. The suite is the one whose folder its file is in."""
    pull = hub.pull(QUEUE, number)
    path, named = _candidate(pull, boards)
    head = pull.summary.head
    data = hub.read(QUEUE, path, head) if path is not None and head else None
    board, reading = _judged(data, (named,) if named else boards)
    on_main = hub.read(QUEUE, path, "main") if path is not None else None
    return _case(board, reading, known, probe, _Proposed(data=data, pull=pull, path=path, on_main=on_main))


def own_case(data: bytes, boards: Sequence[Board], known: Known) -> Case:
    """A maintainer's own file: the same reader, the same score, no pull request. The suite is the one it names."""
    board, reading = _judged(data, boards)
    return _case(board, reading, known, None, _Proposed(data=data))


def _case(board: Board, reading: _Reading, known: Known, probe: Probe | None, proposed: _Proposed) -> Case:
    submission = reading.submission
    scored = reader_for(board.suite).scored(submission) if submission else None
    pull = proposed.pull
    summary = pull.summary if pull else None
    return Case(
        number=summary.number if summary else 0,
        author=summary.author if summary else "",
        status=summary.status if summary else "",
        head=summary.head if summary else "",
        files=pull.files if pull else (),
        suite=board.suite,
        path=proposed.path,
        data=proposed.data,
        on_main=proposed.on_main,
        faults=reading.faults,
        submission=submission,
        sheet=scored.sheet if scored else "",
        score=scored.score if scored else None,
        earlier=_others(board, scored.sha256 if scored else ""),
        known=known.get((board.suite.corpus, scored.sha256)) if scored else None,
        probe=probe,
    )


def _candidate(pull: PullView, boards: Sequence[Board]) -> tuple[str | None, Board | None]:
    """The first file that could be the submission, and the board whose folder it is in."""
    for board in boards:
        folder = f"submissions/{board.suite.id}/"
        for file in pull.files:
            if file.path.startswith(folder) and file.kind != "deleted":
                return file.path, board
    others = [file.path for file in pull.files if file.path.endswith(".json") and file.kind != "deleted"]
    return (others[0] if others else None), None


def _judged(data: bytes | None, boards: Sequence[Board]) -> tuple[Board, _Reading]:
    """The reading, and the board: the first whose suite the document does not contradict, else the first of all."""
    if data is None:
        return boards[0], _Reading()
    readings = [(board, _read(data, board.suite)) for board in boards]
    return next((one for one in readings if not one[1].foreign), readings[0])


def _read(data: bytes, suite: AnySuite) -> _Reading:
    try:
        return _Reading(submission=read_submission(data, suite.contract))
    except Rejected as error:
        return _Reading(faults=error.findings)


def _others(board: Board, sha256: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in board.entries if entry.sha256 != sha256)
