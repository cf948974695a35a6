"""D-class by propagation: from what is known of a person to what follows, forwards and by contraposition."""

from __future__ import annotations

from functools import lru_cache

from solvers.text import Solver, Unreadable, match_one, pattern, sentences, slots

FACT = pattern(r"NAME is a WORD\.")
EVERY = pattern(r"Every WORD is a WORD\.")
NO = pattern(r"No WORD is a WORD\.")
QUESTION = pattern(r"Which statement is certainly true\?")
OPTION = pattern(r"NAME is (not )?a WORD")
Claim = tuple[bool, str]
"""(is in, class): False stands for "is not in"."""


def _closure(known: set[Claim], rules: list[tuple[Claim, Claim]]) -> set[Claim]:
    """Everything that follows from `known` by rules and their contrapositions."""
    both = rules + [((not then[0], then[1]), (not given[0], given[1])) for given, then in rules]
    while new := {then for given, then in both if given in known} - known:
        known = known | new
    return known


@lru_cache(maxsize=1)
def _certain(question: str) -> dict[str, set[Claim]]:
    *given, last = sentences(question)
    slots(last, QUESTION)
    known: dict[str, set[Claim]] = {}
    rules: list[tuple[Claim, Claim]] = []
    for sentence in given:
        # Names and "Every" or "No" are all capitalised words: rules are tried first.
        kind, (first, second) = match_one(sentence, [("every", EVERY), ("no", NO), ("fact", FACT)])
        if kind == "fact":
            known.setdefault(first, set()).add((True, second))
        else:
            rules.append(((True, first), (kind == "every", second)))
    closed = {name: _closure(claims, rules) for name, claims in known.items()}
    for name, claims in closed.items():
        if any((not is_in, word) in claims for is_in, word in claims):
            raise Unreadable(f"the sentences contradict each other about {name}")
    return closed


def decide(question: str, option: str) -> bool:
    """Whether `option` holds in every case in which the sentences hold."""
    certain = _certain(question)
    name, negation, word = slots(option, OPTION)
    if name not in certain:
        raise Unreadable(f"{name} is not in the question")
    return (not negation, word) in certain[name]


SOLVER = Solver(
    id="V2/D-class",
    family="D-class",
    paradigm="propagation with contraposition",
    version=1,
    opening=QUESTION,
    decide=decide,
)
