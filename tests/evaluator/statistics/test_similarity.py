"""Agreement of two answer files against independence."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom  # type: ignore[import-untyped]

from evaluator.statistics import Agreement, similarity


def naive(first: str, second: str, gold: str) -> Counter[int]:
    """Matches of `first` with every permutation of `second` within gold letters."""
    found = Counter({0: 1})
    for letter in sorted(set(gold)):
        group = [index for index, answer in enumerate(gold) if answer == letter]
        here = Counter(
            sum(first[index] == other for index, other in zip(group, order, strict=True))
            for order in permutations([second[index] for index in group])
        )
        both: Counter[int] = Counter()
        for a, ways in found.items():
            for b, more in here.items():
                both[a + b] += ways * more
        found = both
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*(st.sampled_from("ABCD"),) * 2, st.sampled_from("AB")), min_size=1, max_size=7))
def test_expectation_spread_and_p_equal_all_permutations(rows: list[tuple[str, str, str]]) -> None:
    first, second, gold = ("".join(column) for column in zip(*rows, strict=True))
    agreement = similarity(first, second, gold).answers
    found = naive(first, second, gold)
    mean = Fraction(sum(matches * ways for matches, ways in found.items()), found.total())
    variance = Fraction(sum(matches**2 * ways for matches, ways in found.items()), found.total()) - mean**2
    at_least = sum(ways for matches, ways in found.items() if matches >= agreement.equal)
    assert agreement.expected == mean
    assert agreement.p_value() == Fraction(at_least, found.total())
    if variance == 0:
        assert agreement.z is None
    else:
        assert agreement.z == pytest.approx(float(agreement.equal - mean) / math.sqrt(variance), abs=1e-9)


def test_mistakes_are_items_that_both_got_wrong_and_open_items_are_not_compared() -> None:
    found = similarity("ABBCB-A", ["A", "B", "B", "D", "C", "B", "ABSTAIN"], "ACCCCCC")
    assert (found.answers.items, found.answers.equal) == (5, 3)
    assert (found.mistakes.items, found.mistakes.equal) == (2, 2)


def test_two_letters_of_one_gold_are_a_hypergeometric_test() -> None:
    """Among 40 items both wrong with two letters each, equal answers follow the hypergeometric distribution."""
    first, second, gold = "B" * 18 + "C" * 22, "B" * 12 + "C" * 28, "A" * 40
    agreement = similarity(first, second, gold).mistakes
    both_b = 12
    assert agreement.equal == both_b + 22
    assert float(agreement.p_value()) == pytest.approx(hypergeom.sf(both_b - 1, 40, 18, 12), rel=1e-9)


def test_systems_that_always_say_the_same_letter_raise_no_suspicion() -> None:
    agreement = similarity("B" * 20, "B" * 20, "A" * 20).mistakes
    assert agreement.z is None
    assert agreement.expected == agreement.equal == 20
    assert agreement.p_value() == 1


def test_a_copy_stands_out_and_independent_guessing_does_not() -> None:
    draws = random.Random(8)
    gold, first, other = ("".join(draws.choices("ABCD", k=900)) for _ in range(3))
    copy = "".join(a if draws.random() < 0.3 else draws.choice("ABCD") for a in first)
    copied, independent = similarity(first, copy, gold).mistakes, similarity(first, other, gold).mistakes
    assert copied.z is not None
    assert copied.z > 5
    assert copied.p_value() < Fraction(1, 10**6)
    assert independent.z is not None
    assert abs(independent.z) < 3
    assert independent.p_value() > Fraction(1, 100)


def test_nothing_to_compare() -> None:
    empty = similarity("--", "AB", "AB").answers
    assert empty == Agreement(items=0, equal=0, strata=())
    assert empty.z is None
    assert empty.expected == 0
    assert empty.p_value() == 1


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="same items, got 1, 2 and 2"):
        similarity("A", "AB", "AB")
