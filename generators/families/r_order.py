"""R-order: people in a row, the fewest clues that fix their order, one position asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import NAMES, listing
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"people": 4, "clues": "left of"},
    {"people": 5, "clues": "left of, immediately left of, one between, not at an end"},
    {"people": 6, "clues": "left of, immediately left of, one between, not at an end, not adjacent"},
)
NUMBER_WORDS = {4: "Four", 5: "Five", 6: "Six"}
CLUES: dict[str, tuple[str, Callable[[int, int, int], bool]]] = {
    "left": ("{a} is somewhere to the left of {b}.", lambda a, b, n: a < b),
    "next left": ("{a} is immediately to the left of {b}.", lambda a, b, n: a + 1 == b),
    "one between": ("Exactly one person stands between {a} and {b}.", lambda a, b, n: abs(a - b) == 2),
    "not at end": ("{a} is not at either end of the row.", lambda a, b, n: a == b and 0 < a < n - 1),
    "not adjacent": ("{a} and {b} are not next to each other.", lambda a, b, n: abs(a - b) > 1),
}
OF_TIER = (("left",), tuple(CLUES)[:4], tuple(CLUES))
Clue = tuple[str, int, int]


@cache
def _clues(size: int, tier: int) -> tuple[tuple[Clue, int], ...]:
    """Every clue over `size` people with the orders it allows, as a bit mask over the permutations of positions."""
    rows = tuple(permutations(range(size)))
    result = []
    for kind in OF_TIER[tier - 1]:
        for a in range(size):
            for b in range(size):
                if (a == b) == (kind == "not at end"):
                    test = CLUES[kind][1]
                    mask = sum(1 << i for i, row in enumerate(rows) if test(row[a], row[b], size))
                    result.append(((kind, a, b), mask))
    return tuple(result)


def _unique(masks: list[int], size: int) -> bool:
    left = (1 << len(tuple(permutations(range(size))))) - 1
    for mask in masks:
        left &= mask
    return left.bit_count() == 1


def _minimal_clues(stream: Stream, size: int, tier: int) -> list[Clue]:
    """True clues of a random order, added until the order is unique, then thinned until each is needed."""
    order = stream.shuffled(range(size))
    truth = 1 << tuple(permutations(range(size))).index(tuple(order))
    pool = stream.shuffled([(clue, mask) for clue, mask in _clues(size, tier) if mask & truth])
    chosen: list[tuple[Clue, int]] = []
    for entry in pool:
        chosen.append(entry)
        if _unique([mask for _, mask in chosen], size):
            break
    for entry in stream.shuffled(chosen):
        rest = [other for other in chosen if other != entry]
        if _unique([mask for _, mask in rest], size):
            chosen = rest
    return [clue for clue, _ in stream.shuffled(chosen)]


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A row and its clues. Never rejects: all true clues together always fix the order."""
    size = int(TIERS[tier - 1]["people"])
    people = stream.sample(NAMES, size)
    position = stream.below(size)
    clues = _minimal_clues(stream, size, tier)
    sentences = [CLUES[kind][0].format(a=people[a], b=people[b]) for kind, a, b in clues]
    answer = _person_at(clues, position, size, tier)
    others = stream.sample([person for person in range(size) if person != answer], 3)
    intro = f"{NUMBER_WORDS[size]} people stand in a row: {listing(stream.shuffled(people))}."
    reader = "Left and right are meant as you, the reader, see the row."
    question = f"Who is in position {position + 1} from the left?"
    return Draft(
        question=" ".join([intro, reader, *sentences, question]),
        gold=people[answer],
        distractors=(people[others[0]], people[others[1]], people[others[2]]),
        params={"people": size, "clues": len(clues), "position": position + 1},
    )


def _person_at(clues: list[Clue], position: int, size: int, tier: int) -> int:
    """Who stands at `position` in the one order that `clues` allow."""
    masks = dict(_clues(size, tier))
    left = -1
    for clue in clues:
        left &= masks[clue]
    row = tuple(permutations(range(size)))[left.bit_length() - 1]
    return row.index(position)


FAMILY = Family(id="R-order", category="relations", tier_params=TIERS, reasons=(), draft=draft)
