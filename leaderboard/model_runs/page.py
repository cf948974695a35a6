"""The Markdown page: what the runs are, what all scored, and a section for each.

Invariant: a pure function of a board; text of a record stands in prose only through `plain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evaluator import AnySuite
from leaderboard.entry import Board, Entry, Reproduced
from leaderboard.model_runs.block import NOT_COMPARABLE, UNKNOWN, run_block
from leaderboard.model_runs.figures import interval_text
from leaderboard.model_runs.markdown import fenced, plain
from leaderboard.model_runs.remarks import REMARKS, RETRACTED
from leaderboard.model_runs.views import view_of
from leaderboard.status import Standing, Status
from leaderboard.words import exposure, withdrawal_note
from records import Rejected

_SECTIONS = ((Status.MAINTAINER_RUN, "Maintainer-run systems"), (Status.CONTROL, "Launch controls"))


def model_runs_page(board: Board) -> bytes:
    """The page in UTF-8. Raises Rejected where the board is damaged: a page that leaves out a run would mislead."""
    if board.damaged:
        raise Rejected(board.damaged)
    chosen = [(title, tuple(_accepted_as(board.entries, status))) for status, title in _SECTIONS]
    note = withdrawal_note(board.suite)
    counted = [f"{plain(note)}. A withdrawn task leaves every figure below.", ""] if note else []
    lines = [
        view_of(board.suite).head.strip(),
        "",
        "## What they scored",
        "",
        *counted,
        *_summary([entry for _, some in chosen for entry in some], board.suite),
    ]
    for title, entries in chosen:
        lines += ["", f"## {title}"]
        for entry in entries:
            lines += ["", *_section(entry, board.suite)]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _accepted_as(entries: Iterable[Entry], status: Status) -> Iterator[Entry]:
    """Those that came onto the board with this status, whatever became of them since."""
    return (entry for entry in entries if status in {decision.status for decision in entry.decisions})


def _summary(entries: list[Entry], suite: AnySuite) -> Iterator[str]:
    view = view_of(suite)
    yield f"| run | status | {view.primary} | 95 % interval | answered | exposure | system |"
    yield "|---|---|---|---|---|---|---|"
    for entry in entries:
        if entry.state is Standing.RETRACTED:
            cells = ["retracted", "", ""]
        else:
            whole, interval = entry.score.tally(), interval_text(entry.score.interval)
            cells = [view.headline(entry.score), interval, f"{whole.answered} of {whole.total}"]
        name = plain(f"{entry.submission.system.name} {entry.submission.system.version}")
        row = (f"`{entry.sha256[:12]}`", str(entry.status), *cells, str(exposure(entry.submission)), name)
        yield f"| {' | '.join(row)} |"


def _section(entry: Entry, suite: AnySuite) -> Iterator[str]:
    submission = entry.submission
    yield f"### Run `{entry.sha256[:12]}`: {plain(submission.system.name)} {plain(submission.system.version)}"
    yield ""
    yield "What it is, in its own words: " + plain(submission.system.description)
    yield ""
    yield from _prose(entry, suite)
    yield ""
    if entry.state is not Standing.RETRACTED:
        yield from view_of(suite).table(entry.score)
        yield ""
    yield fenced(run_block(entry, suite))


def _again(made: Reproduced) -> str:
    mark, whose = made.mark, "by somebody other than the submitter" if made.independent else "by its makers"
    return f"Run again offline in the sandbox {whose}: {mark.equal} of {mark.total} answers equal in {mark.runs} runs."


def _prose(entry: Entry, suite: AnySuite) -> Iterator[str]:
    if entry.state is Standing.RETRACTED:
        yield RETRACTED
        return
    view, runtime, whole = view_of(suite), run_block(entry, suite)["runtime_ms"], entry.score.tally()
    counts = view.answered.format(answered=whole.answered, total=whole.total, correct=whole.correct)
    yield f"It answered {counts}. {view.weakest(entry.score)}"
    timed = [f"{name.replace('_', ' ')} {value} ms" for name, value in runtime.items() if isinstance(value, int)]
    yield f"Runtime: {', '.join(timed) or UNKNOWN} ({NOT_COMPARABLE})."
    yield f"Exposure in a word: {exposure(entry.submission)}. Every answer is in the block below."
    if entry.reproduction is not None:
        yield _again(entry.reproduction)
    for remark in REMARKS:
        if remark.of(entry):
            yield remark.text
