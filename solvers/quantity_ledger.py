"""Q-ledger by exact rational arithmetic: every sentence is an equation, solved by substitution in any order."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from solvers.text import NUMBER, Solver, Unreadable, match_one, pattern, sentences, slots

SENTENCES = (
    ("start", pattern(r"NAME has NUMBER WORD\.")),
    ("more", pattern(r"NAME has NUMBER more WORD than NAME\.")),
    ("fewer", pattern(r"NAME has NUMBER fewer WORD than NAME\.")),
    ("factor", pattern(r"NAME has (twice|three times|half) as many WORD as NAME\.")),
    ("give", pattern(r"Then NAME gives NUMBER WORD to NAME\.")),
)
QUESTION = pattern(r"How many WORD (?:does NAME have|do NAME and NAME have together( now)?)\?")
FACTORS = {"twice": Fraction(2), "three times": Fraction(3), "half": Fraction(1, 2)}
Equation = tuple[Fraction, str, Fraction]
"""holding = factor × holding of somebody ("" is nobody) + constant."""


def _solve(equations: dict[str, Equation]) -> dict[str, Fraction]:
    values: dict[str, Fraction] = {}
    while len(values) < len(equations):
        ready = {
            name: factor * values.get(other, Fraction(0)) + constant
            for name, (factor, other, constant) in equations.items()
            if name not in values and (not other or other in values)
        }
        if not ready:
            raise Unreadable("the statements do not determine every holding")
        values |= ready
    return values


def _read(given: list[str], things: str) -> tuple[dict[str, Equation], list[tuple[str, int, str]]]:
    equations: dict[str, Equation] = {}
    transfers: list[tuple[str, int, str]] = []
    for sentence in given:
        kind, parts = match_one(sentence, SENTENCES)
        if things not in parts:
            raise Unreadable(f"{sentence!r} does not count {things}")
        if kind == "give":
            transfers.append((parts[0], int(parts[1]), parts[3]))
            continue
        if transfers or parts[0] in equations:
            raise Unreadable(f"{sentence!r} comes after a transfer or states a second value")
        if kind == "start":
            equations[parts[0]] = (Fraction(0), "", Fraction(parts[1]))
        elif kind == "factor":
            equations[parts[0]] = (FACTORS[parts[1]], parts[3], Fraction(0))
        else:
            equations[parts[0]] = (Fraction(1), parts[3], Fraction(parts[1]) * (1 if kind == "more" else -1))
    return equations, transfers


@lru_cache(maxsize=1)
def _answer(question: str) -> Fraction:
    *given, last = sentences(question)
    things, single, first, second, now = slots(last, QUESTION)
    equations, transfers = _read(given, things)
    if bool(now) != bool(transfers) or first == second != "":
        raise Unreadable("'now' is said exactly when there was a transfer; two different people are asked about")
    values = _solve(equations)
    _refuse_impossible(values)
    try:
        for giver, amount, taker in transfers:
            values[giver] -= amount
            values[taker] += amount
            _refuse_impossible(values)
        return sum((values[name] for name in (single, first, second) if name), Fraction(0))
    except KeyError as error:
        raise Unreadable(f"nothing is known about {error.args[0]}") from error


def _refuse_impossible(values: dict[str, Fraction]) -> None:
    if any(value < 0 or value.denominator != 1 for value in values.values()):
        raise Unreadable("somebody would hold a negative or broken number")


def decide(question: str, option: str) -> bool:
    """Whether `option` is the number asked for."""
    (number,) = slots(option, pattern(NUMBER))
    return _answer(question) == int(number)


SOLVER = Solver(
    id="V2/Q-ledger", family="Q-ledger", paradigm="rational equations", version=1, opening=QUESTION, decide=decide
)
