"""T-swap: everybody holds one thing, pairs exchange what they hold; what does one of them hold now?"""

from __future__ import annotations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import NAMES, OBJECTS
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"people": 4, "swaps": 3, "least_hands": 2},
    {"people": 5, "swaps": 6, "least_hands": 3},
    {"people": 6, "swaps": 10, "least_hands": 4},
)
"""`least_hands`: in how many swaps at least the answer changed hands."""


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A round of swaps; rejects those in which no answer changed hands often enough.

    What the person held at the start is always an option and, in about a quarter of the items, the answer.
    """
    comes_home = stream.below(4) == 0
    size, swaps = int(TIERS[tier - 1]["people"]), int(TIERS[tier - 1]["swaps"])
    people, things = stream.sample(NAMES, size), stream.sample(OBJECTS, size)
    held, hands = list(range(size)), [0] * size
    sentences = [f"{people[i]} holds the {things[i]}." for i in stream.shuffled(range(size))]
    last: list[int] = []
    for _ in range(swaps):
        pair = stream.sample(range(size), 2)
        while sorted(pair) == sorted(last):
            pair = stream.sample(range(size), 2)
        a, b = last = pair
        held[a], held[b] = held[b], held[a]
        hands[held[a]] += 1
        hands[held[b]] += 1
        sentences.append(f"{people[a]} swaps things with {people[b]}.")
    least = int(TIERS[tier - 1]["least_hands"])
    fitting = [i for i in range(size) if hands[held[i]] >= least and (held[i] == i) == comes_home]
    if not fitting:
        return Reject(reason="does not need tracking")
    asked = stream.choice(fitting)
    gold = held[asked]
    others = [thing for thing in stream.shuffled(range(size)) if thing not in (gold, asked)]
    others = others if comes_home else [asked, *others]
    return Draft(
        question=" ".join([*sentences, f"What does {people[asked]} hold now?"]),
        gold=things[gold],
        distractors=(things[others[0]], things[others[1]], things[others[2]]),
        params={"people": size, "swaps": swaps, "hands": hands[gold]},
    )


FAMILY = Family(id="T-swap", category="tracking", tier_params=TIERS, reasons=("does not need tracking",), draft=draft)
