"""Exact linear systems: Gauss-Jordan elimination over the rationals."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from solvers.text import Unreadable

Form = Mapping[Hashable, Fraction]
"""Coefficients by unknown; the key CONSTANT holds the constant. An equation says that a form is zero."""
CONSTANT = ""


Row = dict[Hashable, Fraction]
Solved = dict[Hashable, Row]
"""For each leading unknown an equation in which no other leading unknown occurs."""


def solve(equations: Sequence[Form]) -> Solved:
    """The system in reduced form. Raises Unreadable if the equations contradict each other."""
    pivots: Solved = {}
    for equation in equations:
        row = _reduced(equation, pivots)
        lead = next((key for key in row if key != CONSTANT), None)
        if lead is None:
            if row:
                raise Unreadable("the sentences contradict each other")
            continue
        row = {key: coefficient / row[lead] for key, coefficient in row.items()}
        for other, earlier in pivots.items():
            pivots[other] = _without(earlier, lead, row)
        pivots[lead] = row
    return pivots


def value(solved: Solved, asked: Form) -> Fraction:
    """What the solved system makes of `asked`. Raises Unreadable if it leaves that open."""
    rest = _reduced(asked, solved)
    if any(key != CONSTANT for key in rest):
        raise Unreadable("the sentences leave the answer open")
    return rest.get(CONSTANT, Fraction(0))


def _reduced(form: Form, pivots: Solved) -> Row:
    row = {key: coefficient for key, coefficient in form.items() if coefficient}
    for lead, pivot in pivots.items():
        row = _without(row, lead, pivot)
    return row


def _without(row: Row, lead: Hashable, pivot: Form) -> Row:
    """`row` with the unknown `lead` replaced by means of `pivot`, in which its coefficient is 1."""
    factor = row.get(lead, Fraction(0))
    if not factor:
        return row
    keys = dict.fromkeys((*row, *pivot))
    result = {key: row.get(key, Fraction(0)) - factor * pivot.get(key, Fraction(0)) for key in keys}
    return {key: coefficient for key, coefficient in result.items() if coefficient}
