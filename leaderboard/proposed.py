"""A state as it would be after one more decision: what "show the difference first" is computed from.

Invariant: nothing here writes; every other question is answered by the state underneath.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leaderboard.decisions import Decision
from leaderboard.desk import number
from leaderboard.entry import Board, Entry
from leaderboard.state import Log, State


class Proposed(State):
    """`state` with `decision` appended, and the record that it would store."""

    def __init__(self, state: State, decision: Decision, canonical: bytes | None = None) -> None:
        super().__init__(state.root)
        self._decision, self._canonical = decision, canonical

    def log(self) -> Log:
        """The log with one more decision. Raises Rejected where it cannot follow."""
        log = super().log()
        return replace(log, decisions=(*log.decisions, number(log.decisions, self._decision)))

    def record(self, corpus: str, sha256: str) -> bytes:
        """A record, the proposed one among them."""
        if self._canonical is not None and sha256 == self._decision.record:
            return self._canonical
        return super().record(corpus, sha256)


def board_changes(before: Board, after: Board) -> tuple[str, ...]:
    """What changes on a board, one line an entry; rows that only keep their place are left out."""
    old = {entry.sha256: entry for entry in before.entries}
    lines = []
    for entry in after.entries:
        was = old.pop(entry.sha256, None)
        if was is None:
            lines.append(f"+ {entry_line(entry)}")
        elif entry_line(was) != entry_line(entry):
            lines += [f"- {entry_line(was)}", f"+ {entry_line(entry)}"]
        lines += [f"    note  {note}" for note in entry.notes if was is None or note not in was.notes]
    return (*lines, *(f"- {entry_line(entry)}" for entry in old.values()))


def entry_line(entry: Entry) -> str:
    """One entry in a line: place and interval, score, name, status."""
    tally = entry.score.tally()
    place = f"rank {entry.rank} ({entry.rank_best}-{entry.rank_worst})" if entry.rank is not None else "no rank"
    name = f"{entry.submission.system.name} {entry.submission.system.version}"
    state = "" if entry.state == "listed" else f", {entry.state}"
    again = f", reproduced {made.mark} ({made.kind})" if (made := entry.reproduction) else ""
    return f"{place}  {tally.correct}/{tally.total}  {name}  {entry.status}{state}{again}  {entry.sha256[:12]}"


def all_changes(before: Sequence[Board], after: Sequence[Board]) -> tuple[str, ...]:
    """The changes of every board, in order."""
    return tuple(line for one, other in zip(before, after, strict=True) for line in board_changes(one, other))
