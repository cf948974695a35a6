"""One row of a board, and the board. Plain values; built by `board.py`, drawn by others.

Invariant: an entry's score was recomputed from its stored record by the scorer that is named beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaluator import AnyScore, AnySuite, Score
from leaderboard.decisions import Decision
from leaderboard.held_out import Beside
from leaderboard.reproduction_mark import ReproductionMark
from leaderboard.status import Standing, Status
from records import Finding
from submissions_schema import Submission


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """Something readers of a row must know: `kind` is the action it came from, or `notice`."""

    date: str
    kind: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """The note as JSON."""
        return {"date": self.date, "kind": self.kind, "text": self.text}

    def __str__(self) -> str:
        return f"{self.date} {self.kind}: {self.text}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reproduced:
    """The last run of an entry's pinned source: what it gave, on which UTC day, who ran it with what note, and whether
    that is somebody other than the submitter. A maintainer's run of the maintainers' own system is not independent,
    however whole it is."""

    mark: ReproductionMark
    date: str
    actor: str
    note: str
    independent: bool

    @property
    def kind(self) -> str:
        """`independent`, `own-run` or, where some item differed, `partial`: the word of CSV, JSON and filters."""
        if not self.mark.whole:
            return "partial"
        return "independent" if self.independent else "own-run"


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One accepted submission.

    `rank`, `rank_best` and `rank_worst` are None for controls and retracted entries. `sheet` holds one letter an item
    in suite order (A to D, or 1 for a feasible schedule and 0 for another; "-" for ABSTAIN), `vector` one bit an item
    (bit i is 1 where item i is scored, and right or feasible). `date` is the UTC day of acceptance, `complete` is false
    while its pull request waits to be merged.
    """

    rank: int | None
    rank_best: int | None
    rank_worst: int | None
    status: Status
    state: Standing
    sha256: str
    submission: Submission
    score: AnyScore
    sheet: str
    vector: int
    decision_id: str
    date: str
    complete: bool
    notes: tuple[Note, ...]
    decisions: tuple[Decision, ...]
    reproduction: Reproduced | None = None
    held_out: tuple[Beside, ...] = ()

    @property
    def labels(self) -> Score:
        """Its score on a suite of labels. Raises TypeError on another kind of suite: the two are never mixed."""
        if not isinstance(self.score, Score):
            raise TypeError(f"record {self.sha256[:12]} is scored by {self.score.scorer}, not by labels")
        return self.score

    @property
    def competes(self) -> bool:
        """Whether it has a rank: not a control, not retracted. Only non-neural systems are ever accepted."""
        return self.status is not Status.CONTROL and self.state is not Standing.RETRACTED


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """All entries of one suite: competitors by rank, then controls, then tombstones; and what is damaged.

    `digest` is the digest of the CSV: who cites a rank cites it.
    """

    suite: AnySuite
    entries: tuple[Entry, ...]
    damaged: tuple[Finding, ...]
    digest: str

    @property
    def ranked(self) -> tuple[Entry, ...]:
        """The competitors, best first."""
        return tuple(entry for entry in self.entries if entry.rank is not None)

    def entry(self, sha256: str) -> Entry | None:
        """The entry with this record."""
        return next((entry for entry in self.entries if entry.sha256 == sha256), None)

    def matching(self, prefix: str) -> Iterator[Entry]:
        """Entries whose record digest begins so."""
        return (entry for entry in self.entries if entry.sha256.startswith(prefix))
