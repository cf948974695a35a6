"""R-sets: lists of names; which name is on some of them but not on others?

Exactly one name passes every condition of the question. Each other option is missing from one list that it should be
on, or is on one list that it should not be on, or both; how many do what is drawn first, so that counting mentions says
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import COLOURS, NAMES, listing
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"operations": 1, "lists": 3, "names_per_list": 5},
    {"operations": 2, "lists": 4, "names_per_list": 6},
    {"operations": 3, "lists": 4, "names_per_list": 7},
)
ABSENT = {1: ((1, 1), (1, 2), (2, 3)), 2: ((1, 0), (1, 1), (2, 1), (2, 2), (3, 3)), 3: ((1, 0), (2, 1), (2, 2), (3, 3))}
"""By operations: (lists the answer is on, how many of the three others are absent from one of those)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Query:
    """Lists 0 to `on` - 1 must have the name, the next up to `conditions` must not; later lists do not matter."""

    on: int
    conditions: int

    def passes(self, places: list[int]) -> int:
        """How many conditions a name on the lists `places` fulfils."""
        return sum((index in places) == (index < self.on) for index in range(self.conditions))

    def wording(self, colours: list[str]) -> str:
        """The question."""
        wanted = " and ".join(f"on the {colour} list" for colour in colours[: self.on])
        unwanted = " and ".join(f"not on the {colour} list" for colour in colours[self.on : self.conditions])
        return f"Which name is {wanted}{f' but {unwanted}' if unwanted else ''}?"


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """Lists and a question; rejects fillings in which a list overflows or a second name would be an answer."""
    settings = TIERS[tier - 1]
    lists, size, operations = int(settings["lists"]), int(settings["names_per_list"]), int(settings["operations"])
    on, absent = stream.choice(ABSENT[operations])
    query = _Query(on=on, conditions=operations + 1)
    colours, names = stream.sample(COLOURS, lists), stream.shuffled(NAMES)
    where = _options(stream, query, absent, lists)
    members = [[index for index, places in enumerate(where) if number in places] for number in range(lists)]
    if not _fill(stream, query, members, size):
        return Reject(reason="the lists cannot be filled")
    told = [
        f"The {colours[number]} list has {listing([names[index] for index in stream.shuffled(members[number])])}."
        for number in stream.shuffled(range(lists))
    ]
    return Draft(
        question=" ".join([*told, query.wording(colours)]),
        gold=names[0],
        distractors=(names[1], names[2], names[3]),
        params={"operations": operations, "lists": lists, "lists_with_answer": on},
        stratum=f"on {on}",
    )


def _options(stream: Stream, query: _Query, absent: int, lists: int) -> list[list[int]]:
    """The lists that the answer and the three others are on, each on at least one; each other fails one condition."""
    wanted, unwanted = range(query.on), range(query.on, query.conditions)
    both = stream.below(3) if unwanted else 0
    missing = (stream.shuffled(wanted) * 3)[:absent]
    intruding = (stream.shuffled(unwanted) * 3)[: 3 - absent]
    answer = list(wanted)
    where = [answer]
    where += [[index for index in answer if index != failed] for failed in missing]
    where += [[*answer, failed] for failed in intruding]
    for index in stream.sample(range(1, 4), both):
        failed = stream.choice(wanted)
        kept = [number for number in answer if number != failed]
        where[index] = [*kept, stream.choice(unwanted)]
    spare = range(query.conditions, lists)
    where = [[*places, *[index for index in spare if stream.below(2)]] for places in where]
    return [places or [stream.choice(spare)] for places in where]


def _fill(stream: Stream, query: _Query, members: list[list[int]], size: int) -> bool:
    """Bring every list to `size` with further names, none of which would be an answer; False if that fails."""
    subsets = [[index for index in range(len(members)) if bits >> index & 1] for bits in range(1, 1 << len(members))]
    allowed = [places for places in subsets if query.passes(places) < query.conditions]
    for name in range(4, len(NAMES)):
        room = [size - len(listed) for listed in members]
        if not any(room):
            return True
        neediest = room.index(max(room))
        fitting = [places for places in allowed if neediest in places and all(room[index] for index in places)]
        if not fitting:
            return False
        for index in stream.choice(fitting):
            members[index].append(name)
    return all(len(listed) == size for listed in members)


FAMILY = Family(
    id="R-sets",
    category="relations",
    tier_params=TIERS,
    reasons=("the lists cannot be filled",),
    draft=draft,
)
