"""D-chain by forward chaining over the sentences as written."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

FACT = pattern(r"NAME is WORD\.")
RULE = pattern(r"If someone is WORD(?: and WORD)?, then they are WORD\.")
QUESTION = pattern(r"Which statement must be true\?")
OPTION = pattern(r"NAME is WORD")


@lru_cache(maxsize=1)
def _entailed(question: str) -> frozenset[tuple[str, str]]:
    *given, last = sentences(question)
    slots(last, QUESTION)
    known: dict[str, set[str]] = {}
    rules: list[tuple[set[str], str]] = []
    for sentence in given:
        kind, parts = match_one(sentence, [("fact", FACT), ("rule", RULE)])
        if kind == "fact":
            known.setdefault(parts[0], set()).add(parts[1])
        else:
            rules.append(({part for part in parts[:-1] if part}, parts[-1]))
    for traits in known.values():
        while new := {then for needed, then in rules if needed <= traits} - traits:
            traits.update(new)
    return frozenset((name, trait) for name, traits in known.items() for trait in traits)


def decide(question: str, option: str) -> bool:
    """Whether the facts and rules entail `option`."""
    entailed = _entailed(question)
    name, trait = slots(option, OPTION)
    if name not in question.replace(".", " ").split():
        raise Unreadable(f"{name} is not in the question")
    return (name, trait) in entailed


SOLVER = Solver(
    id="V2/D-chain", family="D-chain", paradigm="forward chaining", version=1, opening=QUESTION, decide=decide
)
