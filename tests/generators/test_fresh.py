"""Fresh suites: other items under another key, refused where they could be taken for a corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators import Panel, mint
from generators.cell import build_cell
from generators.families import FAMILIES
from generators.fresh import fresh_id
from generators.selection import BALANCED
from generators.shape import Cell
from records import Rejected

ROOT = Path(__file__).resolve().parent.parent.parent
CELL = Cell(split="validation", category="relations", tier=1)


def test_another_key_gives_other_items_and_letters_of_the_same_grammar(panel: Panel) -> None:
    families = [family for family in FAMILIES if family.category == CELL.category]
    here = build_cell(CELL, families, panel, {}, BALANCED)
    fresh = build_cell(CELL, families, panel, {}, BALANCED, fresh_id("a"))
    assert not {item.question for item in here.items} & {item.question for item in fresh.items}
    assert [item.label for item in here.items] != [item.label for item in fresh.items]
    assert sorted(item.label for item in here.items) == sorted(item.label for item in fresh.items)


@pytest.mark.parametrize("tag", ["", "A", "a_b", "-a", "a--b", "a" * 33, "../x", "a b", "\u00e9"])
def test_a_tag_that_cannot_be_part_of_an_id_is_refused(tag: str) -> None:
    with pytest.raises(Rejected, match="E_TAG"):
        fresh_id(tag)


def test_a_fresh_suite_is_not_written_among_the_corpora_nor_over_anything(tmp_path: Path, panel: Panel) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    for place in (ROOT / "corpora" / "fresh", ROOT / "corpora" / "x" / ".." / "y", tmp_path, tmp_path / "mine.txt"):
        with pytest.raises(Rejected, match="E_FRESH_PLACE"):
            mint(place, "a", panel)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
