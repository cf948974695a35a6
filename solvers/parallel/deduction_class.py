"""D-class by refutation: what the text says of one person, with the denial of the option, must be unsatisfiable."""

from __future__ import annotations

from functools import lru_cache

from solvers.parallel.sat import Clause, entails, satisfiable
from solvers.text import Solver, Unreadable, pattern, sentences, slots

QUESTION = pattern(r"Which statement is certainly true\?")
RULE = pattern(r"(Every|No) WORD is a WORD\.")
FACT = pattern(r"NAME is a WORD\.")
OPTION = pattern(r"NAME is( not)? a WORD")


@lru_cache(maxsize=1)
def _clauses(question: str) -> dict[str, list[Clause]]:
    """By person: rules and facts as clauses over the classes that the person may be in."""
    *given, last = sentences(question)
    slots(last, QUESTION)
    rules: list[Clause] = []
    facts: dict[str, list[Clause]] = {}
    for sentence in given:
        if sentence.startswith(("Every ", "No ")):
            quantity, first, second = slots(sentence, RULE)
            rules.append(frozenset({(False, first), (quantity == "Every", second)}))
        else:
            name, word = slots(sentence, FACT)
            facts.setdefault(name, []).append(frozenset({(True, word)}))
    cases = {name: [*known, *rules] for name, known in facts.items()}
    if not all(satisfiable(clauses) for clauses in cases.values()):
        raise Unreadable("the sentences contradict each other")
    return cases


def decide(question: str, option: str) -> bool:
    """Whether no case in which the text holds makes `option` false."""
    cases = _clauses(question)
    name, negation, word = slots(option, OPTION)
    if name not in cases:
        raise Unreadable(f"{name} is not in the question")
    return entails(cases[name], (not negation, word))


SOLVER = Solver(
    id="V3/D-class",
    family="D-class",
    paradigm="refutation by a satisfiability test",
    version=1,
    opening=QUESTION,
    decide=decide,
)
