"""S-layout as two linear systems: coordinates of landmarks are unknowns, each sentence is an equation for each axis."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from solvers.parallel.linear import CONSTANT, Form, solve, value
from solvers.parallel.spatial_walk import offset
from solvers.text import Solver, Unreadable, sentences

OPENING = re.compile(r"Where is the ([a-z]+), relative to the ([a-z]+)\?")
GIVEN = re.compile(
    r"The ([a-z]+) is (?:(1) block|([2-9]|[1-9][0-9]+) blocks) (north|east|south|west) of the ([a-z]+)\."
)
ONE = Fraction(1)
EAST, NORTH = {"east": 1, "west": -1}, {"north": 1, "south": -1}


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[Fraction, Fraction]:
    *given, last = sentences(question)
    asked = OPENING.fullmatch(last)
    if asked is None or asked[1] == asked[2]:
        raise Unreadable("two different landmarks are asked about")
    axes: tuple[list[Form], list[Form]] = ([], [])
    for sentence in given:
        found = GIVEN.fullmatch(sentence)
        if found is None or found[1] == found[5]:
            raise Unreadable(f"not a sentence of the template document: {sentence!r}")
        length = int(found[2] or found[3])
        for equations, signs in zip(axes, (EAST, NORTH), strict=True):
            shift = Fraction(length * signs.get(found[4], 0))
            equations.append({found[1]: ONE, found[5]: -ONE, CONSTANT: -shift})
    wanted: Form = {asked[1]: ONE, asked[2]: -ONE}
    return value(solve(axes[0]), wanted), value(solve(axes[1]), wanted)


def decide(question: str, option: str) -> bool:
    """Whether `option` is the offset asked for."""
    east, north = _answer(question)
    return (east, north) == tuple(map(Fraction, offset(option)))


SOLVER = Solver(
    id="V3/S-layout",
    family="S-layout",
    paradigm="linear system by Gaussian elimination",
    version=1,
    opening=OPENING,
    decide=decide,
)
