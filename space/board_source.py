"""The board as the page shows it now: built from the state folder, kept until the folder changes.

Invariant: what is served belongs to the files as they are on disk at the request; a board is built by one thread at a
time; damaged state is a value here (findings), never an exception.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluator import REGISTRY, load_scored
from leaderboard import Board, State, build_board
from leaderboard.held_out import held_out_files
from records import Finding, Rejected
from space.site import Site

Mark = tuple[tuple[str, int, int], ...]
"""Name, modification time and size of every file a board depends on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Current:
    """A board, or the findings that say why there is none."""

    board: Board | None
    findings: tuple[Finding, ...] = ()


class BoardSource:
    """Builds the board of one site when its files changed. Safe to call from many threads."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._lock = threading.Lock()
        self._held: tuple[Mark, Current] | None = None

    def current(self) -> Current:
        """The board of the files as they are now."""
        with self._lock:
            mark = tuple(self._mark())
            if self._held is None or self._held[0] != mark:
                self._held = mark, self._build()
            return self._held[1]

    def _build(self) -> Current:
        try:
            suite = load_scored(self.site.corpora / self.site.corpus)
            return Current(board=build_board(State(self.site.state), suite))
        except Rejected as error:
            return Current(board=None, findings=error.findings)
        except OSError as error:
            name = Path(str(error.filename or "")).name
            message = f"{name or 'a file of the suite or the state'} cannot be read ({error.strerror})"
            return Current(board=None, findings=(Finding(code="B_UNREADABLE", where="", message=message),))

    def _mark(self) -> Iterator[tuple[str, int, int]]:
        corpus = self.site.corpora / self.site.corpus
        records = self.site.state / "records" / self.site.corpus
        listed = sorted(records.iterdir()) if records.is_dir() else []
        listed += held_out_files(self.site.state, self.site.corpus)
        for path in (corpus / "manifest.json", corpus / REGISTRY, self.site.state / "decisions.jsonl", *listed):
            try:
                seen = path.lstat()
            except FileNotFoundError:
                continue
            yield path.name, seen.st_mtime_ns, seen.st_size
