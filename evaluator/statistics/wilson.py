"""The Wilson score interval of one proportion.

Invariant: only + - * / and the square root are used, each correctly rounded by IEEE 754, in one fixed order that
`assets/preview/statistics.mjs` repeats; so the two give the same bits on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054
_Z95_SQUARED = Z95 * Z95


def wilson(correct: int, total: int) -> tuple[float, float]:
    """Return (low, high), both in 0..1, of the 95 per cent Wilson interval of `correct` successes in `total` trials.

    "Interval shown: Wilson 95 % with z = 1.959963984540054." Nothing right gives a low end of exactly 0.0, everything
    right a high end of exactly 1.0, and no trials at all (0.0, 1.0): nothing is known. Raises ValueError unless
    0 <= correct <= total.
    """
    if not 0 <= correct <= total:
        raise ValueError(f"expected 0 <= correct <= total, got correct={correct} total={total}")
    return _bounds(correct, total)


def wilson_of_mean(parts: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the 95 per cent Wilson interval of the mean of the rates of `parts`, given as (correct, total).

    Parts of one size have their pooled rate as mean, and so the pooled interval: "pooled Wilson ignores stratification
    and is conservative". Parts of several sizes count as so many trials as give the mean of their rates the variance of
    a single rate: the squared number of parts over the sum of 1/total. Raises ValueError for an empty part.
    """
    if any(not 0 <= correct <= total or total == 0 for correct, total in parts):
        raise ValueError(f"expected parts with 0 <= correct <= total and total above 0, got {list(parts)}")
    if len({total for _, total in parts}) < 2:
        return wilson(sum(correct for correct, _ in parts), sum(total for _, total in parts))
    rates = inverse = 0.0
    for correct, total in parts:
        rates += correct / total
        inverse += 1 / total
    size = len(parts)
    trials = size * size / inverse
    return _bounds(rates / size * trials, trials)


def _bounds(correct: float, total: float) -> tuple[float, float]:
    if total == 0:
        return 0.0, 1.0
    spread = Z95 * math.sqrt(correct * (total - correct) / total + _Z95_SQUARED / 4)
    middle = correct + _Z95_SQUARED / 2
    width = total + _Z95_SQUARED
    low = 0.0 if correct == 0 else (middle - spread) / width
    high = 1.0 if correct == total else (middle + spread) / width
    return low, high
