"""Rejecting: the decision is public first, then the pull request is commented and closed.

Invariant: a reject that was decided is carried to its end by `complete`, which looks before it speaks.
"""

from __future__ import annotations

from dataclasses import replace

from leaderboard.acceptance import void, waiting_for
from leaderboard.decisions import Action, Decision, PullMark
from leaderboard.desk import Desk, Ending, Outcome, Step, mark_of
from leaderboard.history import replay
from records import SHOWN, Finding, Rejected


def reject(desk: Desk, corpus: str, mark: PullMark, note: str, findings: tuple[Finding, ...]) -> Outcome:
    """Refuse a pull request with a reason and the findings (the first 50 are kept).

    An accept of the same pull request that could not be completed is voided first, unless it was merged after all.
    """
    waiting = waiting_for(replay(desk.state.log().decisions).incomplete(), mark.repo, mark.number)
    if waiting is not None:
        if desk.hub.pull(mark.repo, mark.number).summary.status == "merged":
            message = f"{mark.name} is merged already; `review.py rebuild --apply` completes its accept"
            raise Rejected([Finding(code="R_MERGED", where="", message=message)])
        void(desk, waiting.accept, f"rejected instead: {note}")
    planned = replace(desk.decision(Action.REJECT, corpus, note), pull=mark, findings=findings[:SHOWN])
    decision = desk.decide(planned)
    desk.reached(Step.DECIDED)
    return complete(desk, decision)


def complete(desk: Desk, decision: Decision) -> Outcome:
    """Comment and close, unless that has happened; then note that it is done. Safe to call again."""
    mark = mark_of(decision)
    if _is_open(desk, mark):
        try:
            desk.hub.close(mark.repo, mark.number, text(decision))
        except Exception:  # whatever the client raises, the request may have landed
            if _is_open(desk, mark):
                raise
    desk.reached(Step.CLOSED)
    desk.follow(decision, Action.CLOSE, "")
    desk.reached(Step.COMPLETED)
    return Outcome(decision=decision, ending=Ending.COMPLETED)


def text(decision: Decision) -> str:
    """The comment that closes a rejected pull request: the reason, the findings, the decision's id.

    Findings quote what a stranger wrote, so they stand as code and no name in them becomes a mention or a link.
    """
    lines = [f"Not accepted: {decision.note}", ""]
    lines += [f"    {item.code} at {item.where or 'the document'}: {item.message}" for item in decision.findings]
    lines += ["", f"Decision {decision.id[:12]}. A new pull request with a corrected file is welcome."]
    return "\n".join(lines)


def _is_open(desk: Desk, mark: PullMark) -> bool:
    return desk.hub.pull(mark.repo, mark.number).summary.status in ("open", "draft")
