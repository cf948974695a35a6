"""`list`, `show`, `check`: looking at the queue of pull requests.

Invariant: these change nothing but the private memory of what was checked; one bad pull request never hides another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from evaluator import percent
from leaderboard.admission import Case, CheckReport, check, fetch_case
from leaderboard.commands.context import CLEAN, FINDINGS, Context, Result, pull_key
from leaderboard.commands.disclosures import disclosure_lines
from leaderboard.commands.terminal import finding_lines, report_lines, table
from leaderboard.entry import Board
from leaderboard.history import History
from leaderboard.ports import QUEUE, PullSummaryView
from records import Finding, Rejected


class PullState(StrEnum):
    """How a pull request stands, for `list`."""

    EMPTY = "empty"
    DRAFT = "draft"
    INVALID = "invalid"
    READY = "ready"
    CHANGED = "changed since checked"


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """A case and what the rules say about it."""

    case: Case
    report: CheckReport


def checked(context: Context, number: int, boards: tuple[Board, ...], history: History) -> Checked:
    """Fetch and judge one pull request. Raises Rejected(A_UNREADABLE) when its own data makes it impossible."""
    try:
        case = fetch_case(context.hub, number, boards, history.records, context.probe)
    except Exception as error:
        if not context.blames_data(error):
            raise
        message = f"pull request {number} cannot be read: {error}"
        raise Rejected([Finding(code="A_UNREADABLE", where="", message=message)]) from error
    return Checked(case=case, report=check(case))


def list_pulls(context: Context) -> Result:
    """Open pull requests: number, state, author, age, suite, title."""
    boards, history, memory = context.boards(), context.history(), context.state.checks()
    quiet = _offline(context)
    rows = []
    for summary in sorted(context.hub.pulls(QUEUE), key=lambda one: one.number):
        rows.append(_row(quiet, summary, boards, history, memory.get(pull_key(summary.number))))
    if not rows:
        return Result(lines=("No open pull request.",), data={"pulls": []})
    header = ("PR", "STATE", "AUTHOR", "AGE", "SUITE", "TITLE")
    cells = [
        (f"{row['pull']}", row["state"], row["author"], _age(context.now, row["created"]), row["corpus"], row["title"])
        for row in rows
    ]
    return Result(lines=tuple(line[:160] for line in table([header, *cells])), data={"pulls": rows})


def show(context: Context, number: int) -> Result:
    """The submission, readable; unknown and adapted disclosures stand out."""
    found = checked(context, number, context.boards(), context.history())
    case, submission = found.case, found.case.submission
    head = f"Pull request {number} by {case.author} at {case.head[:12]}, {case.status}, {case.suite.corpus}"
    if submission is None:
        lines = [head, *(f"  {file.kind}  {file.path}" for file in case.files[:20]), "No readable submission:"]
        return Result(lines=(*lines, *finding_lines(found.report.blocking)), data=found.report.to_dict(), code=FINDINGS)
    document = submission.to_dict()
    del document["predictions"]
    data = {"pull": number, "head": case.head, "author": case.author, "submission": document}
    return Result(lines=(head, "", *disclosure_lines(submission, case.score)), data=data)


def check_pull(context: Context, number: int) -> Result:
    """The numbered steps at the head commit; what was looked at is remembered."""
    found = checked(context, number, context.boards(), context.history())
    context.state.remember_check(pull_key(number), found.case.head)
    code = CLEAN if found.report.ready else FINDINGS
    return Result(lines=(*check_head(found.case), *report_lines(found.report)), data=found.report.to_dict(), code=code)


def check_head(case: Case) -> list[str]:
    """The lines above a check: what is judged."""
    lines = [f"Pull request {case.number} by {case.author} at {case.head[:12]}, {case.suite.corpus}"]
    if case.submission and case.score:
        system, tally = case.submission.system, case.score.tally()
        score = f"{percent(case.score.headline)} %, {tally.correct}/{tally.total}"
        lines.append(f"{system.name} {system.version}: {score}, record {case.submission.sha256[:12]}")
    return [*lines, ""]


def _row(
    context: Context, summary: PullSummaryView, boards: tuple[Board, ...], history: History, memory: str | None
) -> dict[str, Any]:
    state, corpus, findings = PullState.INVALID, "", 1
    try:
        found = checked(context, summary.number, boards, history)
        state, corpus, findings = _state(found, memory), found.case.suite.corpus, len(found.report.blocking)
    except Rejected as error:
        findings = len(error.findings)
    return {
        "pull": summary.number,
        "state": str(state),
        "findings": findings,
        "author": summary.author,
        "created": summary.created,
        "corpus": corpus,
        "title": summary.title,
        "head": summary.head,
        "url": summary.url,
    }


def _state(found: Checked, memory: str | None) -> PullState:
    if not found.case.files:
        return PullState.EMPTY
    if found.case.status == "draft":
        return PullState.DRAFT
    if memory is not None and memory != found.case.head:
        return PullState.CHANGED
    return PullState.READY if found.report.ready else PullState.INVALID


def _offline(context: Context) -> Context:
    """The list asks no source whether it is there; `check` does."""
    return replace(context, probe=None)


def _age(now: datetime, created: str) -> str:
    try:
        seconds = int((now - datetime.fromisoformat(created).astimezone(UTC)).total_seconds())
    except ValueError:
        return "?"
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return "now"
