"""The rank-balanced selector, on one small cell and on hand-made drafts."""

from __future__ import annotations

from collections import Counter

from generators import Panel
from generators.cell import FIRST, Selector, build_cell
from generators.draft import Draft
from generators.families import FAMILIES
from generators.selection import BALANCED, FEATURES, UNIT, gold_ranks, profile
from generators.shape import Cell

CELL = Cell(split="train", category="quantity", tier=2)
DRAFT = Draft(
    question="The key is in the attic. Ada moves the key to the barn. Where is the key now?",
    gold="barn",
    distractors=("attic", "kitchen", "shed"),
    params={},
)


def test_the_gold_of_a_draft_is_ranked_by_every_feature_and_shares_ranks_with_ties() -> None:
    ranks = {name: gold_ranks(DRAFT, feature) for name, feature in FEATURES.items()}
    assert ranks["last mention"] == (3,)
    assert ranks["lexical order"] == (1,)
    assert ranks["mentions"] == (2, 3)
    assert ranks["length"] == (0, 1)
    assert ranks["numeric order"] == (0, 1, 2, 3)


def test_every_group_of_a_profile_holds_one_unit() -> None:
    masses = profile(DRAFT)
    assert sum(masses.values()) == UNIT * (len(FEATURES) + 2)
    assert all(isinstance(mass, int) for mass in masses.values())


def spread(selector: Selector, panel: Panel) -> int:
    """How far the gold's ranks by four features are from equal, in units, over one cell."""
    family = next(family for family in FAMILIES if family.category == CELL.category)
    masses: Counter[tuple[str, int]] = Counter()
    for item in build_cell(CELL, [family], panel, {}, selector).items:
        for name in ("numeric order", "lexical order", "digit sum", "closeness"):
            ranks = gold_ranks(item.candidate.draft, FEATURES[name])
            masses.update({(name, rank): UNIT // len(ranks) for rank in ranks})
    return sum(abs(mass - CELL.size * UNIT // 4) for mass in masses.values())


def test_balanced_selection_evens_out_the_ranks(panel: Panel) -> None:
    assert 3 * spread(BALANCED, panel) < spread(FIRST, panel)


def test_balanced_selection_is_deterministic(panel: Panel) -> None:
    family = next(family for family in FAMILIES if family.category == CELL.category)
    first, again = (build_cell(CELL, [family], panel, {}, BALANCED) for _ in range(2))
    assert first == again
    assert len({item.candidate.number for item in first.items}) == CELL.size
