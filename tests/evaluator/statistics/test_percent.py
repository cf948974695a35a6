"""Text of rates: half-even from the exact value."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.statistics import p_text, percent, percent_of_float


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1), "100.00"),
        (1, "100.00"),
        (Fraction(1, 3), "33.33"),
        (Fraction(2, 3), "66.67"),
        (Fraction(1, 800), "0.12"),  # 0.125 goes to the even digit
        (Fraction(3, 800), "0.38"),  # 0.375 as well
        (Fraction(-1, 3), "-33.33"),
        (Fraction(-1, 100_000), "0.00"),
    ],
)
def test_two_decimals_half_even(value: Fraction | int, text: str) -> None:
    assert percent(value) == text


def test_places_can_be_chosen() -> None:
    assert [percent(Fraction(1, 8), places) for places in (0, 1, 3)] == ["12", "12.5", "12.500"]
    with pytest.raises(ValueError, match="places"):
        percent(Fraction(1, 8), -1)


@settings(deadline=None)
@given(st.integers(0, 900))
def test_every_score_rounds_as_decimal_arithmetic_does(correct: int) -> None:
    """Round only when printing (two decimals of a per cent, half-even from the Fraction, never via float)."""
    exact = (Decimal(correct) * 100 / Decimal(900)).quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)
    assert percent(Fraction(correct, 900)) == str(exact)


@settings(deadline=None)
@given(st.floats(0, 1))
def test_a_double_is_read_exactly(value: float) -> None:
    exact = (Decimal(value) * 100).quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN)
    assert percent_of_float(value) == f"{exact:f}".removeprefix("-")


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (Fraction(1), "p = 1.0000"),
        (Fraction(1, 10_000), "p = 0.0001"),
        (Fraction(1, 10_001), "p < 0.0001"),
        (Fraction(3, 20_000), "p = 0.0002"),
        (Fraction(5, 20_000), "p = 0.0002"),
        (Fraction(99_999, 100_000), "p = 1.0000"),
    ],
)
def test_a_probability_is_printed_with_four_decimals(p: Fraction, text: str) -> None:
    assert p_text(p) == text
