from __future__ import annotations

from dataclasses import replace

import pytest

from generators import Panel
from generators.cell import FIRST, Selector, build_cell
from generators.draft import Draft, Family, Reject
from generators.families import FAMILIES
from generators.shape import Cell
from records import Rejected, Stream

CELL = Cell(split="validation", category="spatial", tier=2)
WALK = next(family for family in FAMILIES if family.id == "S-walk")


def with_wording(family: Family, old: str, new: str) -> Family:
    """`family` with one wrong word in its template table."""

    def draft(stream: Stream, tier: int) -> Draft | Reject:
        made = family.draft(stream, tier)
        return replace(made, question=made.question.replace(old, new)) if isinstance(made, Draft) else made

    return replace(family, draft=draft)


@pytest.mark.parametrize(
    ("family", "tier", "old", "new"),
    [
        ("S-walk", 2, "turns left", "turns right"),
        ("S-walk", 1, "steps east", "steps west"),
        ("S-walk", 3, "backward", "forward"),
        ("Q-ledger", 1, "more", "fewer"),
        ("Q-ledger", 2, "twice", "half"),
        ("T-places", 2, "puts", "moves"),
        ("R-order", 1, "the left of", "the right of"),
        ("R-order", 2, "immediately", "somewhere"),
        ("D-chain", 1, "If someone is", "If nobody is"),
        ("I-string", 1, "turns", "reverses"),
        ("D-class", 1, "Every", "Some"),
        ("D-class", 2, "No ", "Every "),
        ("Q-clock", 3, "after", "before"),
        ("Q-clock", 1, "hour", "minute"),
        ("T-swap", 1, "swaps", "shares"),
        ("S-layout", 2, "north of", "south of"),
        ("I-seq", 1, "numbers", "letters"),
        ("R-sets", 2, "not on", "on"),
    ],
)
def test_one_wrong_wording_stops_the_build(family: str, tier: int, old: str, new: str, panel: Panel) -> None:
    broken = next(with_wording(f, old, new) for f in FAMILIES if f.id == family)
    cell = Cell(split="validation", category=broken.category, tier=tier)
    with pytest.raises(Rejected) as caught:
        build_cell(cell, [broken], panel, {})
    assert caught.value.findings[0].code in ("E_SOLVER", "E_TEMPLATE")
    assert f"/{family}/" in caught.value.findings[0].where


def test_a_wrong_gold_stops_the_build(panel: Panel) -> None:
    def draft(stream: Stream, tier: int) -> Draft | Reject:
        made = WALK.draft(stream, tier)
        if isinstance(made, Reject):
            return made
        a, *rest = made.distractors
        return replace(made, gold=a, distractors=(made.gold, rest[0], rest[1]))

    with pytest.raises(Rejected, match="E_SOLVER"):
        build_cell(CELL, [replace(WALK, draft=draft)], panel, {})


def test_an_undeclared_reject_reason_is_a_programming_error(panel: Panel) -> None:
    family = replace(WALK, draft=lambda stream, tier: Reject(reason="no luck"))
    with pytest.raises(ValueError, match="undeclared reason: no luck"):
        build_cell(CELL, [family], panel, {})


def test_a_family_without_solver_cannot_be_built() -> None:
    with pytest.raises(ValueError, match="no solver verifies S-walk"):
        build_cell(CELL, [WALK], Panel(()), {})


def test_texts_of_earlier_cells_are_passed_over(panel: Panel) -> None:
    seen: dict[str, str] = {}
    first = build_cell(CELL, [WALK], panel, seen)
    again = build_cell(CELL, [WALK], panel, dict(seen))
    assert len(seen) == CELL.size
    assert again.outcomes["duplicate"] == CELL.size
    assert not {item.question for item in first.items} & {item.question for item in again.items}


def test_a_selector_chooses_from_a_larger_pool(panel: Panel) -> None:
    last = Selector(id="last", factor=2, pick=lambda pool, wanted: range(len(pool) - wanted, len(pool)))
    chosen, default = build_cell(CELL, [WALK], panel, {}, last), build_cell(CELL, [WALK], panel, {}, FIRST)
    assert min(item.candidate.number for item in chosen.items) > max(item.candidate.number for item in default.items)
    assert chosen.outcomes["surplus"] == chosen.outcomes["accepted"] == CELL.size


def test_letters_do_not_depend_on_the_items(panel: Panel) -> None:
    last = Selector(id="last", factor=2, pick=lambda pool, wanted: range(len(pool) - wanted, len(pool)))
    other = build_cell(CELL, [WALK], panel, {}, last)
    assert [item.label for item in other.items] == [item.label for item in build_cell(CELL, [WALK], panel, {}).items]
    assert all(item.options["ABCD".index(item.label)] == item.candidate.draft.gold for item in other.items)
