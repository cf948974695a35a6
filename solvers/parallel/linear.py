"""Exact linear systems: Gauss-Jordan elimination over the rationals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from solvers.text import Unreadable

Form = Mapping[Hashable, Fraction]
"""Coefficients by unknown; the key CONSTANT holds the constant. An equation says that a form is zero."""
CONSTANT = ""


def value(equations: Sequence[Form], asked: Form) -> Fraction:
    """What the equations make of `asked`. Raises Unreadable if they contradict each other or leave it open."""
    pivots: dict[Hashable, dict[Hashable, Fraction]] = {}
    for equation in equations:
        row = _reduced(equation, pivots)
        unknowns = [key for key in row if key != CONSTANT]
        if not unknowns:
            if row:
                raise Unreadable("the sentences contradict each other")
            continue
        lead = unknowns[0]
        row = {key: coefficient / row[lead] for key, coefficient in row.items()}
        for other, earlier in pivots.items():
            pivots[other] = _without(earlier, lead, row)
        pivots[lead] = row
    rest = _reduced(asked, pivots)
    if any(key != CONSTANT for key in rest):
        raise Unreadable("the sentences leave the answer open")
    return rest.get(CONSTANT, Fraction(0))


def _reduced(form: Form, pivots: Mapping[Hashable, dict[Hashable, Fraction]]) -> dict[Hashable, Fraction]:
    row = {key: coefficient for key, coefficient in form.items() if coefficient}
    for lead, pivot in pivots.items():
        row = _without(row, lead, pivot)
    return row


def _without(row: dict[Hashable, Fraction], lead: Hashable, pivot: Form) -> dict[Hashable, Fraction]:
    """`row` with the unknown `lead` replaced by means of `pivot`, in which its coefficient is 1."""
    factor = row.get(lead, Fraction(0))
    if not factor:
        return row
    keys = dict.fromkeys((*row, *pivot))
    result = {key: row.get(key, Fraction(0)) - factor * pivot.get(key, Fraction(0)) for key in keys}
    return {key: coefficient for key, coefficient in result.items() if coefficient}
