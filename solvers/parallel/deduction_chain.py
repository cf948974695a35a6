"""D-chain by refutation: the text and the denial of the option, as clauses, must be unsatisfiable."""

from __future__ import annotations

import re
from functools import lru_cache

from solvers.parallel.sat import Clause, entails
from solvers.text import Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"Which statement must be true\?")
GIVEN = pattern(r"(?:NAME is WORD|If someone is WORD(?: and WORD)?, then they are WORD)\.")
OPTION = pattern(r"NAME is WORD")


@lru_cache(maxsize=1)
def _clauses(question: str) -> tuple[Clause, ...]:
    *given, last = sentences(question)
    slots(last, QUESTION)
    read = [slots(sentence, GIVEN) for sentence in given]
    people = sorted({name for name, *_ in read if name})
    clauses: list[Clause] = []
    for name, trait, first, second, then in read:
        if name:
            clauses.append(frozenset({(True, (name, trait))}))
            continue
        for person in people:
            needed = [(False, (person, condition)) for condition in (first, second) if condition]
            clauses.append(frozenset({*needed, (True, (person, then))}))
    return tuple(clauses)


def decide(question: str, option: str) -> bool:
    """Whether no case in which the text holds makes `option` false."""
    name, trait = slots(option, OPTION)
    if not re.search(rf"\b{name} is\b", question):
        raise Unreadable(f"{name} is not in the question")
    return entails(_clauses(question), (True, (name, trait)))


SOLVER = Solver(
    id="V3/D-chain",
    family="D-chain",
    paradigm="refutation by a satisfiability test",
    version=1,
    opening=QUESTION,
    decide=decide,
)
