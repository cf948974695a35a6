"""Statements that follow: assertions about things, rules for all things, exclusions; closed under forward chaining."""

from __future__ import annotations

from collections.abc import Sequence

from baselines.systems.induced.programs import SKIP, UNKNOWN, Op, Program, Role, arguments, named, steps
from baselines.systems.induced.templates import Problem, Statement, Value

name = "implication"
Trait = tuple[Value, bool]
"""A property that a thing has (True) or lacks (False)."""
Rule = tuple[frozenset[Trait], Trait]


def operators(role: Role, statement: Statement) -> list[Op]:
    """is, lacks (thing, property); implies, excludes (property, property); both (two properties give a third)."""
    pairs = list(arguments(statement, 2))
    if role == "query":
        return [("follows",)]
    ops: list[Op] = [SKIP, *named("is", pairs), *named("lacks", pairs)]
    if role == "fact":
        ops += named("implies", pairs)
        ops += [("excludes", *pair) for pair in pairs if pair[0] < pair[1]]
        ops += [("both", *three) for three in arguments(statement, 3) if three[0] < three[1]]
    return ops


def distances(problem: Problem, program: Program) -> list[int]:
    """0 for an option that follows, 2 for one whose opposite follows, 1 for one that is open."""
    known, rules = _premises(problem, program)
    for traits in known.values():
        _close(traits, rules)
    found: list[int] = []
    for option in problem.options:
        op = program.get(("option", option.pattern), SKIP)
        if op == SKIP:
            found.append(UNKNOWN)
            continue
        traits, trait = known.get(option.values[int(op[1])], set()), option.values[int(op[2])]
        holds = op[0] == "is"
        found.append(0 if (trait, holds) in traits else 2 if (trait, not holds) in traits else 1)
    return found


def _premises(problem: Problem, program: Program) -> tuple[dict[Value, set[Trait]], list[Rule]]:
    known: dict[Value, set[Trait]] = {}
    rules: list[Rule] = []
    for op, values in steps(problem, program):
        words = [values[int(place)] for place in op[1:]]
        if op[0] in ("is", "lacks"):
            known.setdefault(words[0], set()).add((words[1], op[0] == "is"))
        elif op[0] == "implies":
            rules.append((frozenset([(words[0], True)]), (words[1], True)))
            rules.append((frozenset([(words[1], False)]), (words[0], False)))
        elif op[0] == "excludes":
            rules += [(frozenset([(one, True)]), (two, False)) for one, two in (words, words[::-1])]
        else:
            rules.append((frozenset([(words[0], True), (words[1], True)]), (words[2], True)))
    return known, rules


def _close(traits: set[Trait], rules: Sequence[Rule]) -> None:
    while new := {then for needed, then in rules if needed <= traits and then not in traits}:
        traits |= new
