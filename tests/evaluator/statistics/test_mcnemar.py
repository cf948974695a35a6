"""The exact McNemar test."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from statsmodels.stats.contingency_tables import mcnemar as oracle  # type: ignore[import-untyped]

from evaluator.statistics import bits, correctness, discordant, mcnemar


@pytest.mark.parametrize(("items", "net"), [(50, 16), (100, 22), (300, 36)])
def test_needed_net_advantage(items: int, net: int) -> None:
    """Needed net advantage for p < .05: 50 discordant → 16 items, 100 → 22, 300 → 36."""
    enough, short = ((items + advantage) // 2 for advantage in (net, net - 2))
    assert mcnemar(enough, items - enough) < Fraction(1, 20) <= mcnemar(short, items - short)


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (3, 1), (2, 2), (0, 7), (5, 3)])
def test_is_the_sign_flip_permutation_test(b: int, c: int) -> None:
    """With equal strata this is the exact sign-flip permutation test of the macro difference."""
    flips = [abs(sum(signs)) for signs in product((1, -1), repeat=b + c)]
    assert mcnemar(b, c) == Fraction(sum(flip >= abs(b - c) for flip in flips), len(flips))


@pytest.mark.parametrize(("b", "c"), [(33, 17), (61, 39), (168, 132), (450, 450), (0, 900), (200, 260)])
def test_equals_statsmodels_and_is_symmetric(b: int, c: int) -> None:
    assert mcnemar(b, c) == mcnemar(c, b)
    expected = oracle([[10, b], [c, 10]], exact=True).pvalue
    assert float(mcnemar(b, c)) == pytest.approx(min(1.0, expected), rel=1e-9)


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        mcnemar(-1, 2)


def test_an_abstention_is_a_wrong_item() -> None:
    """ABSTAIN = wrong in all tests."""
    gold = "ABCD"
    assert correctness("AB-D", gold) == correctness(["A", "B", "ABSTAIN", "D"], gold) == 0b1011
    assert discordant(correctness("AB-D", gold), correctness("BBCD", gold)) == (1, 1)


def test_vectors_need_one_label_for_each_item() -> None:
    assert bits([]) == 0
    with pytest.raises(ValueError, match="each of 4 items"):
        correctness("ABC", "ABCD")
