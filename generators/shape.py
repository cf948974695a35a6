"""The shape of the core suite: splits, categories, tiers, cells, their sizes, item names and letter counts.

Invariant: sizes and letter counts follow from these tables alone; they never look at an item.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SUITE = "nnai-bench-0.1"
CORPUS = "core-v0.1"
VERSION = "0.1.0"
RELEASE_DATE = "2026-10-18"
MAINTAINER = "vynly"
LICENSE = "MIT"
LETTERS = "ABCD"
ABSTAIN = "ABSTAIN"
SPLITS = {"train": "tr", "validation": "va", "test": "te"}
CATEGORIES = {
    "deduction": "ded",
    "quantity": "qua",
    "tracking": "trk",
    "spatial": "spa",
    "induction": "ind",
    "relations": "rel",
}
TIERS = (1, 2, 3)
CELL_SIZE = {"train": 33, "validation": 17, "test": 50}
ODD_ONE = {"train": 1, "validation": -1, "test": 0}
"""Added in the tier 1 + (category index mod 3), so that a category has 100, 50 and 150 items."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One split × category × tier."""

    split: str
    category: str
    tier: int

    @property
    def index(self) -> int:
        """The number of the category, 0 to 5."""
        return tuple(CATEGORIES).index(self.category)

    @property
    def size(self) -> int:
        """How many items the cell holds (protocol A3)."""
        odd = ODD_ONE[self.split] if self.tier == 1 + self.index % 3 else 0
        return CELL_SIZE[self.split] + odd

    @property
    def letters(self) -> str:
        """The multiset of gold letters: each as often as any other, one more where the size is no multiple of 4."""
        start = (2 * (self.index + self.tier) + self.index // 2) % 4
        extra = "".join(LETTERS[(start + i) % 4] for i in range(self.size % 4))
        return LETTERS * (self.size // 4) + extra

    def family_counts(self, families: tuple[str, ...]) -> tuple[int, ...]:
        """How many items each family of the category contributes; the odd one goes to family (c + t) mod count."""
        share, rest = divmod(self.size, len(families))
        lucky = [(self.index + self.tier + i) % len(families) for i in range(rest)]
        return tuple(share + (1 if i in lucky else 0) for i in range(len(families)))

    def item_id(self, number: int) -> str:
        """`nb1-te-ded-1-007`."""
        return f"nb1-{SPLITS[self.split]}-{CATEGORIES[self.category]}-{self.tier}-{number:03d}"

    def path(self, purpose: str) -> tuple[str, str, str, int]:
        """The start of a stream path of this cell."""
        return purpose, self.split, self.category, self.tier


def cells() -> Iterator[Cell]:
    """All 54 cells in file order: split, category, tier."""
    for split in SPLITS:
        for category in CATEGORIES:
            for tier in TIERS:
                yield Cell(split=split, category=category, tier=tier)
