"""One implicit traveller: a position, a heading, moves and turns; also a running total or a clock (a walk along a
line).
"""

from __future__ import annotations

from baselines.systems.induced.numbers import along, number_at, number_distances, number_options
from baselines.systems.induced.programs import SKIP, Op, Program, Role, arguments, places, steps
from baselines.systems.induced.templates import Problem, Statement

name = "walk"
SCALES = (1, 60)


def operators(role: Role, statement: Statement) -> list[Op]:
    """face, turn, ahead (relative to the heading), go (in a fixed direction), start (where the total begins)."""
    if role == "option":
        return number_options(statement)
    if role == "query":
        return [("here",), ("undo",)]
    numbers = places(statement, int)
    ops: list[Op] = [SKIP]
    if not numbers:
        return [*ops, *(("turn", quarter) for quarter in (1, 2, 3)), *(("face", quarter) for quarter in range(4))]
    for place in numbers:
        ops += [("start", place)]
        ops += [("ahead", place, quarter) for quarter in range(4)]
        ops += [("go", place, scale, quarter) for scale in SCALES for quarter in range(4)]
    ops += [("go2", *pair, SCALES[1], quarter) for pair in arguments(statement, 0, 2) for quarter in (0, 2)]
    return ops


def distances(problem: Problem, program: Program) -> list[int]:
    """Walk the facts in order; the answer is the start plus (undo: minus) everything walked."""
    begin, x, y, heading = 0, 0, 0, 0
    for op, values in steps(problem, program):
        if op[0] == "face":
            heading = int(op[1])
        elif op[0] == "turn":
            heading += int(op[1])
        elif op[0] == "start":
            begin = number_at(values, op[1])
        else:
            dx, dy = _move(op, values, heading)
            x, y = x + dx, y + dy
    undo = program.get(("query", problem.query.pattern)) == ("undo",)
    return number_distances(problem, program, (begin - x, -y) if undo else (begin + x, y))


def _move(op: Op, values: tuple[object, ...], heading: int) -> tuple[int, int]:
    amount = number_at(values, op[1])
    if op[0] == "ahead":
        return along(heading + int(op[2]), amount)
    if op[0] == "go":
        return along(int(op[3]), amount * int(op[2]))
    return along(int(op[4]), amount * int(op[3]) + number_at(values, op[2]))
