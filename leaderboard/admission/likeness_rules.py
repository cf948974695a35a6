"""Step 10: likeness to earlier entries, in the way of each kind of answer. It informs; it can refuse nothing.

Equal right answers say little, because both may be right. Equal mistakes are what a shared origin leaves behind: with
labels they are held against chance; equal schedules are counted and held against what the controls share with one
another, because no chance model for them is honest (docs/adr/0008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from evaluator import AnyScore, ScheduleScore, ScheduleSuite, Score, Suite
from evaluator.statistics import Agreement, p_text, similarity
from leaderboard.admission.case import Case
from leaderboard.admission.report import Remark, Weight
from leaderboard.admission.shared_schedules import Answers, Shared, most_shared, shared
from leaderboard.entry import Entry
from leaderboard.status import Standing, Status
from records import Finding

SUSPICIOUS = Fraction(1, 1000)
"""Shared mistakes this unlikely under independence, over all earlier entries, ask for a look."""
SHARED = 10
"""So many shared infeasible schedules, half of them equal to the last assignment, ask for a look."""
_NEAREST = 3


def likeness(case: Case) -> Iterator[Remark]:
    """(10) Nearest earlier entries by equal predictions and by equal wrong predictions."""
    if case.submission is None or case.score is None:
        return
    yield from _COMPARE[type(case.score)](case)
    if not case.earlier:
        yield remark(Weight.NOTE, "A_FIRST", "/predictions", "no earlier entry to compare with")


def _labels(case: Case) -> Iterator[Remark]:
    if not (isinstance(case.score, Score) and isinstance(case.suite, Suite)):
        raise TypeError("labels are compared on a suite of labels")
    tally = case.score.tally()
    if tally.correct == tally.total:
        message = "every answer is right: the answer key itself would look like this; read the source closely"
        yield remark(Weight.ADVISORY, "A_PERFECT", "/predictions", message)
    gold = "".join(item.label for item in case.suite.scored)
    mine = _scored(case, case.sheet)
    compared = [(entry, similarity(mine, _scored(case, entry.sheet), gold)) for entry in case.earlier]
    for entry, both in sorted(compared, key=lambda one: -(one[1].mistakes.z or 0.0))[:_NEAREST]:
        if entry.sheet == case.sheet:
            yield _same(case, entry)
        else:
            yield _mistakes(entry, both.answers, both.mistakes, len(compared))


def _mistakes(entry: Entry, answers: Agreement, mistakes: Agreement, others: int) -> Remark:
    p = min(Fraction(1), mistakes.p_value() * others) if mistakes.items else Fraction(1)
    weight, code = (Weight.ADVISORY, "A_SIMILAR") if p < SUSPICIOUS else (Weight.NOTE, "A_NEAREST")
    expected = float(mistakes.expected)
    message = (
        f"{_name(entry)}: {answers.equal} of {answers.items} answers equal; of {mistakes.items} shared mistakes "
        f"{mistakes.equal} equal, chance gives {expected:.1f} ({p_text(p)})"
    )
    return remark(weight, code, "/predictions", message)


def _schedules(case: Case) -> Iterator[Remark]:
    if case.submission is None or not isinstance(case.suite, ScheduleSuite):
        return
    suite, mine = case.suite, Answers(submission=case.submission, sheet=case.sheet)
    counted = [(entry, shared(mine, _file(entry), suite)) for entry in case.earlier]
    standing = [one for one in case.earlier if one.status is Status.CONTROL and one.state is not Standing.RETRACTED]
    usual = most_shared(map(_file, standing), suite)
    for entry, both in sorted(counted, key=lambda one: (-one[1].wrong_equal, -one[1].equal))[:_NEAREST]:
        if mine.submission.schedules == entry.submission.schedules:
            yield _same(case, entry)
        else:
            yield _equal_schedules(entry, both, usual)


def _equal_schedules(entry: Entry, both: Shared, usual: tuple[int, ...]) -> Remark:
    look = both.wrong >= SHARED and 2 * both.wrong_equal >= both.wrong
    weight, code = (Weight.ADVISORY, "A_SIMILAR") if look else (Weight.NOTE, "A_NEAREST")
    controls = f"; two controls share up to {_listed(usual)}" if usual else ""
    message = (
        f"{_name(entry)}: {both.equal} of {both.answered} schedules equal (by tier {_listed(both.by_tier)}{controls}); "
        f"of {both.wrong} both infeasible {both.wrong_equal} equal"
    )
    return remark(weight, code, "/predictions", message)


def _file(entry: Entry) -> Answers:
    return Answers(submission=entry.submission, sheet=entry.sheet)


def _listed(counts: tuple[int, ...]) -> str:
    return ", ".join(map(str, counts))


def _scored(case: Case, sheet: str) -> str:
    """The letters of the items that count: a disputed gold label makes mistakes of right answers."""
    withdrawn = case.suite.withdrawn
    if not withdrawn:
        return sheet
    return "".join(letter for name, letter in zip(case.suite.contract.ids, sheet, strict=True) if name not in withdrawn)


_COMPARE: dict[type[AnyScore], Callable[[Case], Iterator[Remark]]] = {Score: _labels, ScheduleScore: _schedules}


def _same(case: Case, entry: Entry) -> Remark:
    owner = "the same submitter" if entry.submission.submitted_by == case.author else "ANOTHER SUBMITTER"
    message = f"all predictions equal those of {_name(entry)}, {owner}"
    return remark(Weight.ADVISORY, "A_SAME_PREDICTIONS", "/predictions", message)


def _name(entry: Entry) -> str:
    return f"{entry.submission.system.name} {entry.submission.system.version} ({entry.sha256[:12]}, {entry.status})"


def remark(weight: Weight, code: str, where: str, message: str) -> Remark:
    """A remark of step 9 or 10."""
    return Remark(weight=weight, finding=Finding(code=code, where=where, message=message))
