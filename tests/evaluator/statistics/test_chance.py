"""Scores against guessing: the exact one-sided test and its note."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from scipy.stats import binomtest  # type: ignore[import-untyped]

from evaluator.statistics import Chance, above_chance_p, below_chance_p, chance_test, wilson


def test_248_of_900_is_the_first_score_above_chance() -> None:
    """Above chance: exact one-sided binomial, 248 of 900 is the first p < .05."""
    assert above_chance_p(248, 900) < Fraction(1, 20) <= above_chance_p(247, 900)
    assert chance_test(248, 900).verdict is Chance.ABOVE
    assert chance_test(247, 900).verdict is Chance.NEAR


def test_wilson_is_stricter_and_first_clears_a_quarter_at_251() -> None:
    assert wilson(250, 900)[0] <= 0.25 < wilson(251, 900)[0]


def test_200_of_900_is_the_last_score_with_the_below_chance_note() -> None:
    """Below chance (≤ 200) gets a note too: it usually means a label mapping error."""
    found = chance_test(200, 900)
    assert found.verdict is Chance.BELOW
    assert found.note == "Below chance (p = 0.0285): usually the labels were mapped wrongly."
    assert chance_test(201, 900).verdict is Chance.NEAR
    assert all(chance_test(correct, 900).verdict is Chance.BELOW for correct in range(0, 201, 20))


def test_few_items_never_earn_a_note() -> None:
    assert chance_test(0, 5).verdict is Chance.NEAR
    assert chance_test(0, 0).note == "Not distinguishable from guessing (p = 1.0000)."


@pytest.mark.parametrize(("total", "options"), [(0, 4), (1, 4), (4, 3), (6, 2)])
def test_equals_counting_every_answer_sheet(total: int, options: int) -> None:
    sheets = [sheet.count(0) for sheet in product(range(options), repeat=total)]
    for correct in range(total + 1):
        at_least = sum(count >= correct for count in sheets)
        at_most = sum(count <= correct for count in sheets)
        assert above_chance_p(correct, total, options) == Fraction(at_least, len(sheets))
        assert below_chance_p(correct, total, options) == Fraction(at_most, len(sheets))


@pytest.mark.parametrize("correct", [0, 150, 200, 225, 248, 400, 900])
def test_equals_scipy(correct: int) -> None:
    for tail, ours in (("greater", above_chance_p), ("less", below_chance_p)):
        oracle = binomtest(correct, 900, 0.25, alternative=tail).pvalue
        assert float(ours(correct, 900)) == pytest.approx(oracle, rel=1e-9)


@pytest.mark.parametrize(("correct", "total", "options"), [(-1, 3, 4), (4, 3, 4), (1, 3, 1)])
def test_impossible_counts_are_refused(correct: int, total: int, options: int) -> None:
    with pytest.raises(ValueError, match="options >= 2"):
        above_chance_p(correct, total, options)
