"""What a maintainer may say later about an entry: correct, dispute, resolve, retract. And entries of their own: admit.

Invariant: a score is recomputed from the stored record, never typed; nothing is removed, a line is added.
"""

from __future__ import annotations

from dataclasses import replace

from leaderboard.decisions import Action, Decision
from leaderboard.desk import Desk
from leaderboard.history import RecordHistory
from leaderboard.marks import Mark
from leaderboard.status import Status
from records import Finding, Rejected, sha256_hex

OWN = (Status.CONTROL, Status.MAINTAINER_RUN)
"""The statuses that enter by a maintainer's command instead of a pull request."""


def correction(desk: Desk, entry: RecordHistory, score: Mark, note: str) -> Decision:
    """The decision that replaces the logged score by the recomputed one. Raises Rejected when they are equal."""
    old = entry.logged_score
    if old is None or old == score:
        message = f"{entry.record[:12]}: the recomputed score equals the logged one; there is nothing to correct"
        raise Rejected([Finding(code="R_EQUAL", where="", message=message)])
    planned = desk.decision(Action.CORRECT, entry.corpus, note)
    return replace(planned, record=entry.record, old_score=old, score=score)


def amendment(desk: Desk, action: Action, entry: RecordHistory, note: str) -> Decision:
    """The decision to dispute, resolve or retract an entry."""
    if action not in (Action.DISPUTE, Action.RESOLVE, Action.RETRACT):
        raise ValueError(f"{action} is no amendment")
    return replace(desk.decision(action, entry.corpus, note), record=entry.record)


def admission(desk: Desk, corpus: str, canonical: bytes, score: Mark, status: Status, note: str) -> Decision:
    """The decision that puts a control or a maintainer-run system on the board."""
    if status not in OWN:
        raise ValueError(f"{status} is not admitted by command")
    planned = desk.decision(Action.ACCEPT, corpus, note)
    return replace(planned, record=sha256_hex(canonical), status=status, score=score)


def admit(desk: Desk, canonical: bytes, decision: Decision) -> Decision:
    """Store the record, then decide, then rebuild: the order of an accept, with nothing to merge."""
    desk.state.store_record(decision.corpus, canonical)
    decided = desk.decide(decision)
    desk.rebuild()
    return decided


def amend(desk: Desk, decision: Decision) -> Decision:
    """Decide, then rebuild."""
    decided = desk.decide(decision)
    desk.rebuild()
    return decided
