"""The rank-balanced selector, on one small cell and on hand-made drafts."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from generators import Panel
from generators.cell import FIRST, Candidate, Selector, build_cell
from generators.draft import Draft
from generators.families import FAMILIES
from generators.selection import BALANCED, FEATURES, JOINT, balanced, profile, standings
from generators.shape import Cell

CELL = Cell(split="train", category="quantity", tier=2)
DRAFT = Draft(
    question="The key is in the attic. Ada moves the key to the barn. Where is the key now?",
    gold="barn",
    distractors=("attic", "kitchen", "shed"),
    params={},
)


@pytest.mark.parametrize(
    ("feature", "expected"),
    [
        ("last mention", ((3, 1), (2, 1), (0, 2), (0, 2))),
        ("lexical order", ((1, 1), (0, 1), (2, 1), (3, 1))),
        ("mentions", ((2, 2), (2, 2), (0, 2), (0, 2))),
        ("length", ((0, 2), (2, 1), (3, 1), (0, 2))),
        ("numeric order", ((0, 4),) * 4),
        ("shared words", ((2, 1), (3, 1), (0, 2), (0, 2))),
    ],
)
def test_options_stand_by_how_many_are_below_and_how_many_share_the_place(
    feature: str, expected: tuple[tuple[int, int], ...]
) -> None:
    assert standings(DRAFT, FEATURES[feature]) == expected


def test_a_time_of_the_day_counts_in_minutes() -> None:
    draft = replace(DRAFT, gold="9:05", distractors=("10:00", "9:50", "9:00"))
    assert standings(draft, FEATURES["numeric order"]) == ((1, 1), (3, 1), (2, 1), (0, 1))


def test_a_profile_is_what_the_gold_has_over_an_option_taken_at_random() -> None:
    made = profile(DRAFT)
    sums: dict[int, int] = defaultdict(int)
    for key, quarters in made:
        sums[key[0]] += quarters
    assert all(total == 0 for total in sums.values())
    assert max(key[0] for key, _ in made) < len(FEATURES) + len(JOINT)
    assert all(isinstance(quarters, int) for _, quarters in made)


def spread(selector: Selector, panel: Panel) -> int:
    """How far the gold's standings by four features are from those of all options, in quarters, over one cell."""
    family = next(family for family in FAMILIES if family.category == CELL.category)
    excess: Counter[tuple[str | int, ...]] = Counter()
    for item in build_cell(CELL, [family], panel, {}, selector).items:
        for name in ("numeric order", "lexical order", "digit sum", "closeness"):
            places = standings(item.candidate.draft, FEATURES[name])
            excess[name, *places[0]] += 4
            excess.subtract([(name, *place) for place in places])
    return sum(abs(quarters) for quarters in excess.values())


def test_balanced_selection_evens_out_the_standings(panel: Panel) -> None:
    assert 3 * spread(BALANCED, panel) < spread(FIRST, panel)


def test_balanced_selection_is_deterministic(panel: Panel) -> None:
    family = next(family for family in FAMILIES if family.category == CELL.category)
    first, again = (build_cell(CELL, [family], panel, {}, BALANCED) for _ in range(2))
    assert first == again
    assert len({item.candidate.number for item in first.items}) == CELL.size


def test_kinds_of_item_take_turns_even_if_one_of_them_shows_no_feature() -> None:
    blank = replace(DRAFT, question="Who?", gold="a", distractors=("b", "c", "d"))
    kinds = [replace(draft, stratum=kind) for kind, draft in (("plain", blank), ("rich", DRAFT)) for _ in range(6)]
    pool = [Candidate(family="X", number=n, draft=draft) for n, draft in enumerate(kinds)]
    assert Counter(kinds[index].stratum for index in balanced(pool, 6)) == {"plain": 3, "rich": 3}
