"""Named groups with members, and questions of the form: in these, not in those."""

from __future__ import annotations

from itertools import product

from baselines.systems.induced.programs import SKIP, UNKNOWN, Op, Program, Role, arguments, places, steps, word_options
from baselines.systems.induced.templates import Problem, Statement, Value

name = "membership"
MOST_GROUPS = 4


def operators(role: Role, statement: Statement) -> list[Op]:
    """group (name, list), member (thing, group); the query says for each of its words: in, out, or no group at all."""
    if role == "option":
        return word_options(statement)
    words = places(statement, str)
    if role == "query":
        signs = product((1, -1, 0), repeat=min(len(words), MOST_GROUPS))
        return [("select", *chosen) for chosen in sorted(signs, key=lambda sign: -sum(map(abs, sign)))] or [SKIP]
    ops: list[Op] = [SKIP]
    ops += [("group", word, members) for word in words for members in places(statement, tuple)]
    ops += [("member", *pair) for pair in arguments(statement, 2)]
    return ops


def distances(problem: Problem, program: Program) -> list[int]:
    """In how many of the groups named by the query an option is on the wrong side."""
    groups: dict[Value, set[Value]] = {}
    for op, values in steps(problem, program):
        if op[0] == "group":
            listed = values[int(op[2])]
            groups.setdefault(values[int(op[1])], set()).update(listed if isinstance(listed, tuple) else ())
        else:
            groups.setdefault(values[int(op[2])], set()).add(values[int(op[1])])
    ask = program.get(("query", problem.query.pattern), SKIP)
    words = [value for value in problem.query.values if isinstance(value, str)]
    sides = [(word, sign == 1) for word, sign in zip(words, ask[1:], strict=False) if sign != 0]
    found: list[int] = []
    for option in problem.options:
        op = program.get(("option", option.pattern), SKIP)
        if op == SKIP or not sides or any(word not in groups for word, _ in sides):
            found.append(UNKNOWN)
        else:
            found.append(sum((option.values[int(op[1])] in groups[word]) != inside for word, inside in sides))
    return found
