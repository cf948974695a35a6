"""S-walk by complex numbers: east is 1, north is i, a left turn multiplies the heading by i. All parts are integers."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

COMPASS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}
START = (("floor", pattern(r"A robot stands on a flat floor\.")), ("faces", pattern(r"A robot faces WORD\.")))
EVENTS = (
    ("move", pattern(r"It moves (1 step|NUMBER steps) WORD\.")),
    ("turn", pattern(r"It turns (left|right|around)\.")),
)
QUESTION = pattern(r"Where is it now, relative to its start\?")
OPTION = pattern(r"NUMBER (east|west) and NUMBER (north|south)")
TURNS = {"left": (0, 1), "right": (0, -1), "around": (-1, 0)}
Gauss = tuple[int, int]


def _times(a: Gauss, b: Gauss) -> Gauss:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _plus(a: Gauss, b: Gauss, length: int) -> Gauss:
    return a[0] + length * b[0], a[1] + length * b[1]


def _way(word: str, heading: Gauss | None) -> Gauss:
    if heading is None:
        if word in COMPASS:
            return COMPASS[word]
    elif word in ("forward", "backward"):
        return heading if word == "forward" else _times(heading, (-1, 0))
    raise Unreadable(f"the robot cannot move {word} here")


@lru_cache(maxsize=1)
def _answer(question: str) -> Gauss:
    first, *events, last = sentences(question)
    slots(last, QUESTION)
    _, facing = match_one(first, START)
    heading = COMPASS.get(facing[0]) if facing else None
    if facing and heading is None:
        raise Unreadable(f"{facing[0]} is not a compass direction")
    spot = (0, 0)
    for event in events:
        kind, parts = match_one(event, EVENTS)
        if kind == "move":
            length = int(parts[0].split()[0])
            if (length == 1) != (parts[0] == "1 step"):
                raise Unreadable(f"{parts[0]!r} is not English")
            spot = _plus(spot, _way(parts[-1], heading), length)
        elif heading is None:
            raise Unreadable("a robot without a heading cannot turn")
        else:
            heading = _times(heading, TURNS[parts[0]])
    return spot


def decide(question: str, option: str) -> bool:
    """Whether `option` is the offset from the start."""
    answer = _answer(question)
    across, side, along, end = slots(option, OPTION)
    claimed = _plus((0, 0), COMPASS[side], int(across))
    return _plus(claimed, COMPASS[end], int(along)) == answer


SOLVER = Solver(
    id="V2/S-walk", family="S-walk", paradigm="Gaussian integers", version=1, opening=QUESTION, decide=decide
)
