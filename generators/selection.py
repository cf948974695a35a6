"""Rank-balanced selection: among verified candidates, take those whose gold is first, second, third or last among the
four options equally often by every shallow feature, so that no feature tells the gold apart.

Invariant: integers only. A candidate's profile is, per feature, where its gold ranks; options that tie share the ranks.
Letters and item numbers are not known here (see `cell`), so selection cannot leak into them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from generators.cell import Candidate, Selector
from generators.draft import Draft

UNIT = 144
"""One candidate's mass per feature; divisible by every number of tied options and by every product of two."""
RANKS = 4
FACTOR = 4
Feature = Callable[[Draft, str], int]


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _places(draft: Draft, option: str) -> list[int]:
    """Where the option's last word occurs in the question, in tokens."""
    last = _tokens(option)[-1]
    return [place for place, token in enumerate(_tokens(draft.question)) if token == last]


def _mentions(draft: Draft, option: str) -> int:
    words = _tokens(option)
    return sum(token in words for token in _tokens(draft.question))


def _lexical(draft: Draft, option: str) -> int:
    return sum(other < option for other in draft.options)


def _numbers(option: str) -> list[int]:
    return [int(token) for token in _tokens(option) if token.isdecimal()]


def _closeness(draft: Draft, option: str) -> int:
    """How near the option is to the three others: by value if all are numbers, else by equal words and letters."""
    if option.isdecimal():
        return -sum(abs(int(option) - int(other)) for other in draft.options)
    words = _tokens(option)
    equal_words = sum(a == b for other in draft.options for a, b in zip(words, _tokens(other), strict=False))
    equal_letters = sum(a == b for other in draft.options for a, b in zip(option, other, strict=False))
    return 100 * equal_words + equal_letters


FEATURES: dict[str, Feature] = {
    "length": lambda draft, option: len(option),
    "mentions": _mentions,
    "last word mentions": lambda draft, option: len(_places(draft, option)),
    "last mention": lambda draft, option: max(_places(draft, option), default=-1),
    "first mention": lambda draft, option: min(_places(draft, option), default=-1),
    "lexical order": _lexical,
    "numeric order": lambda draft, option: sum(_numbers(option)),
    "closeness": _closeness,
    "digit sum": lambda draft, option: sum(int(digit) for digit in option if digit.isdecimal()),
}
JOINT = (("last mention", "last word mentions"), ("first mention", "last mention"))


def gold_ranks(draft: Draft, feature: Feature) -> tuple[int, ...]:
    """The ranks that the gold takes among the four options, lowest value first; more than one if it ties."""
    values = [feature(draft, option) for option in draft.options]
    below = sum(value < values[0] for value in values)
    return tuple(range(below, below + values.count(values[0])))


def profile(draft: Draft) -> dict[int, int]:
    """Mass per dimension: RANKS dimensions for each feature, RANKS² for each joint pair; each group sums to UNIT."""
    ranks = {name: gold_ranks(draft, feature) for name, feature in FEATURES.items()}
    masses: dict[int, int] = {}
    start = 0
    for found in ranks.values():
        masses.update((start + rank, UNIT // len(found)) for rank in found)
        start += RANKS
    for first, second in JOINT:
        share = UNIT // (len(ranks[first]) * len(ranks[second]))
        masses.update((start + RANKS * a + b, share) for a in ranks[first] for b in ranks[second])
        start += RANKS * RANKS
    return masses


def _targets() -> list[int]:
    return [UNIT // RANKS] * (RANKS * len(FEATURES)) + [UNIT // (RANKS * RANKS)] * (RANKS * RANKS * len(JOINT))


def balanced(pool: Sequence[Candidate], wanted: int) -> list[int]:
    """Indices of `wanted` candidates, chosen one by one: the next is the one that leaves the smallest imbalance.

    Imbalance after s choices is the sum over dimensions of (mass - s × target)²; ties go to the earlier candidate.
    """
    profiles = [profile(candidate.draft) for candidate in pool]
    own = [sum(mass * mass for mass in masses.values()) for masses in profiles]
    excess = [0] * len(_targets())
    left, chosen = list(range(len(pool))), []
    for _ in range(wanted):
        excess = [value - target for value, target in zip(excess, _targets(), strict=True)]
        costs = [own[i] + sum(2 * excess[d] * mass for d, mass in profiles[i].items()) for i in left]
        best = left.pop(costs.index(min(costs)))
        chosen.append(best)
        for dimension, mass in profiles[best].items():
            excess[dimension] += mass
    return sorted(chosen)


BALANCED = Selector(id="rank-balanced", factor=FACTOR, pick=balanced)
