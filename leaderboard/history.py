"""What the log says about each record: a state machine over decisions.

    (nothing)  accept -> listed      merge completes it, void takes it back
    listed     dispute -> disputed   resolve -> listed
    listed, disputed   correct, reproduce -> the same, with a note      retract -> retracted, for good

Invariant: the history of one record depends on the decisions about this record alone, so decisions about different
records may stand in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leaderboard.decisions import Action, Decision
from leaderboard.marks import Mark
from leaderboard.reproduction_mark import ReproductionMark
from leaderboard.status import Standing, Status
from records import Finding


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordHistory:
    """One record: the accept that stands, where the entry is now, whether the accept is complete, every decision."""

    accept: Decision
    standing: Standing
    complete: bool
    decisions: tuple[Decision, ...]

    @property
    def corpus(self) -> str:
        """The corpus of its board."""
        return self.accept.corpus

    @property
    def record(self) -> str:
        """SHA-256 of the submission."""
        return self.accept.record or ""

    @property
    def status(self) -> Status:
        """What stands behind its score. A whole reproduction raises only what somebody else submitted (ADR 9)."""
        mark = self.reproduction
        if mark and mark.whole and self.independent:
            return Status.REPRODUCED
        return self.accept.status or Status.SELF_REPORTED

    @property
    def reproduction(self) -> ReproductionMark | None:
        """The last run of the pinned source, or None."""
        decision = self.reproduced_by
        return decision.reproduction if decision else None

    @property
    def reproduced_by(self) -> Decision | None:
        """The decision that stored the last run of the pinned source, or None."""
        made = [decision for decision in self.decisions if decision.action is Action.REPRODUCE]
        return made[-1] if made else None

    @property
    def independent(self) -> bool:
        """Whether the last run was made by somebody other than the author of the submission's pull request.

        Controls and maintainer-run systems have none: nobody outside the project submitted them.
        """
        decision, pull = self.reproduced_by, self.accept.pull
        return decision is not None and pull is not None and decision.actor != pull.author

    @property
    def logged_score(self) -> Mark | None:
        """The score of the last decision that recomputed it."""
        marks = [decision.score for decision in self.decisions if decision.score is not None]
        return marks[-1] if marks else None


@dataclass(frozen=True, kw_only=True, slots=True)
class History:
    """All records by (corpus, sha256), rejects that were not closed, and lines that do not fit the state machine."""

    records: dict[tuple[str, str], RecordHistory]
    open_rejects: tuple[Decision, ...]
    misfits: tuple[Finding, ...]

    def incomplete(self) -> tuple[RecordHistory, ...]:
        """Accepts that were decided but neither merged nor voided: a crash or a hub failure cut them off."""
        return tuple(entry for entry in self.records.values() if not entry.complete)


_ANY_TIME = frozenset({Action.MERGE, Action.VOID, Action.CORRECT, Action.REPRODUCE, Action.RETRACT})
_ALLOWED: dict[Standing | None, frozenset[Action]] = {
    None: frozenset({Action.ACCEPT}),
    Standing.LISTED: _ANY_TIME | {Action.DISPUTE},
    Standing.DISPUTED: _ANY_TIME | {Action.RESOLVE},
    Standing.RETRACTED: frozenset({Action.MERGE}),
    Standing.VOIDED: frozenset({Action.ACCEPT}),
}
_LEADS_TO: dict[Action, Standing] = {
    Action.ACCEPT: Standing.LISTED,
    Action.VOID: Standing.VOIDED,
    Action.DISPUTE: Standing.DISPUTED,
    Action.RESOLVE: Standing.LISTED,
    Action.RETRACT: Standing.RETRACTED,
}


def replay(decisions: Iterable[Decision]) -> History:
    """The history of every record. A decision that does not fit is left out and named, whoever wrote it."""
    records: dict[tuple[str, str], RecordHistory] = {}
    rejects: dict[str, Decision] = {}
    misfits: list[Finding] = []
    for decision in decisions:
        if decision.action is Action.REJECT:
            rejects[decision.id] = decision
        elif decision.action is Action.CLOSE:
            rejects.pop(decision.target or "", None)
        else:
            key = decision.corpus, decision.record or ""
            problem = misfit(records.get(key), decision)
            if problem:
                misfits.append(problem)
            else:
                records[key] = _after(records.get(key), decision)
    return History(records=records, open_rejects=tuple(rejects.values()), misfits=tuple(misfits))


def misfit(now: RecordHistory | None, decision: Decision) -> Finding | None:
    """Why `decision` cannot follow, or None."""
    standing = now.standing if now else None
    reason = None
    if decision.action not in _ALLOWED[standing]:
        reason = f"an entry that is {standing or 'not on the board'} cannot {decision.action}"
    elif now and decision.action in (Action.MERGE, Action.VOID) and (now.complete or decision.target != now.accept.id):
        reason = f"nothing is waiting for this {decision.action}"
    elif now and decision.action is Action.REPRODUCE and not now.complete:
        reason = "its acceptance is not completed yet"
    elif now and any(earlier.id == decision.id for earlier in now.decisions):
        reason = f"the same decision to {decision.action} stands in the log already"
    if reason is None:
        return None
    where = f"records/{decision.corpus}/{decision.record}.json"
    return Finding(code="L_ORDER", where=where, message=f"{(decision.record or '?')[:12]}: {reason}")


def _after(now: RecordHistory | None, decision: Decision) -> RecordHistory:
    earlier = now.decisions if now else ()
    if decision.action is Action.ACCEPT or now is None:
        return RecordHistory(
            accept=decision,
            standing=Standing.LISTED,
            complete=decision.pull is None,
            decisions=(*earlier, decision),
        )
    return RecordHistory(
        accept=now.accept,
        standing=_LEADS_TO.get(decision.action, now.standing),
        complete=now.complete or decision.action in (Action.MERGE, Action.VOID),
        decisions=(*earlier, decision),
    )
