"""Orders of a list of things under constraints on their places, by enumeration of all orders (at most seven things)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import factorial

from baselines.systems.induced.numbers import number_at
from baselines.systems.induced.programs import SKIP, UNKNOWN, Op, Program, Role, arguments, places, steps
from baselines.systems.induced.templates import Problem, Statement, Value

name = "ordering"
LARGEST = 7
PAIRS: dict[str, Callable[[int, int], bool]] = {
    "before": lambda a, b: a < b,
    "just before": lambda a, b: a + 1 == b,
    "beside": lambda a, b: abs(a - b) == 1,
    "apart": lambda a, b: abs(a - b) != 1,
    "one between": lambda a, b: abs(a - b) == 2,
    "two between": lambda a, b: abs(a - b) == 3,
}
SYMMETRIC = ("beside", "apart", "one between", "two between")
ENDS = ("first", "last", "at an end", "inside")


def operators(role: Role, statement: Statement) -> list[Op]:
    """members (the things in a row); relations of two places; ends; the query: which place, from either side."""
    if role == "option":
        return [SKIP, *(("word", place) for place in places(statement, str))]
    if role == "query":
        sides = ("from first", "from last")
        return [SKIP, *((side, place) for place in places(statement, int) for side in sides)]
    ops: list[Op] = [SKIP, *(("members", place) for place in places(statement, tuple))]
    ops += [
        (relation, *pair)
        for pair in arguments(statement, 2)
        for relation in PAIRS
        if pair[0] < pair[1] or relation not in SYMMETRIC
    ]
    ops += [(end, place) for place in places(statement, str) for end in ENDS]
    return ops


def distances(problem: Problem, program: Program) -> list[int]:
    """How many of the possible orders (in 1000) do not have the option's word in the place asked for."""
    members, left = _possible(problem, program)
    ask = program.get(("query", problem.query.pattern), SKIP)
    if not left or ask == SKIP:
        return [UNKNOWN] * len(problem.options)
    place = number_at(problem.query.values, ask[1]) - 1
    place = place if ask[0] == "from first" else len(members) - 1 - place
    found: list[int] = []
    for option in problem.options:
        op = program.get(("option", option.pattern), SKIP)
        word = option.values[int(op[1])] if op != SKIP else None
        if word not in members or not 0 <= place < len(members):
            found.append(UNKNOWN)
            continue
        there = left & at(len(members), members.index(word), place)
        found.append(1000 - 1000 * there.bit_count() // left.bit_count())
    return found


def _possible(problem: Problem, program: Program) -> tuple[tuple[Value, ...], int]:
    """The things in the row and the set of orders that all facts allow, as bits; no bits when there is no row."""
    given = list(steps(problem, program))
    rows = [values[int(op[1])] for op, values in given if op[0] == "members"]
    if len(rows) != 1 or not isinstance(rows[0], tuple) or len(rows[0]) > LARGEST:
        return (), 0
    members = rows[0]
    size = len(members)
    left = (1 << factorial(size)) - 1
    for op, values in given:
        things = [values[int(place)] for place in op[1:]]
        if op[0] != "members" and all(thing in members for thing in things):
            left &= allowed(size, str(op[0]), *(members.index(thing) for thing in things))
    return members, left


@cache
def at(size: int, thing: int, place: int) -> int:
    """The orders in which `thing` has `place`, one bit an order."""
    return _bits(size, lambda where: where[thing] == place)


@cache
def allowed(size: int, relation: str, one: int, two: int = -1) -> int:
    """The orders that one constraint allows, one bit an order."""
    if relation in PAIRS:
        test = PAIRS[relation]
        return _bits(size, lambda where: test(where[one], where[two]))
    wanted = {"first": {0}, "last": {size - 1}, "at an end": {0, size - 1}, "inside": set(range(1, size - 1))}[relation]
    return _bits(size, lambda where: where[one] in wanted)


def _bits(size: int, test: Callable[[tuple[int, ...]], bool]) -> int:
    """`where[thing]` is the place of a thing; each permutation is one such assignment."""
    return sum(1 << number for number, where in enumerate(permutations(range(size))) if test(where))
