"""R-order by backtracking: people take positions one after another, and a clue is checked once it is decided."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from solvers.text import NAME, Solver, Unreadable, match_one, pattern, sentences, slots

INTRO = pattern(rf"(Four|Five|Six) people stand in a row: ((?:{NAME}, )*{NAME} and {NAME})\.")
READER = pattern(r"Left and right are meant as you, the reader, see the row\.")
CLUES = (
    ("left", pattern(r"NAME is somewhere to the left of NAME\.")),
    ("next", pattern(r"NAME is immediately to the left of NAME\.")),
    ("between", pattern(r"Exactly one person stands between NAME and NAME\.")),
    ("inner", pattern(r"NAME is not at either end of the row\.")),
    ("apart", pattern(r"NAME and NAME are not next to each other\.")),
)
QUESTION = pattern(r"Who is in position NUMBER from the left\?")
OPTION = pattern(r"NAME")
SIZES = {"Four": 4, "Five": 5, "Six": 6}
Clue = tuple[str, tuple[str, ...]]
TESTS: dict[str, Callable[[int, int], bool]] = {
    "left": lambda gap, _: gap > 0,
    "next": lambda gap, _: gap == 1,
    "between": lambda gap, _: gap in (2, -2),
    "apart": lambda gap, _: gap not in (1, -1),
}


def _holds(clue: Clue, seat: dict[str, int], size: int) -> bool:
    """False if the clue is decided by the seats taken so far and does not hold."""
    kind, people = clue
    if not all(person in seat for person in people):
        return True
    if kind == "inner":
        return seat[people[0]] not in (1, size)
    return TESTS[kind](seat[people[1]] - seat[people[0]], size)


def _orders(people: list[str], clues: list[Clue], seat: dict[str, int]) -> Iterator[dict[str, int]]:
    if len(seat) == len(people):
        yield dict(seat)
        return
    person = people[len(seat)]
    for position in range(1, len(people) + 1):
        if position not in seat.values():
            seat[person] = position
            if all(_holds(clue, seat, len(people)) for clue in clues):
                yield from _orders(people, clues, seat)
            del seat[person]


@lru_cache(maxsize=1)
def _possible(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """Everybody, and who can be in the position asked about."""
    intro, reader, *given, last = sentences(question)
    slots(reader, READER)
    size, names, *_ = slots(intro, INTRO)
    people = re.split(r", | and ", names)
    (number,) = slots(last, QUESTION)
    clues = [match_one(sentence, CLUES) for sentence in given]
    if len(set(people)) != SIZES[size] or not 1 <= int(number) <= len(people):
        raise Unreadable("the number of people, the names and the position do not agree")
    if any(person not in people for _, mentioned in clues for person in mentioned):
        raise Unreadable("a clue is about somebody who is not in the row")
    found = frozenset(name for seat in _orders(people, clues, {}) for name in people if seat[name] == int(number))
    if not found:
        raise Unreadable("no order satisfies the clues")
    return frozenset(people), found


def decide(question: str, option: str) -> bool:
    """Whether `option` is in the position asked about in every possible order."""
    people, possible = _possible(question)
    (name,) = slots(option, OPTION)
    if name not in people:
        raise Unreadable(f"{name} is not in the row")
    return possible == {name}


SOLVER = Solver(
    id="V2/R-order", family="R-order", paradigm="backtracking over orders", version=1, opening=QUESTION, decide=decide
)
