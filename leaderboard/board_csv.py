"""A board as CSV: one row an entry, in board order. The columns are API; new ones are added at the end.

Invariant: counts are integers, rates are per cents with two decimals from the exact value, text cells follow the
rule of `csv_text`. A tombstone has no score cells.
"""

from __future__ import annotations

from evaluator import SCORER, Tally, percent
from leaderboard.csv_text import csv_bytes, text_cell
from leaderboard.entry import Board, Entry
from leaderboard.status import Standing
from leaderboard.words import exposure, provenance, source_link

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
    "correct",
    "answered",
    "total",
    "macro_accuracy_percent",
)
_AFTER = (
    "coverage_percent",
    "answered_only_percent",
    "suite",
    "suite_digest",
    "scorer",
    "record_sha256",
    "decision_id",
    "date",
    "notes",
)


def columns(categories: tuple[str, ...]) -> tuple[str, ...]:
    """The header: counts and accuracy of each category stand between the overall score and the coverage."""
    middle = [f"{name}_{what}" for name in categories for what in ("correct", "accuracy_percent")]
    return (*_BEFORE, *middle, *_AFTER)


def board_csv(board: Board) -> bytes:
    """The CSV file of a board."""
    names = tuple(category.id for category in board.suite.categories)
    return csv_bytes(columns(names), (_row(board, names, entry) for entry in board.entries))


def _row(board: Board, names: tuple[str, ...], entry: Entry) -> list[str]:
    return [
        *_who(entry),
        *(_scores(names, entry) if entry.state is not Standing.RETRACTED else [""] * (4 + 2 * len(names) + 2)),
        board.suite.id,
        board.suite.suite_digest,
        SCORER,
        entry.sha256,
        entry.decision_id,
        entry.date,
        text_cell(" | ".join(map(str, entry.notes))),
    ]


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


def _scores(names: tuple[str, ...], entry: Entry) -> list[str]:
    score, total = entry.score, entry.score.tally()
    only = total.answered_only
    cells = [str(total.correct), str(total.answered), str(total.total), percent(score.macro)]
    for tally in (score.tally(category=name) for name in names):
        cells += _category(tally)
    return [*cells, percent(total.coverage), "" if only is None else percent(only)]


def _category(tally: Tally) -> list[str]:
    return [str(tally.correct), percent(tally.accuracy)]
