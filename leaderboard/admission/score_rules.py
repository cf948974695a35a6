"""Steps 9 and 10: the recomputed score against the claimed preview, and likeness to earlier entries.

"A submitted claimed score is never trusted." Both steps inform the maintainer; neither can refuse by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evaluator import SCORER, Score, percent
from evaluator.statistics import Agreement, Chance, chance_test, p_text, similarity
from leaderboard.admission.case import Case
from leaderboard.admission.report import Remark, Weight
from leaderboard.entry import Entry
from leaderboard.score_mark import CellMark, mark_score
from records import Finding, printable
from submissions_schema import Preview

SUSPICIOUS = Fraction(1, 1000)
"""Shared mistakes this unlikely under independence, over all earlier entries, ask for a look."""
_NEAREST = 3


def rescore(case: Case) -> Iterator[Remark]:
    """(9) Rescore, compare with the claimed preview, name the first difference."""
    if case.submission is None or case.score is None:
        return
    tally = case.score.tally()
    text = f"recomputed: macro {percent(case.score.macro)} %, {tally.correct} of {tally.total} right"
    yield _remark(Weight.NOTE, "A_SCORE", "/predictions", f"{text}, {tally.answered} answered")
    chance = chance_test(tally.correct, tally.total)
    if chance.verdict is not Chance.ABOVE:
        weight = Weight.ADVISORY if chance.verdict is Chance.BELOW else Weight.NOTE
        yield _remark(weight, "A_CHANCE", "/predictions", chance.note)
    if case.submission.preview is None:
        yield _remark(Weight.NOTE, "A_NO_PREVIEW", "/preview", "no receipt of a preview to compare with")
        return
    difference = first_difference(case.score, case.submission.preview)
    if difference:
        yield difference


def first_difference(score: Score, preview: Preview) -> Remark | None:
    """The first field in which a claimed preview differs from the recomputed score, or None."""
    if preview.scorer != SCORER:
        message = f"the preview came from scorer {printable(preview.scorer)}, review uses {SCORER}"
        return _remark(Weight.ADVISORY, "A_PREVIEW", "/preview/scorer", message)
    if preview.predictions_sha256 != score.predictions_sha256:
        message = "the preview scored other predictions than the submission holds"
        return _remark(Weight.ADVISORY, "A_PREVIEW", "/preview/predictions_sha256", message)
    actual = {(cell.category, cell.tier): cell for cell in mark_score(score).cells}
    for number, claimed in enumerate(preview.counts):
        cell = actual.pop((claimed.category, claimed.tier), None)
        for name in ("correct", "answered", "total"):
            if cell is None or getattr(claimed, name) != getattr(cell, name):
                return _cell_difference(number, claimed.category, claimed.tier, name, getattr(claimed, name), cell)
    return None


def _cell_difference(number: int, category: str, tier: int, name: str, claimed: int, cell: CellMark | None) -> Remark:
    found = "no such cell is left" if cell is None else f"recomputed {getattr(cell, name)}"
    message = f"first difference: {category} tier {tier} {name}: claimed {claimed}, {found}"
    return _remark(Weight.ADVISORY, "A_PREVIEW", f"/preview/counts/{number}/{name}", message)


def likeness(case: Case) -> Iterator[Remark]:
    """(10) Nearest earlier entries by equal predictions and by equal wrong predictions against what chance gives."""
    if case.submission is None or case.score is None:
        return
    tally = case.score.tally()
    if tally.correct == tally.total:
        message = "every answer is right: the answer key itself would look like this; read the source closely"
        yield _remark(Weight.ADVISORY, "A_PERFECT", "/predictions", message)
    gold = "".join(item.label for item in case.suite.items)
    compared = [(entry, similarity(case.sheet, entry.sheet, gold)) for entry in case.earlier]
    for entry, both in sorted(compared, key=lambda one: -(one[1].mistakes.z or 0.0))[:_NEAREST]:
        if entry.sheet == case.sheet:
            owner = "the same submitter" if entry.submission.submitted_by == case.author else "ANOTHER SUBMITTER"
            message = f"all predictions equal those of {_name(entry)}, {owner}"
            yield _remark(Weight.ADVISORY, "A_SAME_PREDICTIONS", "/predictions", message)
        else:
            yield _mistakes(entry, both.answers, both.mistakes, len(compared))
    if not compared:
        yield _remark(Weight.NOTE, "A_FIRST", "/predictions", "no earlier entry to compare with")


def _mistakes(entry: Entry, answers: Agreement, mistakes: Agreement, others: int) -> Remark:
    p = min(Fraction(1), mistakes.p_value() * others) if mistakes.items else Fraction(1)
    weight, code = (Weight.ADVISORY, "A_SIMILAR") if p < SUSPICIOUS else (Weight.NOTE, "A_NEAREST")
    expected = float(mistakes.expected)
    message = (
        f"{_name(entry)}: {answers.equal} of {answers.items} answers equal; of {mistakes.items} shared mistakes "
        f"{mistakes.equal} equal, chance gives {expected:.1f} ({p_text(p)})"
    )
    return _remark(weight, code, "/predictions", message)


def _name(entry: Entry) -> str:
    return f"{entry.submission.system.name} {entry.submission.system.version} ({entry.sha256[:12]}, {entry.status})"


def _remark(weight: Weight, code: str, where: str, message: str) -> Remark:
    return Remark(weight=weight, finding=Finding(code=code, where=where, message=message))
