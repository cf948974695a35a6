"""The exact McNemar test: do two systems that answered the same questions differ?

Invariant: only discordant items (one right, the other wrong) enter, and p is an exact fraction. With equal strata this
is the exact sign-flip permutation test of the macro difference.
"""

from __future__ import annotations

from fractions import Fraction

from evaluator.statistics.binomial import lower_count


def mcnemar(only_first: int, only_second: int) -> Fraction:
    """Return the exact two-sided p of `only_first` items right only in one system and `only_second` only in the other.

    "Paired comparison: exact McNemar on discordant items (sum of binomial coefficients over 2^n as Fraction)." Without
    discordant items p is 1. Raises ValueError for negative counts.
    """
    if only_first < 0 or only_second < 0:
        raise ValueError(f"expected counts of 0 or more, got {only_first} and {only_second}")
    discordant = only_first + only_second
    one_side = Fraction(lower_count(min(only_first, only_second), discordant, 2), 2**discordant)
    return min(Fraction(1), 2 * one_side)
