"""The stratified bootstrap without random numbers.

For items that are right or wrong, resampling a category of n items with k right draws exactly Binomial(n, k/n). The
bootstrap distribution of the macro score is therefore the convolution of the categories' binomials, and its
percentiles can be read instead of simulated.

Invariant: the percentiles returned are the exact ones. The convolution runs in fixed point with every step rounded
down, so the mass that is missing at the end bounds the error of every cumulated probability; where that bound leaves a
percentile open, the convolution is repeated in exact integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import comb
from operator import mul

TAIL = Fraction(1, 40)
FIXED_POINT_BITS = 96


@dataclass(frozen=True, kw_only=True, slots=True)
class BootstrapInterval:
    """The central 95 per cent of the bootstrap distribution of the macro score, as exact rates in 0..1.

    `low` and `high` are None when there is nothing to resample; `reason` then says why and is empty otherwise.
    """

    low: Fraction | None
    high: Fraction | None
    reason: str = ""


def bootstrap_interval(counts: Sequence[tuple[int, int]], bits: int = FIXED_POINT_BITS) -> BootstrapInterval:
    """Return the percentile interval of the macro score of categories given as (correct, total), totals all equal.

    "Bootstrap without random numbers: convolve the six distributions and read percentiles." An end is the smallest
    score at which 2.5 (97.5) per cent of the distribution is reached. `bits` is the fixed-point precision; it changes
    the time taken and never the result. Raises ValueError for no categories, unequal totals or impossible counts.
    """
    _check(counts)
    if all(correct in (0, total) for correct, total in counts):
        return BootstrapInterval(
            low=None,
            high=None,
            reason="Every category is entirely right or entirely wrong: resampling changes nothing.",
        )
    total = counts[0][1]
    ends = _percentiles([_fixed(_weights(k, n), n**n, bits) for k, n in counts], 1 << bits)
    if ends is None:
        ends = _percentiles([_weights(k, n) for k, n in counts], None)
    assert ends is not None  # exact masses leave nothing open
    low, high = (Fraction(end, total * len(counts)) for end in ends)
    return BootstrapInterval(low=low, high=high)


def _check(counts: Sequence[tuple[int, int]]) -> None:
    if not counts or len({total for _, total in counts}) != 1 or counts[0][1] < 1:
        raise ValueError(f"expected categories of one size of at least 1, got {list(counts)}")
    if any(not 0 <= correct <= total for correct, total in counts):
        raise ValueError(f"expected 0 <= correct <= total in every category, got {list(counts)}")


def _weights(correct: int, total: int) -> list[int]:
    """Binomial(total, correct/total) times total ** total: exact integers for 0..total successes."""
    wrong = total - correct
    return [comb(total, x) * correct**x * wrong ** (total - x) for x in range(total + 1)]


def _fixed(weights: list[int], whole: int, bits: int) -> list[int]:
    return [(weight << bits) // whole for weight in weights]


def _percentiles(masses: list[list[int]], unit: int | None) -> tuple[int, int] | None:
    """Return the two percentile positions; None when masses rounded down to multiples of 1/unit cannot tell."""
    distribution = reduce(lambda a, b: _convolve(a, b, unit), masses)
    cumulated = list(accumulate(distribution))
    whole = unit or cumulated[-1]
    missing = whole - cumulated[-1]
    low = _reach(cumulated, missing, whole * TAIL)
    high = _reach(cumulated, missing, whole * (1 - TAIL))
    return None if low is None or high is None else (low, high)


def _reach(cumulated: list[int], missing: int, target: Fraction) -> int | None:
    """Return the first place where the true cumulated mass, between c and c + missing, reaches target."""
    sure = next((place for place, mass in enumerate(cumulated) if mass >= target), None)
    possible = next((place for place, mass in enumerate(cumulated) if mass + missing >= target), None)
    return sure if sure == possible else None


def _convolve(a: list[int], b: list[int], unit: int | None) -> list[int]:
    flipped = b[::-1]
    last = len(b) - 1
    sums = (sum(map(mul, a[max(0, x - last) : x + 1], flipped[max(0, last - x) :])) for x in range(len(a) + last))
    return list(sums) if unit is None else [value // unit for value in sums]
