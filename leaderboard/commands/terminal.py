"""Text for a terminal of 98 columns: what strangers wrote is made harmless, long lines are wrapped under themselves,
words (addresses, digests) stay whole.

Invariant: no control character, direction mark or invisible character of a submission reaches the terminal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from leaderboard.admission import CheckReport, StepReport, Verdict, Weight
from records import SHOWN, Finding

WIDTH = 98
_LOUD = {Verdict.FAIL: "FAIL", Verdict.LOOK: "LOOK"}


def harmless(text: str) -> str:
    """`text` with everything that is not printable spelled as an escape."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def wrapped(text: str, indent: str, hanging: str | None = None) -> list[str]:
    """Lines of `text`, the first after `indent`, the others after `hanging` (default: as much space)."""
    rest = " " * len(indent) if hanging is None else hanging
    lines: list[str] = []
    for part in text.split("\n"):
        first = rest if lines else indent
        wrapper = textwrap.TextWrapper(WIDTH, initial_indent=first, subsequent_indent=rest)
        wrapper.break_on_hyphens = wrapper.break_long_words = False
        lines += wrapper.wrap(harmless(part)) or [first.rstrip()]
    return lines


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns two spaces apart; the last one is as long as it is."""
    safe = [[harmless(cell) for cell in row] for row in rows]
    widths = [max(len(row[place]) for row in safe) for place in range(len(safe[0]))] if safe else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in safe]


def finding_lines(findings: Iterable[Finding], indent: str = "  ", mark: str = " ") -> list[str]:
    """The first 50 findings, each wrapped, `mark` in front of each; and the total where there are more."""
    every = tuple(findings)
    lines: list[str] = []
    for item in every[:SHOWN]:
        head = f"{item.code} {item.where}".strip()
        lines += wrapped(f"{head}  {item.message}", f"{indent[:-2]}{mark} ", indent + "    ")
    if len(every) > SHOWN:
        lines.append(f"{indent}... {len(every)} findings in all, the first {SHOWN} shown")
    return lines


def report_lines(report: CheckReport) -> list[str]:
    """A check, step by step, and the verdict."""
    lines: list[str] = []
    for step in report.steps:
        lines += _step_lines(step)
    lines.append("")
    look = f"{len(report.advisory)} remark(s) ask for a look" if report.advisory else "nothing asks for a look"
    if report.ready:
        lines.append(f"READY: nothing blocks; {look}.")
    else:
        lines.append(f"NOT READY: {len(report.blocking)} finding(s) block; {look}.")
    return lines


def _step_lines(step: StepReport) -> list[str]:
    verdict = _LOUD.get(step.verdict, str(step.verdict))
    lines = [f"  {step.number:>2}  {verdict:<12} {step.title}"]
    for weight in Weight:
        chosen = [remark.finding for remark in step.remarks if remark.weight is weight]
        mark = "!" if weight in (Weight.BLOCKING, Weight.ADVISORY) else " "
        lines += finding_lines(chosen, " " * 8, mark)
    return lines
