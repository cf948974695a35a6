"""`reproduce`: the pinned source of an entry runs again offline, and what it gave is stored and shown.

"Reproduced status requires an actual independent run of the pinned code, with prediction evidence and a reproduction
note." "Closed-source entries cannot receive reproduced status."
Invariant: the log is written only with evidence that speaks against itself nowhere; a run that says nothing about the
system (an unsound sandbox) stores nothing; one that went wrong is a finding whose evidence is kept for a look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator import CORPORA
from leaderboard import amendment
from leaderboard.commands.context import CLEAN, FINDINGS, Context, Result
from leaderboard.commands.entries import AGAIN, changes_after, find
from leaderboard.commands.terminal import finding_lines, wrapped
from leaderboard.decisions import Action, Decision, check_note
from leaderboard.history import RecordHistory
from leaderboard.reproduction import (
    Evidence,
    Prepared,
    Request,
    Workshop,
    mark_of,
    objections,
    own_files,
    prepare,
    run_all,
)
from leaderboard.status import Standing
from leaderboard.stored import reader_for
from leaderboard.upkeep import sweep
from records import Finding, Rejected, printable

ENVIRONMENT = 3
FEW = 20
"""Differing ids that are shown; the evidence has all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """How the door wants it: how many runs, whom to tell about progress, where evidence is laid for a look."""

    workshop: Workshop
    runs: int
    say: Callable[[str], None]
    keep: Callable[[bytes, str], str]
    """Bytes and the beginning of a name -> where they were put."""
    corpora: Path = CORPORA


@dataclass(frozen=True, kw_only=True, slots=True)
class _Case:
    """One call of the command, once its entry is found."""

    context: Context
    entry: RecordHistory
    note: str
    asked: Asked
    apply: bool


def reproduce(context: Context, prefix: str, note: str, asked: Asked, *, apply: bool) -> Result:
    """Run the entry whose record digest begins with `prefix` again, compare, and with `apply` decide.

    The state is locked only while the decision is written: runs are long, and others may review meanwhile.
    """
    check_note(note)
    case = _Case(context=context, entry=find(context, prefix), note=note, asked=asked, apply=apply)
    request = _request(case)
    asked.say(f"fetching {request.submission.source.url} at {request.submission.source.revision[:12]}")
    prepared = prepare(request, asked.workshop)
    seen = Result(
        lines=tuple(_looked(prepared)),
        data={"record_sha256": case.entry.record, "revision": prepared.source.commit, **_data(prepared)},
    )
    if prepared.blocking:
        said = ("", "NOT RUN: the source cannot run as recorded.", *finding_lines(prepared.blocking, mark="!"))
        found = [one.to_dict() for one in prepared.blocking]
        return Result(lines=(*seen.lines, *said), data={**seen.data, "findings": found}, code=FINDINGS)
    evidence = run_all(request, prepared, asked.workshop, asked.runs, asked.say)
    if any(run.status == "invalid" for run in evidence.runs):
        return _invalid(evidence, seen)
    return _judged(case, evidence, seen)


def _request(case: _Case) -> Request:
    context, entry = case.context, case.entry
    if entry.standing is Standing.RETRACTED or not entry.complete:
        standing = entry.standing if entry.complete else "not accepted completely"
        raise _refused("R_STANDING", f"{entry.record[:12]} is {standing}; a listed or disputed entry is expected")
    suite = next(suite for suite in context.suites if suite.corpus == entry.corpus)
    submission = reader_for(suite).read(context.state, entry.record).submission
    if submission.source.closed_source:
        name = printable(submission.system.name)
        raise _refused("R_CLOSED", f"{name} is closed source: it can never be reproduced")
    own = own_files(case.asked.corpora, suite, tuple(context.suites))
    return Request(record=entry.record, submission=submission, suite=suite, own=own)


def _refused(code: str, message: str) -> Rejected:
    return Rejected([Finding(code=code, where="", message=message)])


def _looked(prepared: Prepared) -> list[str]:
    source, lock = prepared.source, prepared.lock
    size = sum(len(one.data) for one in source.files)
    lines = [
        f"Source       {source.commit}, {len(source.files)} files, {size} bytes",
        f"Left out     {len(source.left_out)} link(s) and submodule(s)",
        f"Withheld     {len(prepared.withheld)} file(s) that may hold answers or belong to the benchmark",
        f"Lock file    {len(lock.requirements)} pin(s), {'all with hashes' if lock.hashed else 'without hashes'}",
        f"Scan         {prepared.scan.total} advisory finding(s)",
    ]
    return [*lines, *finding_lines(prepared.scan.findings, mark="?")]


def _data(prepared: Prepared) -> dict[str, object]:
    return {
        "withheld": [one.to_dict() for one in prepared.withheld],
        "left_out": [{"path": one.path, "what": one.what} for one in prepared.source.left_out],
        "scan": {"total": prepared.scan.total, "findings": [one.to_dict() for one in prepared.scan.findings]},
    }


def _invalid(evidence: Evidence, seen: Result) -> Result:
    reasons = [run.reason for run in evidence.runs if run.status == "invalid"]
    said = [line for reason in reasons for line in wrapped(reason, "  ! ")]
    head = "INVALID MEASUREMENT: this says nothing about the system, and nothing was stored."
    return Result(lines=(*seen.lines, "", head, *said), data={**seen.data, "invalid": reasons}, code=ENVIRONMENT)


def _judged(case: _Case, evidence: Evidence, seen: Result) -> Result:
    kept = case.asked.keep(evidence.canonical(), case.entry.record[:12])
    runs = [_run_data(evidence, number) for number in range(len(evidence.runs))]
    data = {**seen.data, "evidence_file": kept, "runs": runs}
    lines = (*seen.lines, "", *_runs(evidence), f"Evidence     {kept}")
    if against := objections(evidence):
        said = [line for one in against for line in wrapped(one, "  ! ")]
        data |= {"findings": [{"code": "R_EVIDENCE", "where": "", "message": one} for one in against]}
        return Result(lines=(*lines, "", "NOT DECIDED: nothing was stored.", *said), data=data, code=FINDINGS)
    decision, changes = _decided(case, evidence)
    data |= {"equal": evidence.equal, "total": evidence.total, "deterministic": evidence.deterministic}
    data |= {"applied": case.apply, "changes": list(changes)} | ({"decision_id": decision.id} if case.apply else {})
    head = f"{'Appended' if case.apply else 'Would append'}: reproduce {case.entry.record[:12]} on {case.entry.corpus}"
    end = f"Done; decision {decision.id[:12]}." if case.apply else AGAIN
    shown = (f"    {line}" for line in changes)
    code = CLEAN if evidence.equal == evidence.total else FINDINGS
    return Result(lines=(*lines, "", head, *shown, "", end), data=data, code=code)


def _decided(case: _Case, evidence: Evidence) -> tuple[Decision, tuple[str, ...]]:
    context, entry = case.context, case.entry
    desk = context.desk(context.actor)
    planned = replace(
        desk.decision(Action.REPRODUCE, entry.corpus, case.note), record=entry.record, reproduction=mark_of(evidence)
    )
    if not case.apply:
        return planned, changes_after(context, planned)
    with context.state.locked(f"`review.py reproduce {entry.record[:12]}`"):
        sweep(desk, context.suites)
        changes = changes_after(context, planned)
        context.state.store_evidence(entry.corpus, evidence.canonical())
        return amendment.amend(desk, planned), changes


def _runs(evidence: Evidence) -> list[str]:
    lines: list[str] = []
    for number, run in enumerate(evidence.runs, 1):
        if run.differing is None:
            lines.append(f"Run {number}        {run.status.upper()}: its predictions cannot be compared")
            lines += finding_lines(run.findings, mark="!")
            continue
        lines.append(f"Run {number}        {evidence.total - len(run.differing)} of {evidence.total} items equal")
        if run.differing:
            more = f" and {len(run.differing) - FEW} more" if len(run.differing) > FEW else ""
            lines += wrapped(f"{', '.join(run.differing[:FEW])}{more}", "  ! differing: ")
    if evidence.compared:
        lines.append(f"Repeatable   {'yes: all runs gave the same' if evidence.deterministic else 'NO: runs differ'}")
    return lines


def _run_data(evidence: Evidence, number: int) -> dict[str, object]:
    run = evidence.runs[number]
    return {
        "status": run.status,
        "reason": run.reason,
        "equal": None if run.differing is None else evidence.total - len(run.differing),
        "differing": None if run.differing is None else list(run.differing),
        "predictions_sha256": run.predictions_sha256,
        "findings": [one.to_dict() for one in run.findings],
    }
