"""S-layout by drawing the map: place one landmark, then every landmark whose neighbour is placed."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, pattern, sentences, slots

COMPASS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SENTENCE = pattern(r"The WORD is (1 block|NUMBER blocks) (north|east|south|west) of the WORD\.")
QUESTION = pattern(r"Where is the WORD, relative to the WORD\?")
OPTION = pattern(r"NUMBER (east|west) and NUMBER (north|south)")
Spot = tuple[int, int]


def _read(sentence: str) -> tuple[str, str, Spot]:
    """(landmark, from which landmark, offset)."""
    there, amount, _, way, here = slots(sentence, SENTENCE)
    length = int(amount.split()[0])
    if (length == 1) != (amount == "1 block"):
        raise Unreadable(f"{amount!r} is not English")
    return there, here, (length * COMPASS[way][0], length * COMPASS[way][1])


@lru_cache(maxsize=1)
def _answer(question: str) -> Spot:
    *given, last = sentences(question)
    target, origin = slots(last, QUESTION)
    links = [_read(sentence) for sentence in given]
    links += [(here, there, (-east, -north)) for there, here, (east, north) in links]
    spots: dict[str, Spot] = {origin: (0, 0)}
    waiting = [origin]
    while waiting:
        placed = waiting.pop()
        for there, here, (east, north) in links:
            if here != placed:
                continue
            spot = spots[placed][0] + east, spots[placed][1] + north
            if there not in spots:
                spots[there] = spot
                waiting.append(there)
            elif spots[there] != spot:
                raise Unreadable(f"two different places for the {there}")
    if target not in spots:
        raise Unreadable(f"nothing connects the {target} with the {origin}")
    return spots[target]


def decide(question: str, option: str) -> bool:
    """Whether `option` is the offset asked for."""
    answer = _answer(question)
    across, side, along, end = slots(option, OPTION)
    return answer == (int(across) * COMPASS[side][0], int(along) * COMPASS[end][1])


SOLVER = Solver(
    id="V2/S-layout", family="S-layout", paradigm="drawing the map", version=1, opening=QUESTION, decide=decide
)
