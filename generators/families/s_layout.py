"""S-layout: landmarks of a town, each placed by its distance from another; where is one, relative to another?"""

from __future__ import annotations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import LANDMARKS, counted
from generators.offsets import draw_scheme
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"landmarks": 4, "path": 3, "order": "along the path"},
    {"landmarks": 6, "path": 5, "order": "shuffled"},
    {"landmarks": 8, "path": 5, "order": "shuffled"},
)
"""Landmarks that are not on the path between the two that are asked about hang on it as side branches."""
DIRECTIONS = ("north", "east", "south", "west")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A map and two of its landmarks; rejects pairs that lie too close to one line."""
    scheme = draw_scheme(stream)
    size, path = int(TIERS[tier - 1]["landmarks"]), int(TIERS[tier - 1]["path"])
    names = stream.sample(LANDMARKS, size)
    spots = [(0, 0)]
    sentences: list[str] = []
    last = -1
    for index in range(1, size):
        parent = index - 1 if index <= path else stream.below(path + 1)
        way = stream.choice([way for way in range(4) if way != last])
        length = stream.between(1, 9)
        spot = spots[parent][0] + length * STEPS[way][0], spots[parent][1] + length * STEPS[way][1]
        if spot in spots:
            return Reject(reason="two landmarks on one spot")
        spots.append(spot)
        sentences.append(_sentence(stream, names[index], names[parent], way, length))
        last = way
    east, north = spots[path]
    if scheme.near_axis(east, north):
        return Reject(reason="too close to an axis")
    options = scheme.options(east, north)
    told = sentences if tier == 1 else stream.shuffled(sentences)
    return Draft(
        question=" ".join([*told, f"Where is the {names[path]}, relative to the {names[0]}?"]),
        gold=options[0],
        distractors=options[1:],
        params={"landmarks": size, "path": path, "options": scheme.mode},
        stratum=scheme.mode,
    )


def _sentence(stream: Stream, child: str, parent: str, way: int, length: int) -> str:
    """The place of `child` seen from `parent`, or the other way round."""
    if stream.below(2):
        child, parent, way = parent, child, (way + 2) % 4
    return f"The {child} is {counted(length, 'block')} {DIRECTIONS[way]} of the {parent}."


FAMILY = Family(
    id="S-layout",
    category="spatial",
    tier_params=TIERS,
    reasons=("two landmarks on one spot", "too close to an axis"),
    draft=draft,
)
