"""Rank intervals: equal to the naive procedure on all pairs, and what they mean."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.statistics import RankInterval, bits, rank_intervals

ALPHA = Fraction(1, 20)


def naive(vectors: list[int], alpha: Fraction) -> dict[tuple[int, int], bool]:
    """Holm over the exact p of every pair, one Fraction a pair: (better, worse) -> True where rejected."""
    tests = []
    for i, j in combinations(range(len(vectors)), 2):
        b = (vectors[i] & ~vectors[j]).bit_count()
        c = (vectors[j] & ~vectors[i]).bit_count()
        p = min(Fraction(1), Fraction(2 * sum(comb(b + c, x) for x in range(min(b, c) + 1)), 2 ** (b + c)))
        tests.append((p, (i, j) if b > c else (j, i)))
    rejected = {}
    for place, (p, pair) in enumerate(sorted(tests)):
        if p > alpha / (len(tests) - place):
            break
        rejected[pair] = True
    return rejected


def draw_vectors(draws: random.Random, size: int, items: int) -> list[int]:
    """Systems that share the difficulty of the items; some are copies of others, so that equal p occur."""
    difficulty = [draws.random() for _ in range(items)]
    vectors: list[int] = []
    for _ in range(size):
        if vectors and draws.random() < 0.2:
            vectors.append(draws.choice(vectors))
        else:
            rate, noise = draws.random(), draws.random()
            vectors.append(bits(noise * draws.random() + (1 - noise) * hard < rate for hard in difficulty))
    return vectors


@pytest.mark.parametrize(("rounds", "size", "items"), [(300, 6, 12), (200, 8, 30), (60, 14, 90), (4, 30, 900)])
@pytest.mark.parametrize("alpha", [ALPHA, Fraction(1, 3)])
def test_equals_the_naive_procedure_on_random_families(rounds: int, size: int, items: int, alpha: Fraction) -> None:
    draws = random.Random(items)
    separated = tied = 0
    for _ in range(rounds):
        vectors = draw_vectors(draws, draws.randint(0, size), items)
        ranking, rejected = rank_intervals(vectors, alpha), naive(vectors, alpha)
        for i, j in combinations(range(len(vectors)), 2):
            verdict = int((i, j) in rejected) - int((j, i) in rejected)
            assert ranking.compare(i, j) == -ranking.compare(j, i) == verdict
            separated, tied = separated + abs(verdict), tied + 1 - abs(verdict)
        for index, interval in enumerate(ranking.intervals):
            better = sum(loser == index for _, loser in rejected)
            worse = sum(winner == index for winner, _ in rejected)
            assert interval == RankInterval(best=1 + better, worst=len(vectors) - worse)
    assert separated > 0
    assert tied > 0


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**24 - 1), max_size=7))
def test_equals_the_naive_procedure_on_any_family(vectors: list[int]) -> None:
    ranking, rejected = rank_intervals(vectors), naive(vectors, ALPHA)
    found = {(i, j) for i in range(len(vectors)) for j in range(len(vectors)) if ranking.compare(i, j) == 1}
    assert found == set(rejected)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**30 - 1), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_entries_is_irrelevant(vectors: list[int], draws: random.Random) -> None:
    order = draws.sample(range(len(vectors)), len(vectors))
    shuffled = rank_intervals([vectors[index] for index in order]).intervals
    intervals = rank_intervals(vectors).intervals
    assert list(shuffled) == [intervals[index] for index in order]


def test_not_different_is_not_transitive_and_intervals_overlap() -> None:
    """Well defined although "not different" is not transitive."""
    low, middle, high = (bits(item < right for item in range(30)) for right in (0, 6, 12))
    ranking = rank_intervals([low, middle, high])
    assert [(entry.best, entry.worst) for entry in ranking.intervals] == [(2, 3), (1, 3), (1, 2)]
    assert [ranking.tied_with(index) for index in range(3)] == [(1,), (0, 2), (1,)]


def test_rejections_relax_the_threshold_of_the_next_pair() -> None:
    """Holm over all pairs: 6 items of difference (p = 1/32) separate only as the last of three tests."""
    chain = [bits(item < right for item in range(13)) for right in (0, 6, 13)]
    assert [(entry.best, entry.worst) for entry in rank_intervals(chain).intervals] == [(3, 3), (2, 2), (1, 1)]
    assert [(entry.best, entry.worst) for entry in rank_intervals([*chain, 0]).intervals][1] == (1, 4)


def test_no_entries_one_entry_and_equal_entries() -> None:
    assert rank_intervals([]).intervals == ()
    assert rank_intervals([5]).intervals == (RankInterval(best=1, worst=1),)
    assert rank_intervals([5, 5]).intervals == (RankInterval(best=1, worst=2),) * 2


@pytest.mark.parametrize(("vectors", "alpha"), [([-1], ALPHA), ([1], Fraction(0)), ([1], Fraction(1))])
def test_impossible_input_is_refused(vectors: list[int], alpha: Fraction) -> None:
    with pytest.raises(ValueError, match="0 < alpha < 1"):
        rank_intervals(vectors, alpha)
