"""Stability, sensitivity and discrimination are exact, bounded, and say why where there is nothing to say (B3, B7)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.calibration import Showing, discrimination, sensitivity, stability
from governance.lifecycle import band

RESTS = st.fractions(0, 1, max_denominator=8)


@st.composite
def showing(draw: st.DrawFn, least: int = 1) -> Showing:
    valid = draw(st.integers(least, 12))
    return Showing(valid=valid, solved=draw(st.integers(0, valid)), rest=draw(RESTS))


ANY = st.lists(showing(), max_size=6)
MANY = st.lists(showing(least=8), min_size=3, max_size=5)


@settings(max_examples=40)
@given(ANY)
def test_every_statistic_has_a_value_or_a_reason_and_stays_in_its_range(showings: list[Showing]) -> None:
    for statistic, low in ((stability, 0), (sensitivity, 0), (discrimination, -1)):
        found = statistic(showings)
        assert (found.value is None) is bool(found.unavailable)
        assert found.value is None or low <= found.value <= 1


@settings(max_examples=40)
@given(MANY, st.randoms(use_true_random=False))
def test_the_order_of_configurations_is_irrelevant(showings: list[Showing], random: object) -> None:
    turned = showings[::-1]
    for statistic in (stability, sensitivity, discrimination):
        assert statistic(turned) == statistic(showings)


@settings(max_examples=40)
@given(st.lists(showing(), min_size=2, max_size=4))
def test_sensitivity_is_the_share_of_all_draws_that_land_in_another_band(showings: list[Showing]) -> None:
    """The naive oracle: every one of the n ** n draws."""
    rates = [one.rate for one in showings]
    here = band(sum(rates, Fraction(0)) / len(rates))
    draws = list(product(rates, repeat=len(rates)))
    others = sum(band(sum(draw, Fraction(0)) / len(rates)) is not here for draw in draws)
    assert sensitivity(showings).value == Fraction(others, len(draws))


@settings(max_examples=40)
@given(MANY)
def test_discrimination_turns_its_sign_when_the_configurations_turn_around(showings: list[Showing]) -> None:
    around = [Showing(valid=one.valid, solved=one.solved, rest=1 - (one.rest or Fraction(0))) for one in showings]
    before, after = discrimination(showings), discrimination(around)
    assert before.unavailable == after.unavailable
    assert before.value is None or before.value == -(after.value or Fraction(0))


@settings(max_examples=40)
@given(st.integers(2, 12), st.integers(0, 12))
def test_stability_is_the_share_of_agreeing_pairs_of_trials(valid: int, solved: int) -> None:
    """The naive oracle: every pair of trials."""
    solved = min(valid, solved)
    trials = [True] * solved + [False] * (valid - solved)
    pairs = [(one, two) for place, one in enumerate(trials) for two in trials[:place]]
    agreeing = sum(one is two for one, two in pairs)
    assert stability([Showing(valid=valid, solved=solved, rest=None)]).value == Fraction(agreeing, len(pairs))


def shows(*rows: tuple[int, int, str]) -> list[Showing]:
    return [Showing(valid=valid, solved=solved, rest=Fraction(rest)) for valid, solved, rest in rows]


def test_a_task_that_only_the_better_ones_solve_discriminates_fully() -> None:
    assert discrimination(shows((10, 10, "9/10"), (10, 0, "1/10"))).value == 1
    assert discrimination(shows((10, 0, "9/10"), (10, 10, "1/10"))).value == -1
    assert discrimination(shows((10, 10, "1/2"), (10, 0, "1/2"))).value == 0


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "at least 2 are needed"),
        ([(30, 15, "1/2")], "at least 2 are needed"),
        ([(10, 5, "1/2"), (9, 5, "1/4")], "19 valid observations; at least 20"),
        ([(10, 10, "1/2"), (10, 10, "1/4")], "always solves"),
        ([(10, 0, "1/2"), (10, 0, "1/4")], "ever solves"),
    ],
)
def test_discrimination_says_why_it_is_unavailable(rows: list[tuple[int, int, str]], said: str) -> None:
    found = discrimination(shows(*rows))
    assert found.value is None
    assert said in found.unavailable


def test_twenty_observations_of_two_configurations_are_enough() -> None:
    assert discrimination(shows((10, 5, "1/2"), (10, 5, "1/4"))).value is not None


def test_a_corpus_of_one_task_cannot_discriminate() -> None:
    alone = [Showing(valid=10, solved=solved, rest=None) for solved in (0, 10)]
    assert "no other task" in discrimination(alone).unavailable


def test_stability_and_sensitivity_say_why_they_are_unavailable() -> None:
    assert "twice" in stability(shows((1, 1, "1/2"), (1, 0, "1/2"))).unavailable
    assert "fewer than 2" in sensitivity(shows((5, 2, "1/2"))).unavailable
