"""Holm's step-down adjustment: many tests, one error rate.

Invariant: an adjusted p is never below its raw p, and the order of the adjusted p is the order of the raw ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def holm(ps: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the Holm-adjusted p of each of `ps`, in the given order, each at most 1.

    "Holm-adjusted over entries": with m tests, the i-th smallest p (from 0) is multiplied by m - i, and no adjusted p
    falls below that of a smaller one. Adjusted p <= alpha is Holm's rejection at level alpha.
    """
    adjusted = [Fraction(1)] * len(ps)
    floor = Fraction(0)
    for place, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        floor = max(floor, min(Fraction(1), ps[index] * (len(ps) - place)))
        adjusted[index] = floor
    return tuple(adjusted)
