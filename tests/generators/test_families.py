"""Every family, tier by tier: what a draft promises, over the first candidates of a stream of its own."""

from __future__ import annotations

import pytest

from generators import Panel
from generators.check.lint import form_faults, language_faults
from generators.draft import Draft, Family, Reject
from generators.families import FAMILIES
from generators.options import SIGNS, distinct, parallelogram
from records import Stream

CASES = [pytest.param(family, tier, id=f"{family.id}-{tier}") for family in FAMILIES for tier in (1, 2, 3)]


def drafts(family: Family, tier: int, count: int = 25) -> list[Draft]:
    made = [family.draft(Stream("test", family.id, tier, n), tier) for n in range(count)]
    return [draft for draft in made if isinstance(draft, Draft)]


@pytest.mark.parametrize(("family", "tier"), CASES)
def test_drafts_are_sound_english_with_one_true_option(family: Family, tier: int, panel: Panel) -> None:
    made = drafts(family, tier)
    assert made
    for draft in made:
        assert draft.question.endswith("?")
        assert distinct(draft.options)
        assert [language_faults(t) + form_faults(t) for t in (draft.question, *draft.options)] == [[]] * 5
        assert panel.objections(family.id, draft.question, draft.options, 0) == []


@pytest.mark.parametrize(("family", "tier"), CASES)
def test_rejects_name_a_declared_reason_and_the_stream_decides_alone(family: Family, tier: int) -> None:
    for number in range(25):
        first, again = (family.draft(Stream("test", family.id, tier, number), tier) for _ in range(2))
        assert first == again
        assert not isinstance(first, Reject) or first.reason in family.reasons


def test_one_family_exists_for_each_category() -> None:
    assert [family.category for family in FAMILIES] == [
        *("deduction", "quantity", "tracking", "spatial", "induction", "relations")
    ]


@pytest.mark.parametrize("signs", SIGNS)
def test_a_parallelogram_has_two_near_corners_and_one_far(signs: tuple[int, int]) -> None:
    near, other, far = parallelogram(50, (3, 10), signs)
    assert [abs(near - 50), abs(other - 50)] == [3, 10]
    assert far - 50 == (near - 50) + (other - 50)


def test_options_that_only_look_different_are_not_distinct() -> None:
    assert not distinct(["7", "07", "8", "9"])
    assert not distinct(["Ada  is calm", "ada is calm", "b", "c"])
    assert distinct(["1 east and 2 north", "2 east and 1 north", "1 west and 2 north", "c"])
