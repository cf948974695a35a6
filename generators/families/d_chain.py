"""D-chain: four people, four isomorphic chains of Horn rules; three miss one fact, which is asserted of somebody else.

The three misplaced facts go round among the three people whose chains miss one. So everybody has equally many facts,
and how often a name or a word occurs says nothing about the answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import ADJECTIVES, NAMES
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"depth": 1, "two_condition_rules": 1, "distractor_rules": 3},
    {"depth": 3, "two_condition_rules": 1, "distractor_rules": 9},
    {"depth": 5, "two_condition_rules": 2, "distractor_rules": 15},
)
CHAINS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class _Chain:
    """`needed` adjectives lead by `rules` to `end`."""

    needed: tuple[str, ...]
    rules: tuple[str, ...]
    end: str


def _chain(stream: Stream, words: list[str], depth: int, doubles: int) -> _Chain:
    """A chain of `depth` rules over its own words, `doubles` of them with a second condition."""
    links, sides = words[: depth + 1], words[depth + 1 :]
    double_at = sorted(stream.sample(range(depth), doubles))
    rules = []
    for step in range(depth):
        conditions = [links[step]]
        if step in double_at:
            conditions = stream.shuffled([links[step], sides[double_at.index(step)]])
        rules.append(f"If someone is {' and '.join(conditions)}, then they are {links[step + 1]}.")
    return _Chain(needed=(links[0], *sides), rules=tuple(rules), end=links[-1])


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A question over four people. Never rejects."""
    depth, doubles = int(TIERS[tier - 1]["depth"]), int(TIERS[tier - 1]["two_condition_rules"])
    people = stream.sample(NAMES, CHAINS)
    receiver = stream.choice(((0, 2, 3, 1), (0, 3, 1, 2)))
    size = depth + 1 + doubles
    words = stream.sample(ADJECTIVES, CHAINS * size)
    sentences: list[str] = []
    claims: list[str] = []
    for index, person in enumerate(people):
        chain = _chain(stream, words[index * size : (index + 1) * size], depth, doubles)
        misplaced = stream.below(len(chain.needed))
        for number, adjective in enumerate(chain.needed):
            owner = people[receiver[index]] if number == misplaced else person
            sentences.append(f"{owner} is {adjective}.")
        sentences.extend(chain.rules)
        claims.append(f"{person} is {chain.end}")
    question = " ".join([*stream.shuffled(sentences), "Which statement must be true?"])
    return Draft(
        question=question,
        gold=claims[0],
        distractors=(claims[1], claims[2], claims[3]),
        params={"depth": depth, "sentences": len(sentences), "two_condition_rules": CHAINS * doubles},
    )


FAMILY = Family(id="D-chain", category="deduction", tier_params=TIERS, reasons=(), draft=draft)
