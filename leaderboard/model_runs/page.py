"""The Markdown page: what the runs are, what all scored, and a section for each.

Invariant: a pure function of a board; text of a record stands in prose only through `plain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evaluator import Score, Tally, percent
from evaluator.statistics import percent_of_float
from leaderboard.entry import Board, Entry
from leaderboard.model_runs.block import NOT_COMPARABLE, UNKNOWN, run_block
from leaderboard.model_runs.markdown import fenced, plain
from leaderboard.model_runs.remarks import HEAD, REMARKS, RETRACTED
from leaderboard.status import Standing, Status
from leaderboard.words import exposure, withdrawal_note
from records import Rejected

PAGE = "docs/MODEL_RUNS.md"
_SECTIONS = ((Status.MAINTAINER_RUN, "Maintainer-run systems"), (Status.CONTROL, "Launch controls"))


def model_runs_page(board: Board) -> bytes:
    """The page in UTF-8. Raises Rejected where the board is damaged: a page that leaves out a run would mislead."""
    if board.damaged:
        raise Rejected(board.damaged)
    chosen = [(title, tuple(_accepted_as(board.entries, status))) for status, title in _SECTIONS]
    note = withdrawal_note(board.suite)
    counted = [f"{plain(note)}. A withdrawn task leaves every figure below.", ""] if note else []
    lines = [
        HEAD.strip(),
        "",
        "## What they scored",
        "",
        *counted,
        *_summary([entry for _, some in chosen for entry in some]),
    ]
    for title, entries in chosen:
        lines += ["", f"## {title}"]
        for entry in entries:
            lines += ["", *_section(entry, board.suite.corpus)]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _accepted_as(entries: Iterable[Entry], status: Status) -> Iterator[Entry]:
    """Those that came onto the board with this status, whatever became of them since."""
    return (entry for entry in entries if status in {decision.status for decision in entry.decisions})


def _summary(entries: list[Entry]) -> Iterator[str]:
    yield "| run | status | macro accuracy, % | 95 % interval | answered | exposure | system |"
    yield "|---|---|---|---|---|---|---|"
    for entry in entries:
        if entry.state is Standing.RETRACTED:
            cells = ["retracted", "", ""]
        else:
            whole = entry.labels.tally()
            interval = _interval(entry.labels.interval)
            cells = [percent(entry.labels.macro), interval, f"{whole.answered} of {whole.total}"]
        name = plain(f"{entry.submission.system.name} {entry.submission.system.version}")
        row = (f"`{entry.sha256[:12]}`", str(entry.status), *cells, str(exposure(entry.submission)), name)
        yield f"| {' | '.join(row)} |"


def _section(entry: Entry, corpus: str) -> Iterator[str]:
    submission = entry.submission
    yield f"### Run `{entry.sha256[:12]}`: {plain(submission.system.name)} {plain(submission.system.version)}"
    yield ""
    yield "What it is, in its own words: " + plain(submission.system.description)
    yield ""
    yield from _prose(entry)
    yield ""
    if entry.state is not Standing.RETRACTED:
        yield from _cells(entry.labels)
        yield ""
    yield fenced(run_block(entry, corpus))


def _prose(entry: Entry) -> Iterator[str]:
    if entry.state is Standing.RETRACTED:
        yield RETRACTED
        return
    score, runtime = entry.labels, run_block(entry, "")["runtime_ms"]
    whole = score.tally()
    yield f"It answered {whole.answered} of {whole.total} questions, {whole.correct} of them right. {_weakest(score)}"
    timed = [f"{name.replace('_', ' ')} {value} ms" for name, value in runtime.items() if isinstance(value, int)]
    yield f"Runtime: {', '.join(timed) or UNKNOWN} ({NOT_COMPARABLE})."
    yield f"Exposure in a word: {exposure(entry.submission)}. Every answer is in the block below."
    for remark in REMARKS:
        if remark.of(entry):
            yield remark.text


def _weakest(score: Score) -> str:
    """Which cell went worst: the nearest thing to known failure modes that the record itself holds."""
    if score.macro == 1:
        return "Nothing went wrong, so the suite says nothing about where it would fail."
    cells = [(score.tally(category=name, tier=tier), name, tier) for name in score.categories for tier in score.tiers]
    scored = [(part.accuracy, part, name, tier) for part, name, tier in cells if part.accuracy is not None]
    _, worst, name, tier = min(scored, key=lambda cell: cell[0])
    return f"Weakest: {name}, tier {tier}, {worst.correct} of {worst.total} right."


def _cells(score: Score) -> Iterator[str]:
    """Right of all per cent by category and tier; whole categories and the suite with their intervals."""
    yield f"| % right | {' | '.join(f'tier {tier}' for tier in score.tiers)} | all tiers | 95 % interval |"
    yield "|---" * (len(score.tiers) + 3) + "|"
    for name in score.categories:
        parts = [score.tally(category=name, tier=tier) for tier in score.tiers]
        whole = score.tally(category=name)
        remark = " (descriptive only)" if whole.descriptive_only else ""
        yield _row(f"{name}{remark}", parts, whole, whole.interval)
    yield _row("suite", [score.tally(tier=tier) for tier in score.tiers], score.tally(), score.interval)


def _row(name: str, parts: list[Tally], whole: Tally, interval: tuple[float, float]) -> str:
    rates = (part.accuracy for part in (*parts, whole))
    cells = ["none scored" if rate is None else percent(rate) for rate in rates]
    return f"| {' | '.join([name, *cells, _interval(interval) if whole.total else ''])} |"


def _interval(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{percent_of_float(low)} to {percent_of_float(high)}"
