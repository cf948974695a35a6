"""I-seq by differences: which regularities of the public class does the list show, and how do they go on?"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from solvers.text import NUMBER, Solver, Unreadable, pattern, sentences, slots

INTRO = pattern(r"A list of numbers follows one fixed rule: ((?:[1-9][0-9]*, )+[1-9][0-9]*)\.")
QUESTION = pattern(r"Which number comes next\?")
FACTORS = (2, 3)
STEP, EXTRA = 12, 5
"""Largest size of a step (d, e) and of a small extra (c)."""


def _constant(values: list[int]) -> bool:
    return len(set(values)) == 1


def _within(value: int, limit: int) -> bool:
    return value != 0 and abs(value) <= limit


def _ones(terms: list[int]) -> set[int]:
    """What the rules of size 1 that fit `terms` give next."""
    steps = [b - a for a, b in pairwise(terms)]
    found = {terms[-1] + steps[0]} if _constant(steps) and _within(steps[0], STEP) else set()
    return found | {terms[-1] * r for r in FACTORS if all(b == r * a for a, b in pairwise(terms))}


def _twos(terms: list[int]) -> set[int]:
    """The same for size 2."""
    steps = [b - a for a, b in pairwise(terms)]
    growth = [b - a for a, b in pairwise(steps)]
    found = set()
    if _constant(growth) and _within(steps[0], STEP) and _within(growth[0], EXTRA):
        found.add(terms[-1] + steps[-1] + growth[0])
    if all(c == a + b for a, b, c in zip(terms, terms[1:], terms[2:], strict=False)):
        found.add(terms[-1] + terms[-2])
    for r in FACTORS:
        extras = [b - r * a for a, b in pairwise(terms)]
        if _constant(extras) and _within(extras[0], EXTRA):
            found.add(r * terms[-1] + extras[0])
    first, second = steps[0::2], steps[1::2]
    in_range = _within(first[0], STEP) and _within(second[0], STEP)
    if in_range and _constant(first) and _constant(second) and first[0] != second[0]:
        found.add(terms[-1] + steps[len(steps) % 2])
    return found


def _threes(terms: list[int]) -> set[int]:
    """The same for size 3."""
    found = set()
    extras = [c - b - a for a, b, c in zip(terms, terms[1:], terms[2:], strict=False)]
    if _constant(extras) and _within(extras[0], EXTRA):
        found.add(terms[-1] + terms[-2] + extras[0])
    added = [b - a for a, b in zip(terms[1::2], terms[2::2], strict=False)]
    if _constant(added) and _within(added[0], STEP):
        for r in FACTORS:
            if all(b == r * a for a, b in zip(terms[0::2], terms[1::2], strict=False)):
                found.add(r * terms[-1] if len(terms) % 2 else terms[-1] + added[0])
    halves = terms[0::2], terms[1::2]
    if _ones(halves[0]) and _ones(halves[1]):
        found |= _ones(halves[len(terms) % 2])
    return found


@lru_cache(maxsize=1)
def _answer(question: str) -> int:
    *intro, last = sentences(question)
    slots(last, QUESTION)
    (listed,) = slots(" ".join(intro), INTRO)
    terms = [int(number) for number in listed.split(", ")]
    if len(terms) < 4:
        raise Unreadable("at least four numbers are expected")
    for rules in (_ones, _twos, _threes):
        found = sorted(rules(terms))
        if len(found) > 1:
            raise Unreadable(f"the smallest rules disagree: {found}")
        if found:
            return found[0]
    raise Unreadable("no rule of the public class fits the numbers")


def decide(question: str, option: str) -> bool:
    """Whether the smallest fitting rules go on with `option`."""
    (number,) = slots(option, pattern(NUMBER))
    return _answer(question) == int(number)


SOLVER = Solver(
    id="V2/I-seq", family="I-seq", paradigm="finite differences", version=1, opening=QUESTION, decide=decide
)
