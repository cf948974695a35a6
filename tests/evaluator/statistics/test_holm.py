"""Holm's adjustment."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

from evaluator.statistics import holm

PS = st.lists(st.integers(0, 1000).map(lambda n: Fraction(n, 1000)), min_size=1, max_size=12)


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_equals_statsmodels(size: int) -> None:
    draws = random.Random(size)
    ps = [Fraction(draws.randrange(1, 60), draws.choice((60, 600, 6000))) for _ in range(size)]
    expected = multipletests([float(p) for p in ps], method="holm")[1]
    assert [float(p) for p in holm(ps)] == pytest.approx(list(expected), abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(PS, st.integers(1, 50).map(lambda n: Fraction(n, 100)))
def test_adjusted_p_decide_as_the_step_down_procedure(ps: list[Fraction], alpha: Fraction) -> None:
    rejected: set[Fraction] = set()
    for place, p in enumerate(sorted(ps)):
        if p > alpha / (len(ps) - place):
            break
        rejected.add(p)
    assert [adjusted <= alpha for adjusted in holm(ps)] == [p in rejected for p in ps]


def test_no_tests_no_adjustment() -> None:
    assert holm([]) == ()
