"""A board as exact JSON (schema nnai-board/1): derived and served, never committed; the CSV is what is published.

Invariant: canonical bytes, rationals as "n/d"; everything the CSV says is here unrounded and unquoted.
"""

from __future__ import annotations

from typing import Any

from evaluator import AnySuite, kind_of
from leaderboard.entry import Board, Entry
from leaderboard.status import Standing
from leaderboard.words import exposure, provenance, source_link, withdrawal_note
from records import canonical_bytes

SCHEMA = "nnai-board/1"


def board_json(board: Board) -> bytes:
    """The whole board, its digest (of the CSV) and what is damaged.

    Only where tasks are withdrawn there are `scored` (how many count), `withdrawals` (state, day, reason, ids) and the
    `withdrawal_note` in words.
    """
    return canonical_bytes(
        {
            "schema": SCHEMA,
            "suite": board.suite.id,
            "corpus": board.suite.corpus,
            "suite_digest": board.suite.suite_digest,
            "scorer": kind_of(board.suite).scorer,
            "board_digest": board.digest,
            "entries": [entry_dict(entry) for entry in board.entries],
            "damaged": [finding.to_dict() for finding in board.damaged],
            **_withdrawn(board.suite),
        }
    )


def _withdrawn(suite: AnySuite) -> dict[str, Any]:
    if not suite.withdrawn:
        return {}
    return {
        "scored": len(suite.scored),
        "withdrawals": [one.to_dict() for one in suite.task_states.withdrawals],
        "withdrawal_note": withdrawal_note(suite),
    }


def entry_dict(entry: Entry) -> dict[str, Any]:
    """One entry: disclosures, score, notes, and one letter an item in suite order: its answer, or for a
    schedule 1 where it is feasible and 0 where it is not ("-" for ABSTAIN).

    A tombstone's score and labels are null. Only where there are redacted bundles of the system there is `held_out`.
    """
    document = entry.submission.to_dict()
    del document["predictions"]
    return {
        "rank": entry.rank,
        "rank_best": entry.rank_best,
        "rank_worst": entry.rank_worst,
        "status": str(entry.status),
        "state": str(entry.state),
        "record_sha256": entry.sha256,
        "decision_id": entry.decision_id,
        "date": entry.date,
        "merged": entry.complete,
        "exposure": str(exposure(entry.submission)),
        "provenance": str(provenance(entry.submission)),
        "source_at_revision": source_link(entry.submission.source),
        "score": None if entry.state is Standing.RETRACTED else entry.score.to_dict(),
        "labels": None if entry.state is Standing.RETRACTED else entry.sheet,
        "reproduction": _reproduction(entry),
        **({"held_out": [one.to_dict() for one in entry.held_out]} if entry.held_out else {}),
        "notes": [note.to_dict() for note in entry.notes],
        "submission": document,
    }


def _reproduction(entry: Entry) -> dict[str, Any] | None:
    made = entry.reproduction
    if made is None:
        return None
    said = {"kind": made.kind, "date": made.date, "by": made.actor, "note": made.note}
    return {**said, "independent": made.independent, **made.mark.to_dict()}
