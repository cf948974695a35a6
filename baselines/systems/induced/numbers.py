"""Reading options as numbers and vectors, and how far they are from an answer. A vector is a pair (x, y); a number is
(n, 0).
"""

from __future__ import annotations

from baselines.systems.induced.programs import SKIP, UNKNOWN, Op, Program, places
from baselines.systems.induced.templates import Problem, Statement
from baselines.systems.induced.words import CLOCK, WEEKDAY

Vector = tuple[int, int]
UNITS: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four directions, each a quarter turn from the one before."""
FAR = 100_000
ROUND = {CLOCK: 24 * 60, WEEKDAY: 7}


def number_options(statement: Statement) -> list[Op]:
    """An option is a number, or two numbers along two directions at right angles."""
    numbers = places(statement, int)
    ops: list[Op] = [SKIP, *(("number", place) for place in numbers)]
    ops += [
        ("vector", numbers[0], numbers[1], first, second)
        for first in range(4 if len(numbers) == 2 else 0)
        for second in range(4)
        if (first - second) % 2
    ]
    return ops


def number_distances(problem: Problem, program: Program, answer: Vector | None) -> list[int]:
    """Sum of the absolute differences along both axes; where the option is a clock time or a weekday, the first goes
    round.
    """
    found: list[int] = []
    for option in problem.options:
        op = program.get(("option", option.pattern), SKIP)
        if answer is None or op == SKIP:
            found.append(UNKNOWN)
            continue
        x, y = _read(option, op)
        away = abs(x - answer[0])
        modulus = ROUND.get(option.pattern, 0)
        if modulus:
            away = min((x - answer[0]) % modulus, (answer[0] - x) % modulus)
        found.append(min(away + abs(y - answer[1]), FAR))
    return found


def along(direction: int, amount: int) -> Vector:
    """`amount` steps in one of the four directions."""
    x, y = UNITS[direction % 4]
    return x * amount, y * amount


def number_at(statement_values: tuple[object, ...], place: str | int) -> int:
    """The number in a slot."""
    value = statement_values[int(place)]
    return value if isinstance(value, int) else 0


def _read(option: Statement, op: Op) -> Vector:
    if op[0] == "number":
        return number_at(option.values, op[1]), 0
    one = along(int(op[3]), number_at(option.values, op[1]))
    two = along(int(op[4]), number_at(option.values, op[2]))
    return one[0] + two[0], one[1] + two[1]
