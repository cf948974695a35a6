"""Every ranked entry against every control of its board: the exact paired test, corrected over entries.

Invariant: tests of one control form one family over all ranked entries, so another control never changes them; who is
no control and has no rank is compared with nobody.
"""

from __future__ import annotations

from functools import lru_cache

from evaluator.statistics import ControlComparison, against_controls
from leaderboard.entry import Board, Entry
from leaderboard.status import Standing, Status

_BOARDS = 8
Comparisons = tuple[ControlComparison, ...]


def control_comparisons(board: Board, entry: Entry) -> tuple[tuple[Entry, ControlComparison], ...]:
    """Each listed control of the board with the comparison of a ranked entry against it; empty for any other entry.

    "Publish b, c, p for every entry against each of the three controls, Holm-adjusted over entries." An unanswered item
    is one that the entry did not get right.
    """
    if not entry.competes:
        return ()
    controls = [one for one in board.entries if one.status is Status.CONTROL and one.state is not Standing.RETRACTED]
    found = _compared(
        tuple((one.sha256, one.vector) for one in board.ranked), tuple((one.sha256, one.vector) for one in controls)
    )
    return tuple(zip(controls, found[entry.sha256], strict=True))


@lru_cache(maxsize=_BOARDS)
def _compared(entries: tuple[tuple[str, int], ...], controls: tuple[tuple[str, int], ...]) -> dict[str, Comparisons]:
    """By record of a ranked entry. Some milliseconds for each hundred entries, so kept while the board stands."""
    vectors = [vector for _, vector in entries]
    rows = against_controls(vectors, dict(controls))
    return {sha256: row for (sha256, _), row in zip(entries, rows, strict=True)}
