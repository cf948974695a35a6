"""`admit`, `correct`, `dispute`, `resolve`, `retract`: what a maintainer says about entries without a pull request.

Invariant: the difference on the board is shown first; scores are recomputed from the stored record.
"""

from __future__ import annotations

import re
from dataclasses import replace

from evaluator import percent
from leaderboard import amendment
from leaderboard.admission import OWN_RULES, check, own_case
from leaderboard.commands.context import FINDINGS, Context, Result
from leaderboard.commands.terminal import report_lines
from leaderboard.decisions import Action, Decision, check_note
from leaderboard.history import RecordHistory
from leaderboard.marks import mark_score
from leaderboard.proposed import Proposed, all_changes
from leaderboard.status import Standing, Status
from leaderboard.stored import reader_for
from leaderboard.upkeep import sweep
from records import Finding, Rejected

SHORTEST = 6
AGAIN = "Nothing was changed. Add --apply to do this."


def admit(context: Context, data: bytes, status: Status, note: str, *, apply: bool) -> Result:
    """Put a control or a maintainer-run system on the board: same reader, same score, same log, no pull request."""
    check_note(note)
    if not apply:
        return _admitted(context, data, status, note, apply=False)
    with context.state.locked("`review.py admit`"):
        sweep(context.desk(context.actor), context.suites)
        return _admitted(context, data, status, note, apply=True)


def amend(context: Context, prefix: str, action: Action, note: str, *, apply: bool) -> Result:
    """Correct, dispute, resolve or retract the entry whose record digest begins with `prefix`."""
    check_note(note)
    if not apply:
        return _amended(context, prefix, action, note, apply=False)
    with context.state.locked(f"`review.py {action} {prefix}`"):
        sweep(context.desk(context.actor), context.suites)
        return _amended(context, prefix, action, note, apply=True)


def find(context: Context, prefix: str) -> RecordHistory:
    """The one entry whose record digest begins with `prefix`. Raises Rejected(R_ENTRY)."""
    if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST},64}}", prefix):
        raise _no_entry(f"{prefix!a} is no entry: {SHORTEST} to 64 hex digits of a record's digest are expected")
    records = context.history().records.values()
    found = [one for one in records if one.record.startswith(prefix) and one.standing is not Standing.VOIDED]
    if len(found) == 1:
        return found[0]
    if not found:
        raise _no_entry(f"no entry's record digest begins with {prefix}")
    raise _no_entry(f"{prefix} is ambiguous: {', '.join(one.record[: len(prefix) + 6] for one in found)}")


def _admitted(context: Context, data: bytes, status: Status, note: str, *, apply: bool) -> Result:
    case = own_case(data, context.boards(), context.history().records)
    report = check(case, OWN_RULES)
    lines = report_lines(report)
    if not report.ready or case.submission is None or report.score is None:
        return Result(lines=tuple(lines), data={"admitted": False, "check": report.to_dict()}, code=FINDINGS)
    desk, canonical = context.desk(context.actor), case.submission.canonical()
    decision = amendment.admission(desk, case.suite.corpus, canonical, report.score, status, note)
    changes = changes_after(context, decision, canonical)
    if apply:
        decision = amendment.admit(desk, canonical, decision)
    return _said(lines, changes, decision, apply, {"admitted": apply, "check": report.to_dict()})


def _amended(context: Context, prefix: str, action: Action, note: str, *, apply: bool) -> Result:
    entry, desk = find(context, prefix), context.desk(context.actor)
    lines: list[str] = []
    if action is Action.CORRECT:
        decision = _correction(context, entry, note)
        if decision.old_score and decision.score:
            old, new = percent(decision.old_score.headline), percent(decision.score.headline)
            lines = [f"Score of {entry.record[:12]}: {old} % -> {new} %, recomputed from the stored record"]
    else:
        decision = amendment.amendment(desk, action, entry, note)
    changes = changes_after(context, decision)
    if apply:
        decision = amendment.amend(desk, decision)
    return _said(lines, changes, decision, apply, {"record_sha256": entry.record})


def _correction(context: Context, entry: RecordHistory, note: str) -> Decision:
    suite = next(suite for suite in context.suites if suite.corpus == entry.corpus)
    record = reader_for(suite).read(context.state, entry.record)
    return amendment.correction(context.desk(context.actor), entry, mark_score(record.score), note)


def changes_after(context: Context, decision: Decision, canonical: bytes | None = None) -> tuple[str, ...]:
    """What a decision (and the record that it would store) changes on the boards, in lines."""
    after = replace(context, state=Proposed(context.state, decision, canonical))
    return all_changes(context.boards(), after.boards())


def _said(
    lines: list[str], changes: tuple[str, ...], decision: Decision, apply: bool, data: dict[str, object]
) -> Result:
    data |= {"applied": apply, "action": str(decision.action), "changes": list(changes)}
    if apply:
        data["decision_id"] = decision.id
    said = f"Done; decision {decision.id[:12]}." if apply else AGAIN
    what = f"{decision.action} {(decision.record or '')[:12]} on {decision.corpus}"
    head = f"{'Appended' if apply else 'Would append'}: {what}"
    return Result(lines=(*lines, head, *(f"    {line}" for line in changes), "", said), data=data)


def _no_entry(message: str) -> Rejected:
    return Rejected([Finding(code="R_ENTRY", where="", message=message)])
