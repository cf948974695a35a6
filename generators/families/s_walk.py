"""S-walk: a robot walks by compass or by its own heading; where is it, relative to its start?"""

from __future__ import annotations

from generators.draft import Draft, Family, Params, Reject
from generators.lexicon import counted
from generators.offsets import draw_scheme
from records import Stream

TIERS: tuple[Params, Params, Params] = (
    {"moves": 4, "heading": "absolute", "turns": "none"},
    {"moves": 6, "heading": "egocentric", "turns": "left right"},
    {"moves": 9, "heading": "egocentric", "turns": "left right around, backward moves"},
)
DIRECTIONS = ("north", "east", "south", "west")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
TURNS = {"left": 3, "right": 1, "around": 2}


def draft(stream: Stream, tier: int) -> Draft | Reject:
    """A walk; rejects those that end too close to an axis, and tier 3 walks without a backward move or half turn."""
    scheme = draw_scheme(stream)
    moves = int(TIERS[tier - 1]["moves"])
    sentences, east, north = _absolute(stream, moves) if tier == 1 else _egocentric(stream, moves, tier)
    if scheme.near_axis(east, north):
        return Reject(reason="too close to an axis")
    text = " ".join([*sentences, "Where is it now, relative to its start?"])
    if tier == 3 and ("backward" not in text or "around" not in text):
        return Reject(reason="no backward move or half turn")
    options = scheme.options(east, north)
    return Draft(
        question=text,
        gold=options[0],
        distractors=options[1:],
        params={"moves": moves, "sentences": len(sentences), "options": scheme.mode},
        stratum=scheme.mode,
    )


def _absolute(stream: Stream, moves: int) -> tuple[list[str], int, int]:
    sentences, east, north, last = ["A robot stands on a flat floor."], 0, 0, -1
    for _ in range(moves):
        last = stream.choice([direction for direction in range(4) if direction != last])
        length = stream.between(1, 9)
        sentences.append(f"It moves {counted(length, 'step')} {DIRECTIONS[last]}.")
        east, north = east + length * STEPS[last][0], north + length * STEPS[last][1]
    return sentences, east, north


def _egocentric(stream: Stream, moves: int, tier: int) -> tuple[list[str], int, int]:
    heading, way, east, north = stream.below(4), 1, 0, 0
    sentences = [f"A robot faces {DIRECTIONS[heading]}."]
    for step in range(moves):
        turn = "none" if step == 0 else stream.choice(("left", "right") if tier == 2 else (*TURNS, "none"))
        if turn != "none":
            sentences.append(f"It turns {turn}.")
            heading = (heading + TURNS[turn]) % 4
        if tier == 3:
            # Without a turn in between, the next move goes the other way: two moves on end would read as one.
            way = -way if step and turn == "none" else stream.choice((1, 1, -1))
        length = stream.between(1, 9)
        sentences.append(f"It moves {counted(length, 'step')} {'forward' if way > 0 else 'backward'}.")
        east, north = east + way * length * STEPS[heading][0], north + way * length * STEPS[heading][1]
    return sentences, east, north


FAMILY = Family(
    id="S-walk",
    category="spatial",
    tier_params=TIERS,
    reasons=("too close to an axis", "no backward move or half turn"),
    draft=draft,
)
