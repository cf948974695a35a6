"""What can be said of one task from what several configurations did, exactly, and when nothing can be said.

Invariant: every number is a Fraction and no random number is drawn. Each configuration enters with its own rate and
counts once however often it ran, so observations of different configurations are compared and never pooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from governance.lifecycle import Statistic, band

LEAST_OBSERVATIONS = 20
LEAST_CONFIGURATIONS = 2
LEAST_TRIALS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Showing:
    """One configuration on one task: valid observations, the solved among them, and how it did on the other tasks.

    `rest` is its mean solve rate over the other tasks, None where there is no other task.
    """

    valid: int
    solved: int
    rest: Fraction | None

    @property
    def rate(self) -> Fraction:
        """Its solve rate on the task."""
        return Fraction(self.solved, self.valid)


def stability(showings: Sequence[Showing]) -> Statistic:
    """How often two trials of one configuration agree on the task, as the mean over the configurations; 1 is always."""
    repeated = [one for one in showings if one.valid >= LEAST_TRIALS]
    if not repeated:
        return Statistic(unavailable="no configuration observed the task twice")
    agreeing = [Fraction(_pairs(one.solved) + _pairs(one.valid - one.solved), _pairs(one.valid)) for one in repeated]
    return Statistic(value=sum(agreeing, Fraction(0)) / len(agreeing))


def sensitivity(showings: Sequence[Showing]) -> Statistic:
    """How likely the difficulty would be another band, had the configurations been drawn again from themselves.

    The bootstrap over configurations, exactly: the distribution of the mean of n draws with replacement from n rates.
    """
    if len(showings) < LEAST_CONFIGURATIONS:
        return Statistic(unavailable=f"fewer than {LEAST_CONFIGURATIONS} configurations can be drawn from")
    return Statistic(value=_other_band(tuple(sorted(one.rate for one in showings))))


def discrimination(showings: Sequence[Showing]) -> Statistic:
    """Whether configurations that solve the task do better elsewhere than those that do not: from -1 to 1.

    Over ordered pairs of different configurations, weighted by how likely the first solves and the second fails the
    task: the sign of the difference of their rates on the other tasks.
    """
    missing = _why_no_discrimination(showings)
    if missing:
        return Statistic(unavailable=missing)
    total, ahead = Fraction(0), Fraction(0)
    for first, second in permutations(showings, 2):
        weight = first.rate * (1 - second.rate)
        total += weight
        ahead += weight * _sign(first.rest, second.rest)
    return Statistic(value=ahead / total)


def _why_no_discrimination(showings: Sequence[Showing]) -> str:
    observations = sum(one.valid for one in showings)
    rates = [one.rate for one in showings]
    if len(showings) < LEAST_CONFIGURATIONS:
        return f"{len(showings)} configurations; at least {LEAST_CONFIGURATIONS} are needed"
    if observations < LEAST_OBSERVATIONS:
        return f"{observations} valid observations; at least {LEAST_OBSERVATIONS} are needed"
    if all(rate == 1 for rate in rates):
        return "every configuration always solves it"
    if not any(rates):
        return "no configuration ever solves it"
    if any(one.rest is None for one in showings):
        return "there is no other task to compare with"
    return ""


@lru_cache(maxsize=4096)
def _other_band(rates: tuple[Fraction, ...]) -> Fraction:
    """The share of the n ** n equally likely draws whose mean lies in another band than the mean of `rates`."""
    number = len(rates)
    sums = {Fraction(0): 1}
    for _ in range(number):
        drawn: dict[Fraction, int] = {}
        for so_far, ways in sums.items():
            for rate in rates:
                drawn[so_far + rate] = drawn.get(so_far + rate, 0) + ways
        sums = drawn
    here = band(sum(rates, Fraction(0)) / number)
    return Fraction(sum(ways for total, ways in sums.items() if band(total / number) is not here), number**number)


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


def _sign(first: Fraction | None, second: Fraction | None) -> int:
    if first is None or second is None or first == second:
        return 0
    return 1 if first > second else -1
