"""What every transaction works with, and the one way a decision gets into the log.

Invariant: a decision is numbered, judged against the history of its subject and flushed to disk in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from leaderboard.decisions import Action, Decision, PullMark, Stamp
from leaderboard.history import misfit, replay
from leaderboard.ports import Hub
from leaderboard.state import State
from records import Rejected


class Step(StrEnum):
    """The durable steps, in order; a test kills the process after each of them."""

    CONFIRMED = "head confirmed"
    STORED = "record stored"
    DECIDED = "decision appended"
    REBUILT = "boards rebuilt"
    MERGED = "merged"
    READ_BACK = "main read back"
    UNDONE = "merge undone"
    CLOSED = "closed"
    COMPLETED = "completed"


class Ending(StrEnum):
    """How a transaction ended."""

    COMPLETED = "completed"
    VOIDED = "voided"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """The decision that was taken, how it ended, and why where it was voided."""

    decision: Decision
    ending: Ending
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """The state (locked by the caller), the hub, who and when, how boards are rebuilt, whom to tell about each step."""

    state: State
    hub: Hub
    stamp: Stamp
    rebuild: Callable[[], object]
    reached: Callable[[Step], None] = lambda step: None

    def decision(self, action: Action, corpus: str, note: str) -> Decision:
        """A decision of now, by this actor; the caller adds what it is about."""
        stamp = self.stamp
        return Decision(action=action, corpus=corpus, actor=stamp.actor, date=stamp.date, time=stamp.time, note=note)

    def decide(self, decision: Decision) -> Decision:
        """Append a decision, counted among equal ones on its subject. Raises Rejected where it cannot follow."""
        numbered = number(self.state.log().decisions, decision)
        self.state.append(numbered)
        return numbered

    def follow(self, decision: Decision, action: Action, note: str, *, commit: str | None = None) -> Decision:
        """Append the decision that ends `decision`: merge, void or close."""
        ending = replace(
            self.decision(action, decision.corpus, note),
            record=decision.record,
            pull=decision.pull,
            target=decision.id,
            commit=commit,
        )
        return self.decide(ending)


def number(earlier: Sequence[Decision], decision: Decision) -> Decision:
    """The decision with its count among equal actions on its subject. Raises Rejected where it cannot follow."""
    alike = [one for one in earlier if one.action is decision.action and _subject(one) == _subject(decision)]
    numbered = replace(decision, nth=1 + len(alike))
    if numbered.record is not None:
        problem = misfit(replay(earlier).records.get((numbered.corpus, numbered.record)), numbered)
        if problem:
            raise Rejected([problem])
    return numbered


def mark_of(decision: Decision) -> PullMark:
    """The pull request a decision is about. One without (a maintainer's own entry) has nothing to complete."""
    if decision.pull is None:
        raise ValueError(f"decision {decision.id[:12]} is about no pull request")
    return decision.pull


def _subject(decision: Decision) -> tuple[str, str | None, tuple[str, int] | None]:
    pull = decision.pull
    return decision.corpus, decision.record, (pull.repo, pull.number) if pull and decision.record is None else None
