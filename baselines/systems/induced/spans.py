"""Spans of things: each thing has a first and a last moment; values, lengths and gaps in any order, found by
propagation.
"""

from __future__ import annotations

from baselines.systems.induced.numbers import number_at, number_distances, number_options
from baselines.systems.induced.programs import SKIP, Op, Program, Role, arguments, places, steps
from baselines.systems.induced.templates import Problem, Statement, Value

name = "spans"
SIDES = (0, 1)
"""A span's first and last moment."""
SCALE = 60
"""A second, finer number counts this many times less than the first (hours and minutes)."""
Moment = tuple[Value, int]
Gap = tuple[Moment, Moment, int]
"""(one, two, amount): one = two + amount."""


def operators(role: Role, statement: Statement) -> list[Op]:
    """at (a side has a value), long (last = first + amount), gap (a side of one = a side of another + amount)."""
    if role == "option":
        return number_options(statement)
    if role == "query":
        return [SKIP, *(("when", place, side) for place in places(statement, str) for side in SIDES)]
    numbers = places(statement, int)
    scales = (1, SCALE) if len(numbers) == 1 else (SCALE,)
    ops: list[Op] = [SKIP]
    ops += [("at", *slots, side) for slots in arguments(statement, 1, 1) for side in SIDES if len(numbers) == 1]
    ops += [("long", word, scale) for word in places(statement, str) for scale in scales if numbers]
    ops += [
        ("gap", *pair, one, two, sign * scale)
        for pair in arguments(statement, 2)
        for one in SIDES
        for two in SIDES
        for sign in (1, -1)
        for scale in scales
        if numbers
    ]
    return ops


def distances(problem: Problem, program: Program) -> list[int]:
    """Propagate and compare the moment asked for with each option."""
    ask = program.get(("query", problem.query.pattern), SKIP)
    answer = None
    if ask != SKIP:
        answer = _moments(problem, program).get((problem.query.values[int(ask[1])], int(ask[2])))
    return number_distances(problem, program, None if answer is None else (answer, 0))


def _moments(problem: Problem, program: Program) -> dict[Moment, int]:
    known: dict[Moment, int] = {}
    gaps: list[Gap] = []
    for op, values in steps(problem, program):
        thing = values[int(op[1])]
        if op[0] == "at":
            known[thing, int(op[3])] = number_at(values, op[2])
        elif op[0] == "long":
            gaps.append(((thing, 1), (thing, 0), _amount(values, int(op[2]))))
        else:
            gaps.append(((thing, int(op[3])), (values[int(op[2])], int(op[4])), _amount(values, int(op[5]))))
    while left := [gap for gap in gaps if not _propagated(known, gap)]:
        if len(left) == len(gaps):
            break
        gaps = left
    return known


def _amount(values: tuple[Value, ...], scale: int) -> int:
    """One number times the scale, or two numbers of which only the first is scaled; a negative scale negates both."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == 1:
        return numbers[0] * scale
    return numbers[0] * scale + numbers[1] * (1 if scale > 0 else -1)


def _propagated(known: dict[Moment, int], gap: Gap) -> bool:
    one, two, amount = gap
    if two in known:
        known.setdefault(one, known[two] + amount)
    elif one in known:
        known[two] = known[one] - amount
    return one in known
