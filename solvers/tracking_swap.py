"""T-swap by replaying the swaps."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

SENTENCES = (("holds", pattern(r"NAME holds the WORD\.")), ("swap", pattern(r"NAME swaps things with NAME\.")))
QUESTION = pattern(r"What does NAME hold now\?")
OPTION = pattern(r"WORD")


@lru_cache(maxsize=1)
def _answer(question: str) -> tuple[str, frozenset[str]]:
    *given, last = sentences(question)
    (asked,) = slots(last, QUESTION)
    held: dict[str, str] = {}
    swapped = False
    for sentence in given:
        kind, (first, second) = match_one(sentence, SENTENCES)
        if kind == "holds":
            if swapped or first in held or second in held.values():
                raise Unreadable(f"{sentence!r} does not belong here")
            held[first] = second
            continue
        swapped = True
        if first == second or first not in held or second not in held:
            raise Unreadable(f"{first} and {second} cannot swap")
        held[first], held[second] = held[second], held[first]
    if asked not in held:
        raise Unreadable(f"nothing says what {asked} holds")
    return held[asked], frozenset(held.values())


def decide(question: str, option: str) -> bool:
    """Whether the person asked about ends up with `option`."""
    answer, things = _answer(question)
    (thing,) = slots(option, OPTION)
    if thing not in things:
        raise Unreadable(f"{thing} is not a thing of the question")
    return thing == answer


SOLVER = Solver(id="V2/T-swap", family="T-swap", paradigm="state replay", version=1, opening=QUESTION, decide=decide)
