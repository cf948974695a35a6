"""What a command works with and what it answers. The door fills the one and prints the other.

Invariant: a command reads no clock, no environment and no argument list, prints nothing, and never exits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from evaluator import AnySuite
from leaderboard.admission import Probe
from leaderboard.boards import derive, rebuild
from leaderboard.decisions import Stamp
from leaderboard.desk import Desk, Step
from leaderboard.entry import Board
from leaderboard.history import History, replay
from leaderboard.ports import QUEUE, Hub
from leaderboard.state import Log, State
from leaderboard.upkeep import COMMAND, cut_off
from records import Rejected

CLEAN, FINDINGS = 0, 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """The state, the suites, the hub and the moment of one command.

    `actor` signs decisions that need no hub; `probe` is None when offline; `blames_data` tells whether an error of the
    hub's client is about the data it was asked for (too large, gone) and not about the connection; `reached` hears of
    every durable step of a transaction.
    """

    state: State
    suites: Sequence[AnySuite]
    hub: Hub
    now: datetime
    actor: str
    probe: Probe | None
    blames_data: Callable[[Exception], bool]
    reached: Callable[[Step], None] = lambda step: None

    def boards(self) -> tuple[Board, ...]:
        """Every board as records and log make it now."""
        return tuple(one.board for one in derive(self.state, self.suites))

    def history(self) -> History:
        """What the log says about every record."""
        return replay(self.state.log().decisions)

    def desk(self, actor: str) -> Desk:
        """A desk for transactions of `actor`."""
        return Desk(
            state=self.state,
            hub=self.hub,
            stamp=Stamp(actor=actor, now=self.now),
            rebuild=lambda: rebuild(self.state, self.suites),
            reached=self.reached,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """An exit code, the lines for people, and the same as data for `--json`."""

    lines: tuple[str, ...]
    data: dict[str, Any] = field(default_factory=dict)
    code: int = CLEAN


def notices(context: Context) -> tuple[str, ...]:
    """What an interrupted command left, and what to run; () where all is finished or the log cannot be read."""
    try:
        log = context.state.log()
    except Rejected:
        return ()
    left = cut_off(log, replay(log.decisions), context.state, context.suites)
    return tuple(f"{item.what}; `{COMMAND}` finishes it" for item in left)


def waiting(log: Log) -> bool:
    """Whether a decided accept or reject was cut off before its end."""
    history = replay(log.decisions)
    return bool(history.incomplete() or history.open_rejects)


def pull_key(number: int) -> str:
    """Under which name the check of a pull request is remembered."""
    return f"{QUEUE}#{number}"
