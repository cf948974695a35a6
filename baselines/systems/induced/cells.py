"""Cells that hold words: set, swap, and looking up, once or as far as it goes."""

from __future__ import annotations

from baselines.systems.induced.programs import (
    SKIP,
    Op,
    Program,
    Role,
    arguments,
    named,
    places,
    steps,
    word_distances,
    word_options,
)
from baselines.systems.induced.templates import Problem, Statement, Value

name = "cells"


def operators(role: Role, statement: Statement) -> list[Op]:
    """set: the cell of one word gets another word; swap: two cells exchange; look, trace, back: three ways to ask."""
    if role == "option":
        return word_options(statement)
    if role == "query":
        words = places(statement, str)
        return [SKIP, *((ask, place) for place in words for ask in ("look", "trace", "back"))]
    pairs = list(arguments(statement, 2))
    return [SKIP, *named("set", pairs), *named("swap", (pair for pair in pairs if pair[0] < pair[1]))]


def distances(problem: Problem, program: Program) -> list[int]:
    """Run the facts in order, then compare each option's word with the answer."""
    cells: dict[Value, Value] = {}
    for op, values in steps(problem, program):
        first, second = values[int(op[1])], values[int(op[2])]
        if op[0] == "set":
            cells[first] = second
        elif first in cells and second in cells:
            cells[first], cells[second] = cells[second], cells[first]
    op = program.get(("query", problem.query.pattern), SKIP)
    answer = None if op == SKIP else _ask(cells, str(op[0]), problem.query.values[int(op[1])])
    return word_distances(problem, program, set() if answer is None else {answer})


def _ask(cells: dict[Value, Value], how: str, thing: Value) -> Value | None:
    if how == "back":
        return next((key for key, value in cells.items() if value == thing), None)
    found = cells.get(thing)
    for _ in range(len(cells) if how == "trace" else 0):
        if found not in cells:
            break
        found = cells[found]
    return found
