"""D-class: four people, four chains of "every" rules over nonsense classes; three chains are crossed at one level.

The crossing goes round among the three: each of them leads to the end of another. So every class occurs equally often
on either side of a rule in all four chains, and only following the chains tells which claim must be true.
"""

from __future__ import annotations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import CLASSES, NAMES
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"chain": 2, "no_rules": 2},
    {"chain": 3, "no_rules": 3},
    {"chain": 5, "no_rules": 4},
)
CHAINS = 4
ROUNDS = ((0, 2, 3, 1), (0, 3, 1, 2))
"""Where each chain goes on after the crossing; chain 0 is the gold's."""


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A question over four people, two claims of each form. Never rejects."""
    length, extra = int(TIERS[tier - 1]["chain"]), int(TIERS[tier - 1]["no_rules"]) - 2
    gold_denies, other_denies = stream.choice(((True, (1,)), (False, (1, 2))))
    denied = [index in other_denies or (index == 0 and gold_denies) for index in range(CHAINS)]
    ruled_out = [index for index in range(CHAINS) if denied[index]]
    ruled_out += stream.sample([index for index in range(CHAINS) if not denied[index]], extra)
    people, words = stream.sample(NAMES, CHAINS), stream.sample(CLASSES, CHAINS * (length + 2))
    level, onward = stream.below(length + 1), stream.choice(ROUNDS)
    sentences: list[str] = []
    for index, person in enumerate(people):
        for step in range(length + 1):
            before = words[index * (length + 2) + step - 1] if step else person
            after = words[(onward[index] if step == level else index) * (length + 2) + step]
            sentences.append(f"Every {before} is a {after}." if step else f"{before} is a {after}.")
    for index in ruled_out:
        pair = words[index * (length + 2) + length], words[index * (length + 2) + length + 1]
        sentences.append("No {} is a {}.".format(*(stream.shuffled(pair) if tier > 1 else pair)))
    claims = [
        f"{person} is {'not ' if denied[index] else ''}a {words[index * (length + 2) + length + int(denied[index])]}"
        for index, person in enumerate(people)
    ]
    return Draft(
        question=" ".join([*stream.shuffled(sentences), "Which statement is certainly true?"]),
        gold=claims[0],
        distractors=(claims[1], claims[2], claims[3]),
        params={"chain": length, "no_rules": len(ruled_out), "sentences": len(sentences)},
        stratum="denial" if gold_denies else "claim",
    )


FAMILY = Family(id="D-class", category="deduction", tier_params=TIERS, reasons=(), draft=draft)
