"""Step 9: the recomputed score against the claimed preview.

"A submitted claimed score is never trusted." The step informs the maintainer; it cannot refuse by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from evaluator import AnyScore, ScheduleScore, Score, percent
from evaluator.statistics import Chance, chance_test
from leaderboard.admission.case import Case
from leaderboard.admission.likeness_rules import remark
from leaderboard.admission.report import Remark, Weight
from records import printable
from submissions_schema import Cell, Preview


def rescore(case: Case) -> Iterator[Remark]:
    """(9) Rescore, compare with the claimed preview, name the first difference."""
    if case.submission is None or case.score is None:
        return
    yield from _RECOMPUTED[type(case.score)](case.score)
    if case.submission.preview is None:
        yield remark(Weight.NOTE, "A_NO_PREVIEW", "/preview", "no receipt of a preview to compare with")
        return
    difference = first_difference(case.score, case.submission.preview)
    if difference:
        yield difference


def _labels(score: Score) -> Iterator[Remark]:
    tally = score.tally()
    text = f"recomputed: macro {percent(score.macro)} %, {tally.correct} of {tally.total} right"
    yield remark(Weight.NOTE, "A_SCORE", "/predictions", f"{text}, {tally.answered} answered")
    chance = chance_test(tally.correct, tally.total)
    if chance.verdict is not Chance.ABOVE:
        weight = Weight.ADVISORY if chance.verdict is Chance.BELOW else Weight.NOTE
        yield remark(weight, "A_CHANCE", "/predictions", chance.note)


def _schedules(score: ScheduleScore) -> Iterator[Remark]:
    tally = score.tally()
    text = f"recomputed: {percent(score.headline)} % feasible, {tally.correct} of {tally.total}"
    credit = f"partial credit {percent(score.partial_credit)} %"
    yield remark(Weight.NOTE, "A_SCORE", "/predictions", f"{text}, {tally.answered} answered, {credit}")


_RECOMPUTED: dict[type[AnyScore], Callable[[Any], Iterator[Remark]]] = {Score: _labels, ScheduleScore: _schedules}


def first_difference(score: AnyScore, preview: Preview) -> Remark | None:
    """The first field in which a claimed preview differs from the recomputed score, or None."""
    if preview.scorer != score.scorer:
        message = f"the preview came from scorer {printable(preview.scorer)}, review uses {score.scorer}"
        return remark(Weight.ADVISORY, "A_PREVIEW", "/preview/scorer", message)
    if preview.predictions_sha256 != score.predictions_sha256:
        message = "the preview scored other predictions than the submission holds"
        return remark(Weight.ADVISORY, "A_PREVIEW", "/preview/predictions_sha256", message)
    actual = {(cell.category, cell.tier): cell for cell in score.cells()}
    for number, claimed in enumerate(preview.counts):
        cell = actual.pop((claimed.category, claimed.tier), None)
        for name in ("correct", "answered", "total"):
            if cell is None or getattr(claimed, name) != getattr(cell, name):
                return _cell_difference(number, claimed, name, cell)
    return None


def _cell_difference(number: int, claimed: Cell, name: str, cell: Cell | None) -> Remark:
    found = "no such cell is left" if cell is None else f"recomputed {getattr(cell, name)}"
    place = f"{claimed.category} tier {claimed.tier} {name}"
    message = f"first difference: {place}: claimed {getattr(claimed, name)}, {found}"
    return remark(Weight.ADVISORY, "A_PREVIEW", f"/preview/counts/{number}/{name}", message)
