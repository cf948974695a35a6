"""T-places by regression: a question about a moment is answered by the last event before it that bears on it."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"Where is the WORD now\?")
START = pattern(r"The WORD is in the WORD\.")
EVENT = pattern(
    r"NAME (?:moves the WORD to the WORD|puts the WORD into the WORD|swaps the positions of the WORD and the WORD)\."
)
OPTION = pattern(r"WORD")


class _Story:
    """Starting places, and events 1, 2, … as (kind, first, second); moment n is after event n."""

    def __init__(self, starts: dict[str, str], events: list[tuple[str, str, str]]) -> None:
        self.starts = starts
        self.events = events

    def spot(self, thing: str, moment: int) -> tuple[str, bool]:
        """What `thing` is in at `moment`, and whether that is another thing rather than a place."""
        for number in range(moment, 0, -1):
            kind, first, second = self.events[number - 1]
            if kind == "swap" and thing in (first, second):
                return self.place(second if thing == first else first, number - 1), False
            if thing == first:
                return second, kind == "put"
        if thing not in self.starts:
            raise Unreadable(f"nothing says where the {thing} is")
        return self.starts[thing], False

    def place(self, thing: str, moment: int) -> str:
        """The place of `thing` at `moment`, through what it is inside."""
        inside, is_thing = self.spot(thing, moment)
        return self.place(inside, moment) if is_thing else inside

    def loose(self, thing: str, moment: int) -> bool:
        """Whether `thing` is inside nothing at `moment`."""
        return not self.spot(thing, moment)[1]

    def check(self) -> None:
        """Every event is possible at the moment before it."""
        holders = [second for kind, _, second in self.events if kind == "put"]
        for moment, (kind, first, second) in enumerate(self.events):
            if kind == "move":
                self.place(first, moment)
                continue
            together = self.place(first, moment) == self.place(second, moment)
            loose = self.loose(first, moment) and self.loose(second, moment)
            if not loose or together != (kind == "put") or (kind == "put" and first in holders):
                raise Unreadable(f"event {moment + 1} is not possible")


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[str, frozenset[str]]:
    *given, last = sentences(question)
    (asked,) = slots(last, QUESTION)
    first_event = next((i for i, sentence in enumerate(given) if not sentence.startswith("The ")), len(given))
    pairs = [(thing, place) for thing, place in (slots(sentence, START) for sentence in given[:first_event])]
    events = []
    for sentence in given[first_event:]:
        _, moved, to, put, into, one, other = slots(sentence, EVENT)
        kind = "move" if moved else "put" if put else "swap"
        events.append((kind, moved or put or one, to or into or other))
    if len({thing for thing, _ in pairs}) != len(pairs):
        raise Unreadable("a thing starts twice")
    story = _Story(dict(pairs), events)
    story.check()
    places = frozenset([place for _, place in pairs] + [to for kind, _, to in events if kind == "move"])
    return story.place(asked, len(events)), places


def decide(question: str, option: str) -> bool:
    """Whether the object asked about ends up in `option`."""
    answer, places = _answer(question)
    (place,) = slots(option, OPTION)
    if place not in places:
        raise Unreadable(f"{place} is not a place of the question")
    return place == answer


SOLVER = Solver(
    id="V3/T-places", family="T-places", paradigm="backward regression", version=1, opening=QUESTION, decide=decide
)
