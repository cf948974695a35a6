"""Ranking 1,000 entries of 900 items, and the other exact statistics, against plain passes over the same data."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from benchmarks.ratio import Ratio, alternate, report, seconds
from evaluator.statistics import bits, bootstrap_interval, rank_intervals, similarity

ENTRIES, ITEMS, FEW = 1000, 900, 40
SECONDS_ALLOWED = 3.0


def systems(draws: random.Random) -> list[int]:
    """Entries between 20 and 95 per cent that share the difficulty of the items to different degrees."""
    difficulty = [draws.random() for _ in range(ITEMS)]
    vectors = []
    for _ in range(ENTRIES):
        rate, noise = draws.uniform(0.2, 0.95), draws.random()
        vectors.append(bits(noise * draws.random() + (1 - noise) * hard < rate for hard in difficulty))
    return vectors


def count_pairs(vectors: list[int]) -> int:
    """The least that any exact pairwise test must do: the discordant items of every pair."""
    return sum((first ^ second).bit_count() for first, second in combinations(vectors, 2))


def one_fraction_a_pair(vectors: list[int]) -> list[Fraction]:
    """The straightforward way: the exact p of every pair, sorted."""
    ps = []
    for first, second in combinations(vectors, 2):
        b, c = (first & ~second).bit_count(), (second & ~first).bit_count()
        ps.append(Fraction(2 * sum(comb(b + c, x) for x in range(min(b, c) + 1)), 2 ** (b + c)))
    return sorted(ps)


def main() -> int:
    """The limit of the issue is 3 s for 1,000 entries; the other figures are informative."""
    draws = random.Random(1)
    vectors = systems(draws)
    gold, *sheets = ("".join(draws.choices("ABCD", k=ITEMS)) for _ in range(101))
    uneven = [(correct, 150) for correct in (150, 38, 75, 135, 45, 90)]
    best = min(seconds(lambda: rank_intervals(vectors)) for _ in range(3))
    return report(
        Ratio(name="1,000 entries ranked", against="3 s", value=best / SECONDS_ALLOWED, limit=1),
        Ratio(
            name="1,000 entries ranked",
            against="discordant items of every pair",
            value=alternate(lambda: rank_intervals(vectors), lambda: count_pairs(vectors), rounds=3),
        ),
        Ratio(
            name=f"{FEW} entries ranked",
            against="one Fraction a pair",
            value=alternate(
                lambda: rank_intervals(vectors[:FEW]), lambda: one_fraction_a_pair(vectors[:FEW]), rounds=3
            ),
        ),
        Ratio(
            name="bootstrap interval in certified fixed point",
            against="in exact integers",
            value=alternate(lambda: bootstrap_interval(uneven), lambda: bootstrap_interval(uneven, 1), rounds=3),
        ),
        Ratio(
            name="z of one file against 100",
            against="comparing their labels",
            value=alternate(
                lambda: [similarity(sheets[0], sheet, gold).mistakes.z for sheet in sheets],
                lambda: [Counter(a == b for a, b in zip(sheets[0], sheet, strict=True)) for sheet in sheets],
            ),
        ),
    )


if __name__ == "__main__":
    raise SystemExit(main())
