"""Step 10: likeness to earlier entries, in the way of each kind of answer. It informs; it can refuse nothing.

Equal right answers say little, because both may be right. Equal mistakes are what a shared origin leaves behind: with
labels they are held against chance; a schedule has so many wrong forms that two that are equal are counted as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from evaluator import AnyScore, ScheduleScore, Score, Suite
from evaluator.statistics import Agreement, p_text, similarity
from leaderboard.admission.case import Case
from leaderboard.admission.report import Remark, Weight
from leaderboard.entry import Entry
from records import Finding
from submissions_schema import Submission

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
    if case.submission is None:
        return
    mine = _answers(case.submission)
    counted = [(entry, _agreement(case, mine, entry)) for entry in case.earlier]
    for entry, (answers, equal, both, alike) in sorted(counted, key=lambda one: (-one[1][3], -one[1][1]))[:_NEAREST]:
        if mine == _answers(entry.submission):
            yield _same(case, entry)
            continue
        look = both >= SHARED and 2 * alike >= both
        weight, code = (Weight.ADVISORY, "A_SIMILAR") if look else (Weight.NOTE, "A_NEAREST")
        message = f"{_name(entry)}: {equal} of {answers} schedules equal; of {both} both infeasible {alike} equal"
        yield remark(weight, code, "/predictions", message)


def _agreement(case: Case, mine: dict[str, object], entry: Entry) -> tuple[int, int, int, int]:
    """Instances that both answered, equal schedules among them, both infeasible, equal among those."""
    theirs = _answers(entry.submission)
    answered = [
        (name, one, other)
        for name, one, other in zip(case.suite.contract.ids, case.sheet, entry.sheet, strict=True)
        if mine[name] is not None and theirs[name] is not None and name not in case.suite.withdrawn
    ]
    equal = [(one, other) for name, one, other in answered if mine[name] == theirs[name]]
    both = [1 for _, one, other in answered if one == other == "0"]
    return len(answered), len(equal), len(both), sum(one == "0" for one, _ in equal)


def _scored(case: Case, sheet: str) -> str:
    """The letters of the items that count: a disputed gold label makes mistakes of right answers."""
    withdrawn = case.suite.withdrawn
    if not withdrawn:
        return sheet
    return "".join(letter for name, letter in zip(case.suite.contract.ids, sheet, strict=True) if name not in withdrawn)


def _answers(submission: Submission) -> dict[str, object]:
    return {row.id: row.schedule for row in submission.schedules}


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
