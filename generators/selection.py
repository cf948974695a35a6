"""Rank-balanced selection: among candidates, take those that keep the gold, by every shallow feature, at each standing
among the four options as often as an option stands there at all, so that no feature tells the gold apart.

A standing is how many options rank below and how many share the place. Invariant: integers only. Letters and item
numbers are not known here (see `cell`), so selection cannot leak into them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

from generators.cell import Candidate, Selector
from generators.draft import Draft

OPTIONS = 4
FACTOR = 10
Feature = Callable[[Draft, str], int]


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+(?::[0-9]+)?", text.lower())


@lru_cache(maxsize=2)
def _index(question: str) -> dict[str, list[int]]:
    """Where each token occurs in the question, counted in tokens."""
    found: dict[str, list[int]] = {}
    for place, token in enumerate(_tokens(question)):
        found.setdefault(token, []).append(place)
    return found


@lru_cache(maxsize=2)
def _shares(question: str) -> tuple[tuple[list[str], int], ...]:
    """The tokens of each sentence but the last, and how many words of the last it has."""
    *told, asked = (_tokens(sentence) for sentence in re.split(r"(?<=\.) ", question))
    return tuple((words, sum(word in words for word in asked)) for words in told)


def _places(draft: Draft, option: str) -> list[int]:
    """Where the option's last word occurs in the question, in tokens."""
    return _index(draft.question).get(_tokens(option)[-1], [])


def _mentions(draft: Draft, option: str) -> int:
    return sum(len(_index(draft.question).get(word, [])) for word in dict.fromkeys(_tokens(option)))


def _lexical(draft: Draft, option: str) -> int:
    return sum(other < option for other in draft.options)


def _numbers(option: str) -> list[int]:
    """The numbers of an option; a time of the day counts in minutes."""
    parts = [[int(part) for part in token.split(":") if part.isdecimal()] for token in _tokens(option)]
    return [60 * part[0] + part[1] if len(part) == 2 else part[0] for part in parts if part]


def _closeness(draft: Draft, option: str) -> int:
    """How near the option is to the three others: by value if all are numbers, else by equal words and letters."""
    if option[0].isdecimal() and " " not in option:
        return -sum(abs(_numbers(option)[0] - _numbers(other)[0]) for other in draft.options)
    words = _tokens(option)
    equal_words = sum(a == b for other in draft.options for a, b in zip(words, _tokens(other), strict=False))
    equal_letters = sum(a == b for other in draft.options for a, b in zip(option, other, strict=False))
    return 100 * equal_words + equal_letters


def _shared(draft: Draft, option: str) -> int:
    """How many words the sentences that mention the option's last word share with the question sentence."""
    last = _tokens(option)[-1]
    return sum(shared for words, shared in _shares(draft.question) if last in words)


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
    "shared words": _shared,
}
JOINT = (
    ("last mention", "last word mentions"),
    ("first mention", "last mention"),
    ("mentions", "shared words"),
    ("length", "lexical order"),
    ("closeness", "digit sum"),
    ("closeness", "numeric order"),
    ("last mention", "closeness"),
)
ALONE, TOGETHER = 4, 1
"""How much an imbalance of one feature weighs, and one of a pair."""
Standing = tuple[int, ...]
Profile = tuple[tuple[Standing, int], ...]


def standings(draft: Draft, feature: Feature) -> tuple[Standing, ...]:
    """(options with a lower value, options with the same value) for each option, gold first."""
    values = [feature(draft, option) for option in draft.options]
    return tuple((sum(other < value for other in values), values.count(value)) for value in values)


def profile(draft: Draft) -> Profile:
    """What the candidate adds to the excess of golds at each standing, in quarters: 4 for the gold, -1 for each option.

    The first number of a key is the feature or, after all features, the pair; zeros are left out.
    """
    found = {name: standings(draft, feature) for name, feature in FEATURES.items()}
    groups = [*found.values()]
    groups += [tuple((*a, *b) for a, b in zip(found[first], found[second], strict=True)) for first, second in JOINT]
    excess: dict[Standing, int] = defaultdict(int)
    for number, group in enumerate(groups):
        excess[number, *group[0]] += OPTIONS
        for place in group:
            excess[number, *place] -= 1
    return tuple((key, quarters) for key, quarters in excess.items() if quarters)


def _weight(key: Standing) -> int:
    return ALONE if key[0] < len(FEATURES) else TOGETHER


def balanced(pool: Sequence[Candidate], wanted: int) -> list[int]:
    """Indices of `wanted` candidates, chosen one by one: the next is the one that leaves the smallest imbalance.

    Imbalance is the weighted sum over standings of the squared excess of golds; ties go to the earlier candidate.
    Strata take turns, so that balance is not bought by taking only the kind of item that shows no feature at all.
    """
    profiles = [profile(candidate.draft) for candidate in pool]
    own = [sum(_weight(key) * quarters * quarters for key, quarters in made) for made in profiles]
    pull: dict[Standing, int] = defaultdict(int)
    strata: dict[str, list[int]] = defaultdict(list)
    for index, candidate in enumerate(pool):
        strata[candidate.draft.stratum].append(index)
    chosen: list[int] = []
    for turn in range(wanted):
        names = sorted(name for name, left in strata.items() if left)
        left = strata[names[turn % len(names)]]
        costs = [own[i] + sum([pull[key] * quarters for key, quarters in profiles[i]]) for i in left]
        best = left.pop(costs.index(min(costs)))
        chosen.append(best)
        for key, quarters in profiles[best]:
            pull[key] += 2 * _weight(key) * quarters
    return sorted(chosen)


BALANCED = Selector(id="rank-balanced", factor=FACTOR, pick=balanced)
