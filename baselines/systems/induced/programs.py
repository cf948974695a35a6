"""What an operator, a program and an engine are.

A *program* gives one operator to every sentence pattern. An *engine* is a generic kind of reasoning: it says which
operators a pattern with such slots could have, and how far each option is from what a program makes of a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Protocol

from baselines.systems.induced.templates import Problem, Statement, Value

Op = tuple[str | int, ...]
"""A name and its arguments: slot numbers first, then constants."""
Role = str
"""fact, query or option: the same pattern may mean something else in each."""
Key = tuple[Role, str]
Program = Mapping[Key, Op]
SKIP: Op = ("skip",)
UNKNOWN = 1_000_000
"""The distance of an option about which a program says nothing."""


class Engine(Protocol):
    """One kind of reasoning."""

    @property
    def name(self) -> str:
        """A short name for explanations."""

    def operators(self, role: Role, statement: Statement) -> list[Op]:
        """The operators that a pattern with the slots of `statement` could have in `role`, simplest first."""

    def distances(self, problem: Problem, program: Program) -> Sequence[int]:
        """For each option how far it is from what follows: 0 = it follows, UNKNOWN = no verdict."""


def keys(problem: Problem) -> list[tuple[Key, Statement]]:
    """Every key of the problem with its first statement."""
    found: dict[Key, Statement] = {}
    for role, statements in (("fact", problem.facts), ("query", (problem.query,)), ("option", problem.options)):
        for statement in statements:
            found.setdefault((role, statement.pattern), statement)
    return list(found.items())


def steps(problem: Problem, program: Program) -> Iterator[tuple[Op, tuple[Value, ...]]]:
    """The operator and slot values of each fact in reading order, skipped ones left out."""
    for fact in problem.facts:
        op = program.get(("fact", fact.pattern), SKIP)
        if op != SKIP:
            yield op, fact.values


def places(statement: Statement, kind: type) -> list[int]:
    """The slots that hold a str (a word), an int (a number) or a tuple (a list)."""
    return [place for place, value in enumerate(statement.values) if type(value) is kind]


def arguments(statement: Statement, words: int, numbers: int = 0) -> Iterator[tuple[int, ...]]:
    """Every choice of that many different word slots and number slots, in order."""
    for chosen in permutations(places(statement, str), words):
        for amounts in permutations(places(statement, int), numbers):
            yield (*chosen, *amounts)


def named(name: str, choices: Iterable[tuple[int, ...]]) -> list[Op]:
    """One operator of that name for each choice of slots."""
    return [(name, *chosen) for chosen in choices]


def word_distances(problem: Problem, program: Program, answers: set[Value] | frozenset[Value]) -> list[int]:
    """Distances of options that name a word: 0 for one of `answers`, 1 otherwise; all UNKNOWN without answers."""
    found: list[int] = []
    for option in problem.options:
        op = program.get(("option", option.pattern), SKIP)
        if op == SKIP or not answers:
            found.append(UNKNOWN)
        else:
            found.append(0 if option.values[int(op[1])] in answers else 1)
    return found


def word_options(statement: Statement) -> list[Op]:
    """Reading an option as one of its words."""
    return [SKIP, *(("word", place) for place in places(statement, str))]
