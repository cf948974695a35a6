"""Exact tails of binomial distributions, as integers: how many of the equally likely answer sheets have few successes.

Invariant: nothing is rounded. Every test of this room that needs a probability divides one of these counts by the
number of all sheets, `options ** trials`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import add


def lower_counts(trials: int, options: int) -> Iterator[int]:
    """Yield, for successes = 0, 1, …, `trials`, the number of sheets with at most that many successes.

    A sheet gives one of `options` answers to each of `trials` questions and exactly one answer is a success, so the
    last count is `options ** trials`.
    """
    term = (options - 1) ** trials
    count = 0
    for successes in range(trials + 1):
        count += term
        yield count
        term = term * (trials - successes) // ((successes + 1) * (options - 1))


def lower_count(successes: int, trials: int, options: int) -> int:
    """Return the number of the `options ** trials` sheets with at most `successes` successes; 0 below nought."""
    if successes < 0:
        return 0
    return next(islice(lower_counts(trials, options), min(successes, trials), None))


def coin_rows(longest: int) -> Iterator[list[int]]:
    """Yield, for trials = 0, 1, …, `longest`, the `lower_counts` of two options for successes 0..longest // 2.

    Each row is made from the one before by Pascal's rule, which costs one addition a number.
    """
    row = [1] * (longest // 2 + 1)
    yield row
    for _ in range(longest):
        row = [1, *map(add, row, row[1:])]
        yield row
