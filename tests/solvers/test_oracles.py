"""Third opinions from libraries that only tests use: a sample of every cell of deduction and relations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from solvers import judge
from solvers.parallel.sat import Clause, satisfiable

CORPUS = Path(__file__).resolve().parent.parent.parent / "corpora" / "core-v0.1"
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (CORPUS / "test.questions.jsonl").read_bytes().splitlines()
]


class Formula:
    """Clauses over named atoms, answered by MiniSat."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.clauses: list[list[int]] = []

    def atom(self, name: object) -> int:
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def entails(self, literal: int) -> bool:
        with Minisat22(bootstrap_with=self.clauses) as solver:
            assert solver.solve()
            return not solver.solve(assumptions=[-literal])


def sample(category: str, ending: str) -> list[dict[str, Any]]:
    return [row for row in QUESTIONS if row["category"] == category and row["question"].endswith(ending)][::5]


def test_minisat_confirms_horn_chains() -> None:
    for row in sample("deduction", "Which statement must be true?"):
        formula = Formula()
        people = sorted(set(re.findall(r"([A-Z][a-z]+) is ", row["question"])))
        for name, trait in re.findall(r"([A-Z][a-z]+) is ([a-z]+)\.", row["question"]):
            formula.clauses.append([formula.atom((name, trait))])
        for conditions, then in re.findall(r"If someone is ([^,]+), then they are ([a-z]+)", row["question"]):
            for name in people:
                needed = [-formula.atom((name, trait)) for trait in conditions.split(" and ")]
                formula.clauses.append([*needed, formula.atom((name, then))])
        for option in row["options"]:
            name, trait = option.split(" is ")
            assert formula.entails(formula.atom((name, trait))) == judge(row["question"], option)


def test_minisat_confirms_classes() -> None:
    for row in sample("deduction", "Which statement is certainly true?"):
        for option in row["options"]:
            name, negation, claimed = re.fullmatch(r"([A-Z][a-z]+) is (not )?a ([a-z]+)", option).groups()  # type: ignore[union-attr]
            formula = Formula()
            for kind, a, b in re.findall(r"(Every|No) ([a-z]+) is a ([a-z]+)", row["question"]):
                formula.clauses.append([-formula.atom(a), formula.atom(b) * (1 if kind == "Every" else -1)])
            for word in re.findall(rf"{name} is a ([a-z]+)", row["question"]):
                formula.clauses.append([formula.atom(word)])
            literal = formula.atom(claimed) * (-1 if negation else 1)
            assert formula.entails(literal) == judge(row["question"], option)


def test_minisat_confirms_rows_of_people() -> None:
    for row in sample("relations", "from the left?"):
        formula = row_formula(row["question"])
        place = int(row["question"].split()[-4]) - 1
        for option in row["options"]:
            assert formula.entails(formula.atom((option, place))) == judge(row["question"], option)


def row_formula(question: str) -> Formula:
    """Everybody in exactly one place, and for each clue no pair of places that breaks it."""
    formula = Formula()
    intro, _, *clues, _ = re.findall(r"\S[^.?]*[.?]", question)
    people = re.findall(r"[A-Z][a-z]+", intro)[1:]
    places = range(len(people))
    for a in people:
        formula.clauses.append([formula.atom((a, i)) for i in places])
        formula.clauses += [[-formula.atom((a, i)), -formula.atom((a, j))] for i, j in combinations(places, 2)]
    for a, b in combinations(people, 2):
        formula.clauses += [[-formula.atom((a, i)), -formula.atom((b, i))] for i in places]
    for clue in clues:
        names = [word for word in re.findall(r"[A-Z][a-z]+", clue) if word in people]
        if "either end" in clue:
            formula.clauses += [[-formula.atom((names[0], i))] for i in (0, len(people) - 1)]
            continue
        bad: dict[str, Callable[[int], bool]] = {
            "somewhere": lambda gap: gap < 0,
            "immediately": lambda gap: gap != 1,
            "Exactly": lambda gap: abs(gap) != 2,
            "not next": lambda gap: abs(gap) == 1,
        }
        breaks = next(rule for word, rule in bad.items() if word in clue)
        a, b = names
        formula.clauses += [
            [-formula.atom((a, i)), -formula.atom((b, j))] for i in places for j in places if i != j and breaks(j - i)
        ]
    return formula


@pytest.mark.parametrize("seed", range(40))
def test_the_small_satisfiability_test_agrees_with_minisat(seed: int) -> None:
    from records import Stream

    stream = Stream("test", "sat", seed)
    signed = [[(v + 1) * stream.choice((1, -1)) for v in stream.sample(range(7), 3)] for _ in range(24 + seed)]
    clauses: list[Clause] = [frozenset((literal > 0, abs(literal)) for literal in clause) for clause in signed]
    with Minisat22(bootstrap_with=signed) as solver:
        assert satisfiable(clauses) == solver.solve()
