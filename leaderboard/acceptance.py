"""Accepting as a transaction that survives being killed at any step.

    head read again -> record stored -> decision appended -> boards rebuilt -> merged -> main read back -> completed

Until the decision is appended nothing has happened. From then on the log says what was meant, and `complete` carries it
to its end from wherever it was cut off, by looking first: it never repeats what has landed.
Invariant: only bytes that were checked stay merged; when the head moved, the accept is voided visibly, never bent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from leaderboard.decisions import Action, Decision, PullMark
from leaderboard.desk import Desk, Ending, Outcome, Step, mark_of
from leaderboard.history import RecordHistory
from leaderboard.marks import Mark
from leaderboard.ports import QUEUE_TYPE, PullView
from leaderboard.status import Status
from records import Finding, Rejected, sha256_hex


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """A submission that passed every blocking check: what is stored, and what the decision will say."""

    corpus: str
    canonical: bytes
    pull: PullMark
    score: Mark
    note: str


def accept(desk: Desk, proposal: Proposal) -> Outcome:
    """Put a checked submission on the board as self-reported and merge its pull request at the checked commit.

    Raises Rejected, with nothing changed, when the head has moved since the check or the log has no place for it.
    """
    mark = proposal.pull
    head = desk.hub.head(mark.repo, f"refs/pr/{mark.number}")
    if head != mark.head:
        raise Rejected([moved(mark, head)])
    base = desk.hub.head(mark.repo)
    desk.reached(Step.CONFIRMED)
    desk.state.store_record(proposal.corpus, proposal.canonical)
    desk.reached(Step.STORED)
    decision = desk.decide(planned(desk, proposal, base))
    desk.reached(Step.DECIDED)
    desk.rebuild()
    desk.reached(Step.REBUILT)
    return complete(desk, decision)


def planned(desk: Desk, proposal: Proposal, base: str) -> Decision:
    """The decision to accept: "Accepted metadata-only entries are marked self-reported." `base` is the queue's main."""
    return replace(
        desk.decision(Action.ACCEPT, proposal.corpus, proposal.note),
        record=sha256_hex(proposal.canonical),
        status=Status.SELF_REPORTED,
        pull=proposal.pull,
        score=proposal.score,
        base=base,
    )


def complete(desk: Desk, decision: Decision) -> Outcome:
    """Carry a decided accept to its end: merged and read back, or voided with the reason. Safe to call again.

    An error of the hub leaves the accept incomplete, and the next command with --apply comes back here.
    """
    mark = mark_of(decision)
    summary = desk.hub.pull(mark.repo, mark.number).summary
    if summary.status == "closed":
        return void(desk, decision, f"{mark.name} was closed before it was merged")
    if summary.status != "merged":
        if summary.head != mark.head:
            return void(desk, decision, moved(mark, summary.head).message)
        _merge(desk, decision, mark)
    desk.reached(Step.MERGED)
    pull = desk.hub.pull(mark.repo, mark.number)
    difference = _difference(desk, mark, pull)
    if difference:
        _undo(desk, decision, pull)
        desk.reached(Step.UNDONE)
        return void(desk, decision, f"{difference}; the merge was undone by a commit")
    desk.reached(Step.READ_BACK)
    desk.follow(decision, Action.MERGE, "", commit=desk.hub.head(mark.repo))
    desk.reached(Step.COMPLETED)
    return Outcome(decision=decision, ending=Ending.COMPLETED)


def void(desk: Desk, decision: Decision, reason: str) -> Outcome:
    """Take a decided accept back, visibly: the log keeps both lines and the boards forget the entry."""
    desk.follow(decision, Action.VOID, reason)
    desk.rebuild()
    return Outcome(decision=decision, ending=Ending.VOIDED, reason=reason)


def waiting_for(incomplete: tuple[RecordHistory, ...], repo: str, number: int) -> RecordHistory | None:
    """The incomplete accept of this pull request, or None."""
    for entry in incomplete:
        pull = entry.accept.pull
        if pull is not None and (pull.repo, pull.number) == (repo, number):
            return entry
    return None


def moved(mark: PullMark, head: str) -> Finding:
    """The finding about a head that is not the one that was checked."""
    message = f"{mark.name} moved from {mark.head[:12]} to {head[:12]} after it was checked; check it again"
    return Finding(code="R_MOVED", where="", message=message)


def _merge(desk: Desk, decision: Decision, mark: PullMark) -> None:
    text = f"Accepted as {decision.status}: {decision.note}\n\nDecision {decision.id[:12]}."
    try:
        desk.hub.merge(mark.repo, mark.number, text)
    except Exception:  # whatever the client raises, the merge may have landed: look before saying it failed
        if desk.hub.pull(mark.repo, mark.number).summary.status != "merged":
            raise


def _difference(desk: Desk, mark: PullMark, pull: PullView) -> str:
    """What the merge brought that was not checked, or "". The hub's merge call takes no expected head."""
    data = desk.hub.read(mark.repo, mark.path, "main")
    if data is None:
        return f"main does not hold {mark.path} after the merge"
    if sha256_hex(data) != mark.sha256:
        return f"main holds other bytes at {mark.path} than were checked ({sha256_hex(data)[:12]})"
    others = sorted({file.path for file in pull.files} - {mark.path})
    return f"the merge also changed {others[0]!a}" if others else ""


def _undo(desk: Desk, decision: Decision, pull: PullView) -> None:
    """Put every file of the pull request back to what it was before the merge."""
    mark, base = mark_of(decision), decision.base or ""
    parent = desk.hub.head(mark.repo)
    files: dict[str, bytes] = {}
    deletes: list[str] = []
    for path in sorted({file.path for file in pull.files} | {mark.path}):
        before, now = desk.hub.read(mark.repo, path, base), desk.hub.read(mark.repo, path, parent)
        if before is not None and before != now:
            files[path] = before
        elif before is None and now is not None:
            deletes.append(path)
    if files or deletes:
        message = f"Undo the merge of {mark.name}: it was not what had been checked"
        desk.hub.commit(mark.repo, QUEUE_TYPE, files, deletes, message, parent)
