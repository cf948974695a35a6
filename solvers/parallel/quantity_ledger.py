"""Q-ledger as one linear system: holdings before and after every transfer are unknowns, sentences are equations."""

from __future__ import annotations

import re
from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache

from solvers.parallel.linear import CONSTANT, Form, solve, value
from solvers.text import NUMBER, Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"How many WORD (?:does NAME have|do NAME and NAME have together(?: now)?)\?")
HAS = pattern(r"NAME has (?:NUMBER|NUMBER (more|fewer)|(twice|three times|half) as many) WORD(?: (?:than|as) NAME)?\.")
GIVES = pattern(r"Then NAME gives NUMBER WORD to NAME\.")
TIMES = {"twice": Fraction(2), "three times": Fraction(3), "half": Fraction(1, 2), "": Fraction(1)}
ONE = Fraction(1)


def _statement(sentence: str) -> tuple[str, Form]:
    """(things, equation) of a sentence about the start; unknowns are (person, 0)."""
    person, start, amount, sign, times, things, other = slots(sentence, HAS)
    if bool(other) == bool(start):
        raise Unreadable(f"not a sentence of the template document: {sentence!r}")
    constant = Fraction(start or amount or 0) * (-1 if sign == "fewer" else 1)
    equation: dict[Hashable, Fraction] = {(person, 0): ONE, CONSTANT: -constant}
    if other:
        equation[other, 0] = -TIMES[times]
    return things, equation


@lru_cache(maxsize=1)
def _answer(question: str) -> Fraction:
    *given, last = sentences(question)
    counted, *asked = slots(last, QUESTION)
    transfers = [sentence for sentence in given if sentence.startswith("Then ")]
    if given[len(given) - len(transfers) :] != transfers or last.endswith(" now?") != bool(transfers):
        raise Unreadable("transfers come last, and then 'now' is said")
    read = [_statement(sentence) for sentence in given[: len(given) - len(transfers)]]
    people = sorted({str(key[0]) for _, form in read for key in form if isinstance(key, tuple)})
    equations: list[Form] = [form for _, form in read]
    for moment, sentence in enumerate(transfers, 1):
        giver, amount, things, taker = slots(sentence, GIVES)
        read.append((things, {}))
        gains = {giver: -Fraction(amount), taker: Fraction(amount)}
        equations += [
            {(person, moment): ONE, (person, moment - 1): -ONE, CONSTANT: -gains.get(person, Fraction(0))}
            for person in people
        ]
    if any(things != counted for things, _ in read):
        raise Unreadable(f"something else than {counted} is counted")
    solved = solve(equations)
    for moment in range(len(transfers) + 1):
        for person in people:
            holding = value(solved, {(person, moment): ONE})
            if holding < 0 or holding.denominator != 1:
                raise Unreadable(f"{person} would hold {holding}")
    return value(solved, {(person, len(transfers)): ONE for person in asked if person})


def decide(question: str, option: str) -> bool:
    """Whether `option` is the number asked for."""
    if not re.fullmatch(NUMBER, option):
        raise Unreadable(f"{option!r} is not a number")
    return _answer(question) == int(option)


SOLVER = Solver(
    id="V3/Q-ledger",
    family="Q-ledger",
    paradigm="linear system by Gaussian elimination",
    version=1,
    opening=QUESTION,
    decide=decide,
)
