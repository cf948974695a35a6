"""The next number of a sequence: the simplest of a few generic laws that fits all its terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise, product

from baselines.systems.induced.numbers import number_distances, number_options
from baselines.systems.induced.programs import SKIP, Op, Program, Role, places, steps
from baselines.systems.induced.templates import Problem, Statement

name = "sequences"
Law = Callable[[Sequence[int]], int | None]


def operators(role: Role, statement: Statement) -> list[Op]:
    """terms: a list of numbers is the sequence; it may stand in a fact or in the query."""
    if role == "option":
        return number_options(statement)
    return [SKIP, *(("terms", place) for place in places(statement, tuple))]


def distances(problem: Problem, program: Program) -> list[int]:
    """How far each option is from the next term."""
    lists = [values[int(op[1])] for op, values in steps(problem, program)]
    ask = program.get(("query", problem.query.pattern), SKIP)
    lists += [problem.query.values[int(ask[1])]] if ask != SKIP else []
    answer = None
    if len(lists) == 1 and isinstance(lists[0], tuple):
        answer = following(tuple(term for term in lists[0] if isinstance(term, int)))
    return number_distances(problem, program, None if answer is None else (answer, 0))


@lru_cache(maxsize=10_000)
def following(terms: tuple[int, ...]) -> int | None:
    """The next term by the first law that fits, simplest laws first; None if none does."""
    for law in (_recurrence, _differences, _alternating, _interleaved):
        answer = law(terms)
        if answer is not None:
            return answer
    return None


def _recurrence(terms: Sequence[int]) -> int | None:
    """a(n) = p a(n-1) + q a(n-2) + r with small p, q; needs at least two terms more than unknowns to believe it."""
    for p, q in sorted(product(range(-1, 5), range(-1, 3)), key=lambda pair: (abs(pair[1]), abs(pair[0] - 1))):
        order = 2 if q else 1
        rests = [terms[n] - p * terms[n - 1] - (q * terms[n - 2] if q else 0) for n in range(order, len(terms))]
        if len(rests) >= 2 and len(set(rests)) == 1:
            return p * terms[-1] + (q * terms[-2] if q else 0) + rests[0]
    return None


def _differences(terms: Sequence[int]) -> int | None:
    """Constant second differences."""
    changes = [b - a for a, b in pairwise(terms)]
    bends = [b - a for a, b in pairwise(changes)]
    return terms[-1] + changes[-1] + bends[0] if len(bends) >= 2 and len(set(bends)) == 1 else None


def _alternating(terms: Sequence[int]) -> int | None:
    """Two simple steps taken in turn, each an addition or a multiplication."""
    for laws in product(("add", "times"), repeat=2):
        answers = [_step(terms, start, law) for start, law in enumerate(laws)]
        if None not in answers:
            amount = answers[(len(terms) - 1) % 2] or 0
            return terms[-1] + amount if laws[(len(terms) - 1) % 2] == "add" else terms[-1] * amount
    return None


def _step(terms: Sequence[int], start: int, law: str) -> int | None:
    """The one amount by which every second step changes, from `start`; at least two steps must agree."""
    found = set()
    count = 0
    for before, after in list(pairwise(terms))[start::2]:
        count += 1
        if law == "times" and (before == 0 or after % before):
            return None
        found.add(after - before if law == "add" else after // before)
    return found.pop() if count >= 2 and len(found) == 1 else None


def _interleaved(terms: Sequence[int]) -> int | None:
    """Two sequences in turn, each with a constant difference or ratio."""
    other, own = terms[-1::-2][::-1], terms[-2::-2][::-1]
    if len(own) < 2 or len(other) < 3:
        return None
    for part in (other, own):
        if _simple(part) is None:
            return None
    return _simple(own)


def _simple(terms: Sequence[int]) -> int | None:
    changes = {b - a for a, b in pairwise(terms)}
    if len(changes) == 1:
        return terms[-1] + changes.pop()
    ratios = {b // a if a and b % a == 0 else None for a, b in pairwise(terms)}
    ratio = ratios.pop()
    return terms[-1] * ratio if not ratios and ratio is not None else None
