"""Quantities and positions that things have: values, differences and ratios in any order, then exchanges in order.

Unknown quantities are found by propagation. If nothing states a value outright, the first thing named is put at zero:
then only differences can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.systems.induced.numbers import Vector, along, number_at, number_distances, number_options
from baselines.systems.induced.programs import SKIP, Op, Program, Role, arguments, named, steps
from baselines.systems.induced.templates import Problem, Statement, Value

RATIOS = (2, 3, 4)
Relation = tuple[Value, Value, int, Vector]
"""(a, b, factor, offset): a = b * factor + offset."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Amounts:
    """On a line: numbers, with ratios and exchanges. On a plane: positions, with differences in four directions."""

    name: str
    quarters: tuple[int, ...]

    def operators(self, role: Role, statement: Statement) -> list[Op]:
        """value, differ (along a direction), times; give, gain and lose happen after all of these."""
        if role == "option":
            return number_options(statement)
        pairs = list(arguments(statement, 2))
        if role == "query":
            ops: list[Op] = [SKIP, *named("of", ((*one, *one) for one in arguments(statement, 1)))]
            ops += named("sum", (pair for pair in pairs if pair[0] < pair[1]))
            return ops + named("difference", pairs)
        ops = [SKIP, *named("value", arguments(statement, 1, 1))]
        ops += [("differ", *slots, quarter) for slots in arguments(statement, 2, 1) for quarter in self.quarters]
        if self.name == LINE.name:
            ops += [("times", *pair, factor) for pair in pairs for factor in RATIOS]
            ops += named("give", arguments(statement, 2, 1))
            ops += [(change, *slots) for slots in arguments(statement, 1, 1) for change in ("gain", "lose")]
        return ops

    def distances(self, problem: Problem, program: Program) -> list[int]:
        """Propagate, exchange, and compare the amount asked for with each option."""
        ask = program.get(("query", problem.query.pattern), SKIP)
        answer = None
        if ask != SKIP:
            known = _amounts(problem, program)
            one, two = (known.get(problem.query.values[int(place)]) for place in ask[1:])
            if one is not None and two is not None:
                sign = {"of": 0, "sum": 1, "difference": -1}[str(ask[0])]
                answer = one[0] + sign * two[0], one[1] + sign * two[1]
        return number_distances(problem, program, answer)


LINE = Amounts(name="amounts", quarters=(0, 2))
PLANE = Amounts(name="positions", quarters=(0, 1, 2, 3))


def _amounts(problem: Problem, program: Program) -> dict[Value, Vector]:
    known: dict[Value, Vector] = {}
    relations: list[Relation] = []
    changes: list[tuple[Value, int]] = []
    for op, values in steps(problem, program):
        first, kind = values[int(op[1])], op[0]
        if kind == "value":
            known[first] = number_at(values, op[2]), 0
        elif kind == "times":
            relations.append((first, values[int(op[2])], int(op[3]), (0, 0)))
        elif kind == "differ":
            relations.append((first, values[int(op[2])], 1, along(int(op[4]), number_at(values, op[3]))))
        elif kind == "give":
            amount = number_at(values, op[3])
            changes += [(first, -amount), (values[int(op[2])], amount)]
        else:
            changes.append((first, number_at(values, op[2]) * (1 if kind == "gain" else -1)))
    if not known and relations:
        known[relations[0][0]] = 0, 0
    while left := [relation for relation in relations if not _propagated(known, relation)]:
        if len(left) == len(relations):
            break
        relations = left
    for thing, amount in changes:
        if thing in known:
            known[thing] = known[thing][0] + amount, known[thing][1]
    return known


def _propagated(known: dict[Value, Vector], relation: Relation) -> bool:
    """Find the one unknown side of a relation; False while both are unknown or the division leaves a rest."""
    one, two, factor, (dx, dy) = relation
    if two in known:
        x, y = known[two]
        known.setdefault(one, (x * factor + dx, y * factor + dy))
        return True
    if one not in known:
        return False
    x, y = known[one][0] - dx, known[one][1] - dy
    if x % factor or y % factor:
        return False
    known[two] = x // factor, y // factor
    return True
