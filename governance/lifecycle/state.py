"""The states of a governed task and the moves between them.

Invariant: a task begins as a draft, every later state is reached by one of MOVES, and a retired task stays retired.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class State(StrEnum):
    """Where a task stands: "Tasks move through draft, calibrating, active, quarantined, deprecated and retired"."""

    DRAFT = "draft"
    CALIBRATING = "calibrating"
    ACTIVE = "active"
    QUARANTINED = "quarantined"
    DEPRECATED = "deprecated"
    RETIRED = "retired"


MOVES: Mapping[State, tuple[State, ...]] = {
    State.DRAFT: (State.CALIBRATING,),
    State.CALIBRATING: (State.ACTIVE, State.QUARANTINED, State.DRAFT),
    State.ACTIVE: (State.QUARANTINED, State.DEPRECATED, State.CALIBRATING),
    State.QUARANTINED: (State.CALIBRATING, State.DEPRECATED),
    State.DEPRECATED: (State.RETIRED,),
    State.RETIRED: (),
}

GONE = (State.DEPRECATED, State.RETIRED)
"""The states of tasks that enter no new release and must stand in the deprecation registry."""


def allowed(before: State, after: State) -> bool:
    """Whether a task may move from one state straight to the other."""
    return after in MOVES[before]


def may_follow(state: State) -> str:
    """The states that may follow this one, in words for a message."""
    return " or ".join(MOVES[state]) or "nothing"
