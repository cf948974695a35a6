"""R-order by exhaustion: all orders of the people are written down, and those that break a clue are struck out."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import permutations

from solvers.text import NAME, NUMBER, Solver, Unreadable, sentences

OPENING = re.compile(rf"Who is in position {NUMBER} from the left\?")
INTRO = re.compile(rf"(Four|Five|Six) people stand in a row: ({NAME}(?:, {NAME})* and {NAME})\.")
READER = "Left and right are meant as you, the reader, see the row."
SIZES = {"Four": 4, "Five": 5, "Six": 6}
GAPS = {
    re.compile(rf"{NAME} is somewhere to the left of {NAME}\."): (1, 2, 3, 4, 5),
    re.compile(rf"{NAME} is immediately to the left of {NAME}\."): (1,),
    re.compile(rf"Exactly one person stands between {NAME} and {NAME}\."): (-2, 2),
    re.compile(rf"{NAME} and {NAME} are not next to each other\."): (-5, -4, -3, -2, 2, 3, 4, 5),
}
"""Allowed differences of the positions of the second and the first person."""
INNER = re.compile(rf"{NAME} is not at either end of the row\.")


@lru_cache(maxsize=1)
def _possible(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """Everybody, and who can be in the position asked about."""
    intro, reader, *clues, last = sentences(question)
    asked, told = OPENING.fullmatch(last), INTRO.fullmatch(intro)
    if asked is None or told is None or reader != READER:
        raise Unreadable("not a text about a row of people")
    people = told[2].replace(" and ", ", ").split(", ")
    place = int(asked[1]) - 1
    if len(set(people)) != SIZES[told[1]] or len(people) != SIZES[told[1]] or not 0 <= place < len(people):
        raise Unreadable("the number of people, the names and the position do not agree")
    orders = list(permutations(people))
    for clue in clues:
        orders = _allowed(clue, orders)
    if not orders:
        raise Unreadable("no order satisfies the clues")
    return frozenset(people), frozenset(order[place] for order in orders)


def _allowed(clue: str, orders: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    try:
        if found := INNER.fullmatch(clue):
            return [order for order in orders if 0 < order.index(found[1]) < len(order) - 1]
        for expression, gaps in GAPS.items():
            if found := expression.fullmatch(clue):
                return [order for order in orders if order.index(found[2]) - order.index(found[1]) in gaps]
    except ValueError:
        raise Unreadable(f"{clue!r} is about somebody who is not in the row") from None
    raise Unreadable(f"not a sentence of the template document: {clue!r}")


def decide(question: str, option: str) -> bool:
    """Whether `option` is in the position asked about in every possible order."""
    people, possible = _possible(question)
    if option not in people:
        raise Unreadable(f"{option!r} is not in the row")
    return possible == {option}


SOLVER = Solver(
    id="V3/R-order",
    family="R-order",
    paradigm="exhaustion of all orders",
    version=1,
    opening=OPENING,
    decide=decide,
)
