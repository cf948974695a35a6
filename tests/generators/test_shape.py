from __future__ import annotations

from collections import Counter

from generators.shape import CATEGORIES, SPLITS, TIERS, Cell, cells


def sizes(**fixed: object) -> int:
    return sum(c.size for c in cells() if all(getattr(c, key) == value for key, value in fixed.items()))


def test_splits_have_600_300_and_900_items() -> None:
    assert {split: sizes(split=split) for split in SPLITS} == {"train": 600, "validation": 300, "test": 900}


def test_categories_have_100_50_and_150_items() -> None:
    for category in CATEGORIES:
        assert [sizes(split=split, category=category) for split in SPLITS] == [100, 50, 150]


def test_tiers_have_200_100_and_300_items() -> None:
    for tier in TIERS:
        assert [sizes(split=split, tier=tier) for split in SPLITS] == [200, 100, 300]


def test_test_letters_are_225_each_and_37_or_38_per_category() -> None:
    whole: Counter[str] = Counter()
    for category in CATEGORIES:
        letters = Counter("".join(c.letters for c in cells() if c.split == "test" and c.category == category))
        assert sorted(letters.values()) == [37, 37, 38, 38]
        whole += letters
    assert whole == Counter(A=225, B=225, C=225, D=225)


def test_letters_of_any_cell_differ_by_at_most_one() -> None:
    for cell in cells():
        counts = Counter(cell.letters)
        assert counts.total() == cell.size
        assert max(counts.values()) - min(counts.values()) <= 1


def test_two_families_share_a_test_cell_equally_and_the_odd_item_alternates() -> None:
    assert Cell(split="test", category="spatial", tier=2).family_counts(("S-walk", "S-layout")) == (25, 25)
    assert Cell(split="train", category="deduction", tier=2).family_counts(("a", "b")) == (17, 16)
    assert Cell(split="train", category="deduction", tier=3).family_counts(("a", "b")) == (16, 17)


def test_item_names_match_the_published_form() -> None:
    assert Cell(split="validation", category="tracking", tier=3).item_id(7) == "nb1-va-trk-3-007"
