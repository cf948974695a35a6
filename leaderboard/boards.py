"""The boards of all suites together: what `rebuild` writes. Suites are never mixed: one CSV each.

Invariant: a CSV is written from records and log alone, and only when its bytes differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard.board import build_board
from leaderboard.board_csv import board_csv
from leaderboard.entry import Board
from leaderboard.state import Log, State


@dataclass(frozen=True, kw_only=True, slots=True)
class Derived:
    """One board with its CSV as it must be, and as it is stored (None: not yet)."""

    board: Board
    csv: bytes
    stored: bytes | None

    @property
    def current(self) -> bool:
        """Whether the stored CSV is right; a board without entries needs none."""
        return self.csv == self.stored or (self.stored is None and not self.board.entries)


def derive(state: State, suites: Sequence[AnySuite], log: Log | None = None) -> tuple[Derived, ...]:
    """Every board, computed; nothing is written. `log` is the state's log where the caller has just read it."""
    boards = (build_board(state, suite, log) for suite in suites)
    return tuple(
        Derived(board=board, csv=board_csv(board), stored=state.read_csv(board.suite.corpus)) for board in boards
    )


def rebuild(state: State, suites: Sequence[AnySuite], log: Log | None = None) -> tuple[Derived, ...]:
    """Compute every board and put the CSVs in place. The caller holds the lock."""
    derived = derive(state, suites, log)
    for one in derived:
        if not one.current:
            state.write_csv(one.board.suite.corpus, one.csv)
    return derived
