"""R-sets name by name: each name is a row of a table, each list a column; rows are held against the pattern asked."""

from __future__ import annotations

import re
from functools import lru_cache

from solvers.text import NAME, Solver, Unreadable, sentences

ON = r"on the [a-z]+ list"
OPENING = re.compile(rf"Which name is {ON}(?: and {ON})*(?: but not {ON}(?: and not {ON})*)?\?")
LIST = re.compile(rf"The ([a-z]+) list has ({NAME}(?:, {NAME})* and {NAME})\.")


@lru_cache(maxsize=1)
def _table(question: str) -> tuple[dict[str, int], int, int]:
    """(bits of the lists by name, the bits that the question is about, the bits that the answer has)."""
    *given, last = sentences(question)
    if OPENING.fullmatch(last) is None:
        raise Unreadable("not a question about lists")
    rows: dict[str, int] = {}
    bits: dict[str, int] = {}
    for number, sentence in enumerate(given):
        found = LIST.fullmatch(sentence)
        if found is None or found[1] in bits:
            raise Unreadable(f"not a list, or a list twice: {sentence!r}")
        bits[found[1]] = 1 << number
        for name in re.findall(NAME, found[2]):
            if rows.get(name, 0) & bits[found[1]]:
                raise Unreadable(f"{name} is on the {found[1]} list twice")
            rows[name] = rows.get(name, 0) | bits[found[1]]
    mask = wanted = 0
    for negation, colour in re.findall(r"(not )?on the ([a-z]+) list", last):
        if colour not in bits or mask & bits[colour]:
            raise Unreadable(f"the {colour} list is not described, or asked about twice")
        mask |= bits[colour]
        wanted |= 0 if negation else bits[colour]
    if sum(row & mask == wanted for row in rows.values()) != 1:
        raise Unreadable("exactly one name is expected to fulfil the question")
    return rows, mask, wanted


def decide(question: str, option: str) -> bool:
    """Whether `option` is the name asked for."""
    rows, mask, wanted = _table(question)
    if option not in rows:
        raise Unreadable(f"{option!r} is on no list")
    return rows[option] & mask == wanted


SOLVER = Solver(id="V3/R-sets", family="R-sets", paradigm="incidence table", version=1, opening=OPENING, decide=decide)
