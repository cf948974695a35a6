"""I-seq by exhaustion: every rule of the public class with every parameter is run from the first numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count, product

from solvers.text import Solver, Unreadable, sentences

OPENING = re.compile(r"Which number comes next\?")
INTRO = re.compile(r"A list of numbers follows one fixed rule: ([1-9][0-9]*(?:, [1-9][0-9]*)+)\.")
STEPS = [d for d in range(-12, 13) if d != 0]
EXTRAS = [c for c in range(-5, 6) if c != 0]
RATIOS = [2, 3]
Terms = tuple[int, ...]
Run = Iterator[int]
"""An endless sequence."""
Change = Callable[[int, int], int]
"""The next number from a number and its place, counted from 0."""


def _each(start: int, change: Change) -> Run:
    """From `start`, each further number is change(number before, its place from 0)."""
    for place in count():
        yield start
        start = change(start, place)


def _fibonacci(first: int, second: int, extra: int) -> Run:
    while True:
        yield first
        first, second = second, first + second + extra


def _in_turn(odd: Run, even: Run) -> Run:
    while True:
        yield next(odd)
        yield next(even)


def _adding(d: int) -> Change:
    return lambda number, place: number + d


def _times(r: int, c: int = 0) -> Change:
    return lambda number, place: r * number + c


def _growing(d: int, c: int) -> Change:
    return lambda number, place: number + d + place * c


def _adding_in_turn(d: int, e: int) -> Change:
    return lambda number, place: number + (e if place % 2 else d)


def _times_in_turn(r: int, d: int) -> Change:
    return lambda number, place: number + d if place % 2 else r * number


ONES: tuple[Change, ...] = (*map(_adding, STEPS), *map(_times, RATIOS))
TWOS: tuple[Change, ...] = (
    *(_growing(d, c) for d, c in product(STEPS, EXTRAS)),
    *(_times(r, c) for r, c in product(RATIOS, EXTRAS)),
    *(_adding_in_turn(d, e) for d, e in product(STEPS, STEPS) if d != e),
)
THREES: tuple[Change, ...] = tuple(_times_in_turn(r, d) for r, d in product(RATIOS, STEPS))


def _runs(size: int, first: int, second: int) -> Iterator[Run]:
    """Every rule of a size but pairs of sequences, with every parameter, started from the first two numbers."""
    if size == 2:
        yield _fibonacci(first, second, 0)
    if size == 3:
        yield from (_fibonacci(first, second, c) for c in EXTRAS)
    yield from (_each(first, change) for change in (ONES, TWOS, THREES)[size - 1])


def _pairs(terms: Terms) -> Iterator[Run]:
    """Two sequences in turn: every pair of rules of size 1 of which each runs through its own places."""
    odd, even = (
        [change for change in ONES if _goes_on(_each(half[0], change), half) is not None]
        for half in (terms[0::2], terms[1::2])
    )
    yield from (_in_turn(_each(terms[0], a), _each(terms[1], b)) for a, b in product(odd, even))


def _goes_on(run: Run, terms: Terms) -> int | None:
    """The number after `terms` if the run starts with them."""
    return next(run) if all(next(run) == term for term in terms) else None


@lru_cache(maxsize=1)
def _answer(question: str) -> int:
    *intro, last = sentences(question)
    found = INTRO.fullmatch(" ".join(intro))
    if OPENING.fullmatch(last) is None or found is None:
        raise Unreadable("not a text about a list of numbers")
    terms = tuple(int(number) for number in found[1].split(", "))
    if len(terms) < 4:
        raise Unreadable("at least four numbers are expected")
    for size in (1, 2, 3):
        runs = [*_runs(size, terms[0], terms[1]), *(_pairs(terms) if size == 3 else ())]
        answers = sorted({after for run in runs if (after := _goes_on(run, terms)) is not None})
        if len(answers) > 1:
            raise Unreadable(f"the smallest rules disagree: {answers}")
        if answers:
            return answers[0]
    raise Unreadable("no rule of the public class fits the numbers")


def decide(question: str, option: str) -> bool:
    """Whether the smallest fitting rules go on with `option`."""
    if not re.fullmatch("[1-9][0-9]*", option):
        raise Unreadable(f"{option!r} is not a number")
    return _answer(question) == int(option)


SOLVER = Solver(
    id="V3/I-seq",
    family="I-seq",
    paradigm="exhaustion of rules and parameters",
    version=1,
    opening=OPENING,
    decide=decide,
)
