"""T-places by replaying the events with their preconditions."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

SENTENCES = (
    ("start", pattern(r"The WORD is in the WORD\.")),
    ("move", pattern(r"NAME moves the WORD to the WORD\.")),
    ("put", pattern(r"NAME puts the WORD into the WORD\.")),
    ("swap", pattern(r"NAME swaps the positions of the WORD and the WORD\.")),
)
QUESTION = pattern(r"Where is the WORD now\?")
OPTION = pattern(r"WORD")


class _Replay:
    """`place[t]`: where t last was set down; `holder[t]`: the container t is inside."""

    def __init__(self) -> None:
        self.place: dict[str, str] = {}
        self.holder: dict[str, str] = {}
        self.started = False

    def where(self, thing: str) -> str:
        if thing not in self.place:
            raise Unreadable(f"nothing says where the {thing} is")
        return self.place[self.holder.get(thing, thing)]

    def step(self, kind: str, first: str, second: str) -> None:
        if kind == "start":
            if self.started or first in self.place:
                raise Unreadable(f"a second start of the {first}")
            self.place[first] = second
            return
        self.started = True
        before = self.where(first)
        if kind == "move":
            self.holder.pop(first, None)
            self.place[first] = second
        elif kind == "put":
            if before != self.where(second) or first in self.holder or first in self.holder.values():
                raise Unreadable(f"the {first} cannot be put into the {second}")
            self.holder[first] = second
        else:
            after = self.where(second)
            if before == after or {first, second} & {*self.holder}:
                raise Unreadable(f"the {first} and the {second} cannot be swapped")
            self.place[first], self.place[second] = after, before


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[str, frozenset[str]]:
    *given, last = sentences(question)
    (asked,) = slots(last, QUESTION)
    world = _Replay()
    places = set()
    for sentence in given:
        kind, parts = match_one(sentence, SENTENCES)
        if kind in ("start", "move"):
            places.add(parts[-1])
        world.step(kind, parts[-2], parts[-1])
    return world.where(asked), frozenset(places)


def decide(question: str, option: str) -> bool:
    """Whether the object asked about ends up in `option`."""
    answer, places = _answer(question)
    (place,) = slots(option, OPTION)
    if place not in places:
        raise Unreadable(f"{place} is not a place of the question")
    return place == answer


SOLVER = Solver(
    id="V2/T-places", family="T-places", paradigm="state replay", version=1, opening=QUESTION, decide=decide
)
