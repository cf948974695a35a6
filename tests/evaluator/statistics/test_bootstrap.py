"""The bootstrap interval by exact convolution."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom  # type: ignore[import-untyped]

from evaluator.statistics import BootstrapInterval, bootstrap_interval, percent


@pytest.mark.parametrize(
    ("rates", "low", "high"),
    [([38] * 6, "22.6", "28.2"), ([150, 38, 75, 135, 45, 90], "56.6", "61.9")],
)
def test_examples_of_the_design(rates: list[int], low: str, high: str) -> None:
    """6×38 → 22.6–28.2; the uneven system (rates 1, .25, .5, .9, .3, .6) → 56.6–61.9."""
    found = bootstrap_interval([(correct, 150) for correct in rates])
    assert found.low is not None
    assert found.high is not None
    assert (percent(found.low, 1), percent(found.high, 1)) == (low, high)


def naive(counts: list[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    """Every resample of every category, weighted exactly."""
    mass: dict[int, Fraction] = {}
    for drawn in product(*(range(total + 1) for _, total in counts)):
        weight = prod(
            (
                comb(n, x) * Fraction(k, n) ** x * Fraction(n - k, n) ** (n - x)
                for x, (k, n) in zip(drawn, counts, strict=True)
            ),
            start=Fraction(1),
        )
        mass[sum(drawn)] = mass.get(sum(drawn), Fraction(0)) + weight
    cumulated = list(accumulate(mass[x] for x in sorted(mass)))
    size = sum(total for _, total in counts)
    low, high = (
        next(x for x, m in enumerate(cumulated) if m >= target) for target in (Fraction(1, 40), Fraction(39, 40))
    )
    return Fraction(low, size), Fraction(high, size)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.data())
def test_equals_the_naive_enumeration_at_every_precision(total: int, data: st.DataObject) -> None:
    counts = [(data.draw(st.integers(0, total)), total) for _ in range(data.draw(st.integers(1, 4)))]
    if all(correct in (0, total) for correct, _ in counts):
        counts[0] = (1, total + 1) if total == 1 else (1, total)
        counts = [(correct, counts[0][1]) for correct, _ in counts]
    low, high = naive(counts)
    # Few bits leave percentiles open, which are then read from exact integers.
    for bits in (1, 6, 8, 10, 12, 20, 96):
        assert bootstrap_interval(counts, bits) == BootstrapInterval(low=low, high=high)


@pytest.mark.parametrize(
    ("counts", "bits"), [([(16, 30)], 9), ([(8, 20), (20, 20)], 10), ([(1, 5), (2, 5), (0, 5), (1, 5)], 12)]
)
def test_a_percentile_that_rounding_would_move_is_decided_exactly(counts: list[tuple[int, int]], bits: int) -> None:
    """Read without the bound on the missing mass, these would give a high end that is one or two places too high."""
    low, high = naive(counts)
    assert bootstrap_interval(counts, bits) == BootstrapInterval(low=low, high=high)


@pytest.mark.parametrize("correct", [1, 38, 75, 149])
def test_one_category_equals_the_quantiles_of_scipy(correct: int) -> None:
    found = bootstrap_interval([(correct, 150)])
    assert found.low == Fraction(int(binom.ppf(0.025, 150, correct / 150)), 150)
    assert found.high == Fraction(int(binom.ppf(0.975, 150, correct / 150)), 150)


@pytest.mark.parametrize("rates", [[0] * 6, [150] * 6, [150, 0, 0, 150, 0, 0]])
def test_degenerate_scores_have_no_interval_and_say_why(rates: list[int]) -> None:
    found = bootstrap_interval([(correct, 150) for correct in rates])
    assert (found.low, found.high) == (None, None)
    assert found.reason == "Every category is entirely right or entirely wrong: resampling changes nothing."


@pytest.mark.parametrize("counts", [[], [(1, 2), (1, 3)], [(0, 0)], [(3, 2)], [(-1, 2)]])
def test_impossible_counts_are_refused(counts: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="expected"):
        bootstrap_interval(counts)
