"""Title and description of a submission's pull request.

Invariant: text of the submitter cannot become markup, a mention, a link or a new line: letters, digits, spaces and a
few plain signs pass, everything else is written as "·"; the description is one code block of such lines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evaluator import AnyScore, ScheduleScore, Score, percent
from submissions_schema import Submission

PLAIN = frozenset(" .,+-_()")
TITLE_ROOM = 60
MARKER = "nnai-submission"


def inert(text: str, room: int = TITLE_ROOM) -> str:
    """`text` on one line without anything a hub or a browser would interpret, at most `room` characters."""
    kept = "".join(sign if sign.isalnum() or sign in PLAIN else "·" for sign in text)
    return kept if len(kept) <= room else kept[: room - 1] + "…"


def title(submission: Submission) -> str:
    """One line that names the system and the suite."""
    system = submission.system
    return f"Submit {inert(system.name)} {inert(system.version, 20)} to {submission.suite}"


def description(submission: Submission, score: AnyScore) -> str:
    """What a reviewer wants to see first, and the digest marker."""
    lines = {
        "system": f"{inert(submission.system.name, 80)} {inert(submission.system.version, 40)}",
        "submitted by": inert(submission.submitted_by, 96),
        "suite": submission.suite,
        "track": submission.track,
        **_SCORE_LINES[type(score)](score),
        "revision": submission.source.revision,
    }
    width = max(map(len, lines))
    block = "\n".join(f"{name:<{width}}  {value}" for name, value in lines.items())
    return (
        "One submission document, opened from the Space. The score below is recomputed at review.\n\n"
        f"```text\n{block}\n```\n\n"
        f"`{MARKER} sha256:{submission.sha256}`\n"
    )


def _labels(score: Score) -> dict[str, str]:
    whole, only = score.tally(), score.answered_only
    return {
        "macro accuracy": f"{percent(score.macro)} %",
        "correct": f"{whole.correct} of {whole.total}",
        "coverage": f"{percent(score.coverage)} %",
        "answered-only": "none answered" if only is None else f"{percent(only)} %",
    }


def _schedules(score: ScheduleScore) -> dict[str, str]:
    whole = score.tally()
    return {
        "feasible": f"{percent(score.headline)} %, {whole.correct} of {whole.total}",
        "partial credit": f"{percent(score.partial_credit)} %",
        "coverage": f"{percent(score.coverage)} %",
    }


_SCORE_LINES: dict[type[AnyScore], Callable[[Any], dict[str, str]]] = {Score: _labels, ScheduleScore: _schedules}
