"""A board as CSV: one row an entry, in board order. The columns are API; new ones are added at the end.

Invariant: counts are integers, rates are per cents with two decimals from the exact value, text cells follow the
rule of `csv_text`. A tombstone has no score cells.
"""

from __future__ import annotations

from evaluator import AnySuite
from leaderboard.csv_text import csv_bytes, text_cell
from leaderboard.entry import Board, Entry
from leaderboard.score_columns import score_columns
from leaderboard.status import Standing
from leaderboard.words import exposure, provenance, source_link, withdrawal_note

_BEFORE = (
    "rank",
    "rank_best",
    "rank_worst",
    "status",
    "state",
    "system",
    "version",
    "submitter",
    "organisation",
    "track",
    "exposure",
    "provenance",
    "test_runs",
    "licence",
    "source_url",
    "revision",
    "source_at_revision",
)
_AFTER = (
    "suite",
    "suite_digest",
    "scorer",
    "record_sha256",
    "decision_id",
    "date",
    "notes",
    "reproduction",
    "reproduced_equal",
    "reproduced_total",
    "reproduction_runs",
    "reproduction_deterministic",
    "reproduction_date",
    "reproduction_note",
    "evidence_sha256",
)


def columns(suite: AnySuite) -> tuple[str, ...]:
    """The header: who and what it is, what the suite's kind says of it, where it comes from.

    Where tasks are withdrawn, more columns follow: how many tasks each part counts, how many are withdrawn, and a
    sentence that says since when and why. `total` is the number of tasks that count.
    """
    own = score_columns(suite)
    withdrawn = (*own.parts(suite), "tasks_withdrawn", "withdrawal_note") if suite.withdrawn else ()
    return (*_BEFORE, *own.disclosed, *own.names(suite), *_AFTER, *withdrawn)


def board_csv(board: Board) -> bytes:
    """The CSV file of a board."""
    return csv_bytes(columns(board.suite), (_row(board, entry) for entry in board.entries))


def _row(board: Board, entry: Entry) -> list[str]:
    suite, own = board.suite, score_columns(board.suite)
    gone = entry.state is Standing.RETRACTED
    return [
        *_who(entry),
        *own.disclosures(entry.submission),
        *([""] * len(own.names(suite)) if gone else own.cells(entry.score)),
        suite.id,
        suite.suite_digest,
        entry.score.scorer,
        entry.sha256,
        entry.decision_id,
        entry.date,
        text_cell(" | ".join(map(str, entry.notes))),
        *_reproduction(entry),
        *(_withdrawn(suite, entry, gone=gone) if suite.withdrawn else ()),
    ]


def _withdrawn(suite: AnySuite, entry: Entry, *, gone: bool) -> list[str]:
    own = score_columns(suite)
    sizes = [""] * len(own.parts(suite)) if gone else own.sizes(entry.score)
    return [*sizes, str(len(suite.withdrawn)), text_cell(withdrawal_note(suite))]


def _reproduction(entry: Entry) -> list[str]:
    """Eight cells, empty where the pinned source was never run again."""
    made = entry.reproduction
    if made is None:
        return [""] * 8
    mark = made.mark
    repeated = "true" if mark.deterministic else "false"
    counts = [str(mark.equal), str(mark.total), str(mark.runs)]
    return [made.kind, *counts, repeated, made.date, text_cell(made.note), mark.evidence]


def _who(entry: Entry) -> list[str]:
    submission = entry.submission
    places = (entry.rank, entry.rank_best, entry.rank_worst)
    return [
        *("" if place is None else str(place) for place in places),
        str(entry.status),
        str(entry.state),
        text_cell(submission.system.name),
        text_cell(submission.system.version),
        text_cell(submission.submitted_by),
        text_cell(submission.system.organisation or ""),
        str(submission.track),
        str(exposure(submission)),
        str(provenance(submission)),
        str(submission.test_exposure.test_runs),
        text_cell(submission.source.licence),
        text_cell(submission.source.url),
        text_cell(submission.source.revision),
        text_cell(source_link(submission.source)),
    ]
