"""D-chain by refutation: the text and the denial of the option, as clauses, must be unsatisfiable."""

from __future__ import annotations

from functools import lru_cache

from solvers.parallel.sat import Clause, entails
from solvers.text import Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"Which statement must be true\?")
GIVEN = pattern(r"(?:NAME is WORD|If someone is WORD(?: and WORD)?, then they are WORD)\.")
OPTION = pattern(r"NAME is WORD")


@lru_cache(maxsize=1)
def _cases(question: str) -> dict[str, list[Clause]]:
    """By person: facts and rules as clauses over the traits of that person. No sentence is about two people."""
    *given, last = sentences(question)
    slots(last, QUESTION)
    read = [slots(sentence, GIVEN) for sentence in given]
    rules = [
        frozenset({*((False, condition) for condition in (first, second) if condition), (True, then)})
        for name, _, first, second, then in read
        if not name
    ]
    people = sorted({name for name, *_ in read if name})
    return {
        person: [*(frozenset({(True, trait)}) for name, trait, *_ in read if name == person), *rules]
        for person in people
    }


def decide(question: str, option: str) -> bool:
    """Whether no case in which the text holds makes `option` false."""
    cases = _cases(question)
    name, trait = slots(option, OPTION)
    if name not in cases:
        raise Unreadable(f"{name} is not in the question")
    return entails(cases[name], (True, trait))


SOLVER = Solver(
    id="V3/D-chain",
    family="D-chain",
    paradigm="refutation by a satisfiability test",
    version=1,
    opening=QUESTION,
    decide=decide,
)
