"""I-seq: a sequence made by one hidden rule; what comes next?

The rules are a published, finite class with three sizes. A candidate stands only if no smaller rule fits the terms that
are shown and all fitting rules of its size go on with the same number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from generators.draft import Draft, Family, Params, Reject
from generators.options import draw_signs, parallelogram
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"size": 1, "shown": 4, "largest": 999},
    {"size": 2, "shown": 6, "largest": 999},
    {"size": 3, "shown": 7, "largest": 999},
)
Terms = list[int]
Rule = tuple[str, tuple[int, ...]]
DIFFERENCES = tuple(d for d in range(-12, 13) if d)
FACTORS = (2, 3)
EXTRAS = tuple(c for c in range(-5, 6) if c)
SINGLE = tuple(("add", d) for d in DIFFERENCES) + tuple(("times", r) for r in FACTORS)


def _step(kind: str, value: int, term: int) -> int:
    return term + value if kind == "add" else term * value


def _next(rule: Rule, terms: Terms) -> int:
    """The term after `terms` under `rule`."""
    kind, values = rule
    last, count = terms[-1], len(terms)
    if kind in ("add", "times"):
        return _step(kind, values[0], last)
    if kind == "growing step":
        return last + values[0] + values[1] * (count - 1)
    if kind == "sum of the last two":
        return last + terms[-2] + values[0]
    if kind == "times and add":
        return last * values[0] + values[1]
    if kind == "two steps in turn":
        return last + values[(count - 1) % 2]
    if kind == "times and add in turn":
        return last * values[0] if count % 2 else last + values[1]
    single = SINGLE[values[count % 2]]
    return _step(single[0], single[1], terms[-2])


def _singles(terms: Terms) -> list[Rule]:
    rules: list[Rule] = [("add", (d,)) for d in DIFFERENCES]
    return rules + [("times", (r,)) for r in FACTORS]


def _pairs(terms: Terms) -> list[Rule]:
    first, second = terms[1] - terms[0], terms[2] - terms[1]
    rules: list[Rule] = [("growing step", (first, second - first)), ("sum of the last two", (0,))]
    rules += [("times and add", (r, terms[1] - r * terms[0])) for r in FACTORS]
    return [*rules, ("two steps in turn", (first, second))]


def _triples(terms: Terms) -> list[Rule]:
    rules: list[Rule] = [("sum of the last two", (terms[2] - terms[1] - terms[0],))]
    rules += [("times and add in turn", (r, terms[2] - terms[1])) for r in FACTORS]
    odd, even = ([i for i, s in enumerate(SINGLE) if _step(*s, terms[p]) == terms[p + 2]] for p in (0, 1))
    return rules + [("two sequences in turn", (a, b)) for a in odd for b in even]


CLASSES: tuple[Callable[[Terms], list[Rule]], ...] = (_singles, _pairs, _triples)
"""By size: the rules that the first terms leave possible, not yet checked against the class or the other terms."""


def _allowed(rule: Rule) -> bool:
    """Whether the parameters of a rule are inside the published class."""
    kind, v = rule
    if kind == "growing step":
        return v[0] in DIFFERENCES and v[1] in EXTRAS
    if kind == "two steps in turn":
        return v[0] in DIFFERENCES and v[1] in DIFFERENCES and v[0] != v[1]
    if kind == "times and add":
        return v[1] in EXTRAS
    if kind == "times and add in turn":
        return v[1] in DIFFERENCES
    return kind != "sum of the last two" or v[0] == 0 or v[0] in EXTRAS


def _fits(rule: Rule, terms: Terms) -> bool:
    seeds = _seeds(rule)
    return all(_next(rule, terms[:place]) == terms[place] for place in range(seeds, len(terms)))


def _seeds(rule: Rule) -> int:
    """How many terms a rule needs to start with."""
    return 2 if rule[0] in ("sum of the last two", "two sequences in turn") else 1


def _draw(stream: Stream, size: int) -> tuple[Rule, Terms]:
    """A rule of `size` and its first terms."""
    start = [stream.between(1, 40), stream.between(1, 40)]
    d, e, r = stream.choice(DIFFERENCES), stream.choice(DIFFERENCES), stream.choice(FACTORS)
    c = stream.choice(EXTRAS)
    of_size: dict[int, tuple[Rule, ...]] = {
        1: (("add", (d,)), ("add", (d,)), ("times", (r,))),
        2: (
            ("growing step", (d, c)),
            ("sum of the last two", (0,)),
            ("times and add", (r, c)),
            ("two steps in turn", (d, e)),
        ),
        3: (
            ("sum of the last two", (c,)),
            ("times and add in turn", (r, d)),
            ("two sequences in turn", (stream.below(len(SINGLE)), stream.below(len(SINGLE)))),
        ),
    }
    rule = stream.choice(of_size[size])
    return rule, start[: _seeds(rule)]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Puzzle:
    rule: Rule
    shown: Terms
    answer: int


def _puzzle(stream: Stream, tier: int) -> _Puzzle | Reject:
    settings = TIERS[tier - 1]
    size, shown, largest = int(settings["size"]), int(settings["shown"]), int(settings["largest"])
    rule, terms = _draw(stream, size)
    while len(terms) <= shown:
        terms.append(_next(rule, terms))
    if not _allowed(rule) or min(terms) < 1 or max(terms) > largest:
        return Reject(reason="value out of range")
    known = terms[:-1]
    for smaller in range(size):
        fitting = [other for other in CLASSES[smaller](known) if _allowed(other) and _fits(other, known)]
        if smaller + 1 < size and fitting:
            return Reject(reason="a smaller rule fits")
        if any(_next(other, known) != terms[-1] for other in fitting):
            return Reject(reason="ambiguous")
    return _Puzzle(rule=rule, shown=known, answer=terms[-1])


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """Terms of a sequence and the question for the next; rejects what the terms do not pin down."""
    signs = draw_signs(stream)
    puzzle = _puzzle(stream, tier)
    if isinstance(puzzle, Reject):
        return puzzle
    steps = [abs(b - a) for a, b in pairwise(puzzle.shown)]
    first = stream.choice([step for step in steps if 0 < step < puzzle.answer] or [3])
    second = stream.choice([slip for slip in (1, 2, 10) if slip != first])
    if puzzle.answer - first - second < 1:
        return Reject(reason="option below 1")
    others = parallelogram(puzzle.answer, (first, second), signs)
    told = f"A list of numbers follows one fixed rule: {', '.join(map(str, puzzle.shown))}."
    return Draft(
        question=f"{told} Which number comes next?",
        gold=str(puzzle.answer),
        distractors=(str(others[0]), str(others[1]), str(others[2])),
        params={"size": int(TIERS[tier - 1]["size"]), "shown": len(puzzle.shown), "rule": puzzle.rule[0]},
        stratum=puzzle.rule[0],
    )


FAMILY = Family(
    id="I-seq",
    category="induction",
    tier_params=TIERS,
    reasons=("value out of range", "a smaller rule fits", "ambiguous", "option below 1"),
    draft=draft,
)
