"""Q-ledger: who has how many, by comparison with others; sums of two people; one transfer in tier 3."""

from __future__ import annotations

from dataclasses import dataclass, field

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import COUNTED, NAMES
from generators.options import draw_signs, parallelogram
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"relations": 2, "people_asked": 1, "transfers": 0, "shape": "chain", "largest": 150},
    {"relations": 3, "people_asked": 2, "transfers": 0, "shape": "chain", "largest": 150},
    {"relations": 5, "people_asked": 2, "transfers": 1, "shape": "tree", "largest": 150},
)
RELATIONS = ("more", "fewer", "more", "fewer", "twice", "three times", "half")
COMMON_SLIPS = (1, 2, 10)


@dataclass(kw_only=True, slots=True)
class _Ledger:
    """Everybody's holding, the sentences that state it, and the differences a reader could slip on."""

    things: str
    people: list[str]
    values: list[int]
    parents: list[int] = field(default_factory=lambda: [-1])
    sentences: list[str] = field(default_factory=list)
    slips: list[int] = field(default_factory=list)

    def relate(self, relation: str, parent: int, amount: int) -> bool:
        """Add the next person by comparison with `parent`; False if the value would not be a whole number."""
        base, child, other = self.values[parent], self.people[len(self.values)], self.people[parent]
        if relation in ("more", "fewer"):
            self.values.append(base + amount if relation == "more" else base - amount)
            self.sentences.append(f"{child} has {amount} {relation} {self.things} than {other}.")
            self.slips.append(2 * amount)
        else:
            if relation == "half" and base % 2:
                return False
            values = {"twice": 2 * base, "three times": 3 * base, "half": base // 2}
            self.values.append(values[relation])
            self.sentences.append(f"{child} has {relation} as many {self.things} as {other}.")
        self.parents.append(parent)
        return True

    def relations_behind(self, asked: list[int]) -> int:
        """How many comparisons the holdings of `asked` rest on."""
        needed: dict[int, None] = {}
        for start in asked:
            person = start
            while person > 0:
                needed[person] = None
                person = self.parents[person]
        return len(needed)


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A ledger and one question about it; rejects values outside the guards and questions a shortcut answers."""
    signs = draw_signs(stream)
    relations, largest = int(TIERS[tier - 1]["relations"]), int(TIERS[tier - 1]["largest"])
    ledger = _Ledger(
        things=stream.choice(COUNTED),
        people=stream.sample(NAMES, relations + 1),
        values=[stream.between(6, 40)],
    )
    ledger.sentences.append(f"{ledger.people[0]} has {ledger.values[0]} {ledger.things}.")
    for step in range(relations):
        parent = stream.below(step + 1) if tier == 3 else step
        if not ledger.relate(stream.choice(RELATIONS), parent, stream.between(2, 9)):
            return Reject(reason="not a whole number")
    if not all(2 <= value <= largest for value in ledger.values):
        return Reject(reason="value out of range")
    if tier == 3 and ledger.parents == list(range(-1, relations)):
        return Reject(reason="degenerate")
    return _ask(stream, tier, ledger, signs)


def _ask(stream: Stream, tier: int, ledger: _Ledger, signs: tuple[int, int]) -> Draft | Reject:
    last = len(ledger.values) - 1
    sentences, things, names = ledger.sentences, ledger.things, ledger.people
    if tier == 1:
        asked = [last]
        question = f"How many {things} does {names[last]} have?"
    elif tier == 2:
        asked = stream.shuffled([last, stream.below(last)])
        question = f"How many {things} do {names[asked[0]]} and {names[asked[1]]} have together?"
    else:
        giver, taker, *asked = stream.sample(range(last + 1), 3)
        asked = stream.shuffled([stream.choice([giver, taker]), *asked])
        if ledger.relations_behind(asked) < 3:
            return Reject(reason="degenerate")
        amount = stream.between(2, 9)
        if amount >= ledger.values[giver]:
            return Reject(reason="value out of range")
        ledger.values[giver] -= amount
        ledger.values[taker] += amount
        ledger.slips.extend([amount, 2 * amount])
        transfer = f"Then {names[giver]} gives {amount} {things} to {names[taker]}."
        sentences = [*stream.shuffled(sentences), transfer]
        question = f"How many {things} do {names[asked[0]]} and {names[asked[1]]} have together now?"
    gold = sum(ledger.values[person] for person in asked)
    slips = _slips(stream, ledger.slips)
    if gold - slips[0] - slips[1] < 1:
        return Reject(reason="option below 1")
    others = parallelogram(gold, slips, signs)
    return Draft(
        question=" ".join([*sentences, question]),
        gold=str(gold),
        distractors=(str(others[0]), str(others[1]), str(others[2])),
        params={"relations": last, "relations_needed": ledger.relations_behind(asked), "people_asked": len(asked)},
    )


def _slips(stream: Stream, told: list[int]) -> tuple[int, int]:
    """Two different distances: one that a misread sentence would cause (if any), one careless slip."""
    first = stream.choice(told) if told else stream.choice((3, 4, 5, 6))
    second = stream.choice([slip for slip in COMMON_SLIPS if slip != first])
    return first, second


FAMILY = Family(
    id="Q-ledger",
    category="quantity",
    tier_params=TIERS,
    reasons=("not a whole number", "value out of range", "degenerate", "option below 1"),
    draft=draft,
)
