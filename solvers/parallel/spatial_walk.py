"""S-walk as a product of rigid motions: each sentence is a 3 × 3 matrix, the walk is their product."""

from __future__ import annotations

import re
from functools import lru_cache, reduce

from solvers.text import Solver, Unreadable, sentences

OPENING = re.compile(r"Where is it now, relative to its start\?")
MOVE = re.compile(r"It moves (?:(1) step|([2-9]|[1-9][0-9]+) steps) (forward|backward|north|east|south|west)\.")
COMPASS = ("east", "north", "west", "south")
"""Quarter turns counter-clockwise from east."""
Matrix = tuple[tuple[int, int, int], ...]


def _turn(quarters: int) -> Matrix:
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return (cos, -sin, 0), (sin, cos, 0), (0, 0, 1)


def _shift(quarters: int, length: int) -> Matrix:
    """A move of `length` in the direction that is `quarters` from the robot's own axis."""
    east, north = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return (1, 0, east * length), (0, 1, north * length), (0, 0, 1)


def _product(a: Matrix, b: Matrix) -> Matrix:
    return tuple((_cell(row, b, 0), _cell(row, b, 1), _cell(row, b, 2)) for row in a)


def _cell(row: tuple[int, int, int], b: Matrix, column: int) -> int:
    return sum(row[k] * b[k][column] for k in range(3))


TURNS = {"It turns left.": _turn(1), "It turns right.": _turn(3), "It turns around.": _turn(2)}


def _motion(sentence: str, has_heading: bool) -> Matrix:
    if has_heading and sentence in TURNS:
        return TURNS[sentence]
    found = MOVE.fullmatch(sentence)
    if found is None or (found[3] in COMPASS) == has_heading:
        raise Unreadable(f"the robot cannot follow {sentence!r} here")
    way = COMPASS.index(found[3]) if found[3] in COMPASS else 0 if found[3] == "forward" else 2
    return _shift(way, int(found[1] or found[2]))


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[int, int]:
    first, *moves, last = sentences(question)
    faces = re.fullmatch(r"A robot faces (north|east|south|west)\.", first)
    if OPENING.fullmatch(last) is None or (faces is None and first != "A robot stands on a flat floor."):
        raise Unreadable("the text does not start or end like a walk")
    start = _turn(COMPASS.index(faces[1]) if faces else 0)
    whole = reduce(_product, (_motion(sentence, faces is not None) for sentence in moves), start)
    return whole[0][2], whole[1][2]


def decide(question: str, option: str) -> bool:
    """Whether `option` is the offset from the start."""
    return offset(option) == _answer(question)


def offset(option: str) -> tuple[int, int]:
    """An option as (east, north). Raises Unreadable."""
    found = re.fullmatch(r"([1-9][0-9]*) (east|west) and ([1-9][0-9]*) (north|south)", option)
    if found is None:
        raise Unreadable(f"{option!r} is not an offset")
    return int(found[1]) * (1 if found[2] == "east" else -1), int(found[3]) * (1 if found[4] == "north" else -1)


SOLVER = Solver(
    id="V3/S-walk", family="S-walk", paradigm="product of matrices", version=1, opening=OPENING, decide=decide
)
