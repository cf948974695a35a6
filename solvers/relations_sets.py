"""R-sets by set algebra: intersections and differences of the lists."""

from __future__ import annotations

import re
from functools import lru_cache

from solvers.text import NAME, Solver, Unreadable, pattern, sentences, slots

LIST = pattern(rf"The WORD list has ((?:{NAME}, )*{NAME} and {NAME})\.")
ON = r"on the [a-z]+ list"
QUESTION = re.compile(rf"Which name is ({ON}(?: and {ON})*)(?: but (not {ON}(?: and not {ON})*))?\?")
OPTION = pattern(r"NAME")


@lru_cache(maxsize=1)
def _answers(question: str) -> tuple[set[str], set[str]]:
    """Every name of the text, and the names that fulfil the question."""
    *given, last = sentences(question)
    wanted, unwanted = slots(last, QUESTION)
    lists: dict[str, set[str]] = {}
    for sentence in given:
        colour, text, *_ = slots(sentence, LIST)
        names = re.split(", | and ", text)
        if colour in lists or len(set(names)) != len(names):
            raise Unreadable(f"the {colour} list or a name on it is told twice")
        lists[colour] = set(names)
    everybody = set().union(*lists.values())
    found = set(everybody)
    colours = re.findall(r"the ([a-z]+) list", last)
    if len(set(colours)) != len(colours) or not set(colours) <= set(lists):
        raise Unreadable("the question names a list twice or one that is not described")
    for colour in re.findall(r"the ([a-z]+) list", wanted):
        found &= lists[colour]
    for colour in re.findall(r"the ([a-z]+) list", unwanted):
        found -= lists[colour]
    if len(found) != 1:
        raise Unreadable(f"{len(found)} names fulfil the question; one is expected")
    return everybody, found


def decide(question: str, option: str) -> bool:
    """Whether `option` is the name asked for."""
    everybody, found = _answers(question)
    (name,) = slots(option, OPTION)
    if name not in everybody:
        raise Unreadable(f"{name} is on no list")
    return name in found


SOLVER = Solver(id="V2/R-sets", family="R-sets", paradigm="set algebra", version=1, opening=QUESTION, decide=decide)
