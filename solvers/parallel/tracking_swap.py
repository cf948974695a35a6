"""T-swap by regression: from the person asked about back through the swaps to whoever held the thing at the start."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"What does NAME hold now\?")
HOLDS = pattern(r"NAME holds the WORD\.")
SWAPS = pattern(r"NAME swaps things with NAME\.")


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[str, frozenset[str]]:
    *given, last = sentences(question)
    (person,) = slots(last, QUESTION)
    swaps = [sentence for sentence in given if " swaps " in sentence]
    first = len(given) - len(swaps)
    pairs = [(holder, thing) for holder, thing in (slots(sentence, HOLDS) for sentence in given[:first])]
    start = dict(pairs)
    if given[first:] != swaps or len(start) != len(pairs) or len(set(start.values())) != len(pairs):
        raise Unreadable("first everybody holds one thing of their own, then come the swaps")
    for sentence in reversed(swaps):
        one, other = slots(sentence, SWAPS)
        if one == other or not {one, other} <= set(start):
            raise Unreadable(f"{one} and {other} cannot swap")
        person = {one: other, other: one}.get(person, person)
    if person not in start:
        raise Unreadable(f"nothing says what {person} holds")
    return start[person], frozenset(start.values())


def decide(question: str, option: str) -> bool:
    """Whether the person asked about ends up with `option`."""
    answer, things = _answer(question)
    if option not in things:
        raise Unreadable(f"{option!r} is not a thing of the question")
    return option == answer


SOLVER = Solver(
    id="V3/T-swap", family="T-swap", paradigm="backward regression", version=1, opening=QUESTION, decide=decide
)
