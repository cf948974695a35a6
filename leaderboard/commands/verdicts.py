"""`accept` and `reject`: the two verdicts on a pull request.

Invariant: without `apply` nothing changes but the memory of what was looked at; with it, what was cut off earlier is
completed first, and an accept is only of the commit that was checked.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from leaderboard import acceptance, rejection
from leaderboard.acceptance import Proposal, moved
from leaderboard.commands.context import CLEAN, FINDINGS, Context, Result, pull_key
from leaderboard.commands.queue import Checked, check_head, checked
from leaderboard.commands.terminal import finding_lines, report_lines, wrapped
from leaderboard.decisions import PullMark, check_note
from leaderboard.desk import Ending, Outcome
from leaderboard.ports import QUEUE
from leaderboard.proposed import Proposed, all_changes, entry_line
from leaderboard.upkeep import finish, sweep
from records import Rejected, sha256_hex

AGAIN = "Nothing was changed. Add --apply to do this."


def accept(context: Context, number: int, note: str, *, apply: bool) -> Result:
    """Check again at the head; then, with `apply`, store, decide, rebuild, merge, read back."""
    check_note(note)
    with _holding(context, f"accept {number}", apply):
        outcomes = _catch_up(context, None) if apply else ()
        done = tuple(line for outcome in outcomes for line in outcome_lines(outcome))
        own = next((outcome for outcome in outcomes if _is_about(outcome, number)), None)
        if own is not None:
            return _ended(own, done)
        found = checked(context, number, context.boards(), context.history())
        _refuse_moved(context, found)
        context.state.remember_check(pull_key(number), found.case.head)
        lines = (*done, *check_head(found.case))
        if not found.report.ready:
            data = {"accepted": False, "check": found.report.to_dict()}
            return Result(lines=(*lines, *report_lines(found.report)), data=data, code=FINDINGS)
        proposal = _proposal(found, note)
        if not apply:
            return _shown(context, found, proposal, lines)
        return _accepted(context, found, proposal, lines)


def reject(context: Context, number: int, note: str, *, apply: bool) -> Result:
    """Comment with the findings and close; the decision is public."""
    check_note(note)
    with _holding(context, f"reject {number}", apply):
        outcomes = _catch_up(context, (QUEUE, number)) if apply else ()
        done = [line for outcome in outcomes for line in outcome_lines(outcome)]
        found = checked(context, number, context.boards(), context.history())
        mark, findings, corpus = _mark(found), found.report.blocking, found.case.suite.corpus
        lines = [*done, *check_head(found.case), *finding_lines(findings)]
        data = {"pull": number, "findings": [item.to_dict() for item in findings], "note": note, "applied": apply}
        if found.case.status not in ("open", "draft"):
            return Result(lines=(*lines, f"It is {found.case.status} already."), data=data, code=FINDINGS)
        if not apply:
            lines += ["", "Would append to the log: reject", "Would comment and close with:"]
            lines += wrapped(f"Not accepted: {note}", "    ")
            return Result(lines=(*lines, f"    and the {len(findings)} finding(s) above", "", AGAIN), data=data)
        outcome = rejection.reject(context.desk(context.hub.whoami().name), corpus, mark, note, findings)
        data["decision_id"] = outcome.decision.id
        return Result(lines=(*lines, f"Rejected and closed; decision {outcome.decision.id[:12]}."), data=data)


def outcome_lines(outcome: Outcome) -> list[str]:
    """One sentence about how a transaction ended."""
    decision = outcome.decision
    name = decision.pull.name if decision.pull else "entry"
    if outcome.ending is Ending.VOIDED:
        return wrapped(f"VOIDED: the {decision.action} of {name}: {outcome.reason}.", "")
    return [f"Completed: the {decision.action} of {name}, decision {decision.id[:12]}."]


def _holding(context: Context, what: str, apply: bool) -> AbstractContextManager[None]:
    return context.state.locked(f"`review.py {what}`") if apply else nullcontext()


def _catch_up(context: Context, but: tuple[str, int] | None) -> tuple[Outcome, ...]:
    """Finish what was cut off before anything new begins."""
    history = context.history()
    desk = context.desk(context.hub.whoami().name)
    sweep(desk, context.suites)
    if not (history.incomplete() or history.open_rejects):
        return ()
    return finish(desk, but=but)


def _is_about(outcome: Outcome, number: int) -> bool:
    pull = outcome.decision.pull
    return pull is not None and (pull.repo, pull.number) == (QUEUE, number) and outcome.decision.record is not None


def _refuse_moved(context: Context, found: Checked) -> None:
    remembered = context.state.checks().get(pull_key(found.case.number))
    if remembered is not None and remembered != found.case.head:
        raise Rejected([moved(replace(_mark(found), head=remembered), found.case.head)])


def _mark(found: Checked) -> PullMark:
    case = found.case
    return PullMark(
        repo=QUEUE,
        number=case.number,
        head=case.head,
        author=case.author,
        path=case.path or "",
        sha256=sha256_hex(case.data) if case.data is not None else "",
    )


def _proposal(found: Checked, note: str) -> Proposal:
    if found.case.submission is None or found.report.score is None:
        raise ValueError("a report is ready only with a submission")
    return Proposal(
        corpus=found.case.suite.corpus,
        canonical=found.case.submission.canonical(),
        pull=_mark(found),
        score=found.report.score,
        note=note,
    )


def _shown(context: Context, found: Checked, proposal: Proposal, lines: tuple[str, ...]) -> Result:
    planned = acceptance.planned(context.desk(context.actor), proposal, "")
    after = Proposed(context.state, planned, proposal.canonical)
    changes = all_changes(context.boards(), replace(context, state=after).boards())
    record = sha256_hex(proposal.canonical)
    plan = [
        f"Would store   records/{proposal.corpus}/{record[:12]}….json ({len(proposal.canonical)} bytes)",
        "Would append  accept, self-reported",
        f"Would rebuild {proposal.corpus}.csv:",
        *(f"    {line}" for line in changes),
        f"Would merge   {proposal.pull.name} at {proposal.pull.head[:12]}",
    ]
    data = {"accepted": False, "would": list(changes), "check": found.report.to_dict()}
    return Result(lines=(*lines, *report_lines(found.report), "", *plan, "", AGAIN), data=data)


def _accepted(context: Context, found: Checked, proposal: Proposal, lines: tuple[str, ...]) -> Result:
    outcome = acceptance.accept(context.desk(context.hub.whoami().name), proposal)
    lines = (*lines, *finding_lines(found.report.advisory, mark="!"), *outcome_lines(outcome))
    entries = (entry for board in context.boards() for entry in board.entries)
    placed = [f"    {entry_line(entry)}" for entry in entries if entry.sha256 == outcome.decision.record]
    result = _ended(outcome, (*lines, *placed))
    return replace(result, data={**result.data, "check": found.report.to_dict()})


def _ended(outcome: Outcome, lines: tuple[str, ...]) -> Result:
    completed = outcome.ending is Ending.COMPLETED
    data = {
        "accepted": completed,
        "decision_id": outcome.decision.id,
        "record_sha256": outcome.decision.record,
        "reason": outcome.reason,
    }
    return Result(lines=lines, data=data, code=CLEAN if completed else FINDINGS)
