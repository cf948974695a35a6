"""Scores, findings and one item as text for a terminal.

Invariant: only printable text leaves this file, whatever the predictions file held; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from evaluator.scoring import Score
from evaluator.statistics import percent, percent_of_float
from evaluator.suite import Item
from evaluator.tally import Tally
from records import SHOWN, Finding, printable

LONGEST = 500


def score_text(score: Score, note: str = "") -> str:
    """The score: headline, then a table of categories and tiers. `note` says which tasks are not scored."""
    total = score.tally()
    only = total.answered_only
    lines = [
        f"{score.suite}: read and scored, {score.whole.tally().total} predictions",
        *note_lines(note),
        "",
        f"  macro accuracy  {percent(score.macro):>6} %   95 % interval {interval_text(score.interval)}",
        f"  coverage        {percent(score.coverage):>6} %   {total.answered} of {total.total} answered",
        f"  answered only   {'none answered' if only is None else percent(only) + ' %':>8}",
        "",
        *_table(score),
        "",
        f"  predictions sha256 {score.predictions_sha256}",
    ]
    return "\n".join(lines) + "\n"


def note_lines(note: str) -> list[str]:
    """A note in lines that fit a terminal; none for an empty one."""
    return [f"  {line}" for line in wrap(_plain(note), 100)]


def findings_text(findings: Sequence[Finding]) -> str:
    """How many findings there are, then the first of them, each with its place."""
    count = len(findings)
    lines = [f"rejected: {count} finding{'s' if count != 1 else ''}, no score"]
    for item in findings[:SHOWN]:
        lines.append(f"  {item.code:<18}{_plain(item.where) or 'the whole file'}")
        lines.append(f"  {'':<18}{_plain(item.message)}")
    if count > SHOWN:
        lines.append(f"  and {count - SHOWN} more")
    return "\n".join(lines) + "\n"


def item_text(item: Item, label: str, question: Mapping[str, Any]) -> str:
    """One item: the question, its options, the right one, and the answer that was given."""
    lines = [f"{item.id}: {item.category}, tier {item.tier}, family {item.family}", "", f"  {question['question']}", ""]
    for letter, option in zip("ABCD", question["options"], strict=True):
        marks = ("right" if letter == item.label else "", "given" if letter == label else "")
        lines.append(f"  {letter}  {option}  {' '.join(f'<- {mark}' for mark in marks if mark)}".rstrip())
    verdict = "right" if label == item.label else "wrong"
    lines += ["", f"  answer {label}: {verdict}"]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return text if text.isascii() and text.isprintable() and len(text) <= LONGEST else printable(text, LONGEST)


def _table(score: Score) -> list[str]:
    header = "".join(f"{f'tier {tier}':>10}" for tier in score.tiers)
    lines = [f"  {'category':<14}{header}{'all':>10}{'per cent':>10}   95 % interval"]
    for name in score.categories:
        cells = [score.tally(category=name, tier=tier) for tier in score.tiers]
        lines.append(_row(name, [*cells, score.tally(category=name)]))
    tiers = [score.tally(tier=tier) for tier in score.tiers]
    return [*lines, _row("all", [*tiers, score.tally()])]


def _row(name: str, cells: Sequence[Tally]) -> str:
    whole = cells[-1]
    counts = "".join(f"{f'{cell.correct}/{cell.total}':>10}" for cell in cells)
    if whole.accuracy is None:
        return f"  {name:<14}{counts}{'none':>10}   no task of it is scored"
    remark = "   descriptive only" if whole.descriptive_only else ""
    return f"  {name:<14}{counts}{percent(whole.accuracy):>10}   {interval_text(whole.interval)}{remark}"


def interval_text(interval: tuple[float, float]) -> str:
    """Both ends in per cent."""
    low, high = interval
    return f"{percent_of_float(low)} to {percent_of_float(high)}"
