"""Does a score differ from guessing? The exact one-sided binomial test, both ways.

Invariant: the verdict follows from exact fractions; the note is the only text and rounds only what it prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from evaluator.statistics.binomial import lower_count
from evaluator.statistics.percent import p_text

ALPHA = Fraction(1, 20)
# 200 of 900: the rate at which the board starts to speak of a label mapping error.
BELOW_RATE = Fraction(2, 9)


class Chance(StrEnum):
    """What the exact test says about a score: better than guessing, compatible with it, or worse."""

    ABOVE = "above"
    NEAR = "near"
    BELOW = "below"


@dataclass(frozen=True, kw_only=True, slots=True)
class ChanceTest:
    """One score against guessing.

    `p_above` is the probability that guessing gets at least as many right, `p_below` that it gets at most as many.
    """

    verdict: Chance
    p_above: Fraction
    p_below: Fraction
    note: str


def above_chance_p(correct: int, total: int, options: int = 4) -> Fraction:
    """Return the probability that uniform guessing among `options` gets at least `correct` of `total` right.

    "Above chance: exact one-sided binomial, 248 of 900 is the first p < .05." Raises ValueError unless
    0 <= correct <= total and options >= 2.
    """
    _check(correct, total, options)
    sheets = options**total
    return Fraction(sheets - lower_count(correct - 1, total, options), sheets)


def below_chance_p(correct: int, total: int, options: int = 4) -> Fraction:
    """Return the probability that uniform guessing among `options` gets at most `correct` of `total` right.

    Raises ValueError as `above_chance_p` does.
    """
    _check(correct, total, options)
    return Fraction(lower_count(correct, total, options), options**total)


def chance_test(correct: int, total: int, options: int = 4) -> ChanceTest:
    """Return the verdict on `correct` of `total` with its note, ready to print.

    "Below chance (≤ 200) gets a note too: it usually means a label mapping error." Below is said when at most two
    ninths are right and guessing does as badly with p < .05, so that a handful of items never earns the note.
    Raises ValueError as `above_chance_p` does.
    """
    above, below = above_chance_p(correct, total, options), below_chance_p(correct, total, options)
    if above < ALPHA:
        verdict, note = Chance.ABOVE, f"Above chance ({p_text(above)})."
    elif below < ALPHA and correct <= BELOW_RATE * total:
        verdict, note = Chance.BELOW, f"Below chance ({p_text(below)}): usually the labels were mapped wrongly."
    else:
        verdict, note = Chance.NEAR, f"Not distinguishable from guessing ({p_text(above)})."
    return ChanceTest(verdict=verdict, p_above=above, p_below=below, note=note)


def _check(correct: int, total: int, options: int) -> None:
    if not 0 <= correct <= total or options < 2:
        raise ValueError(
            f"expected 0 <= correct <= total and options >= 2, got correct={correct} total={total} options={options}"
        )
