"""Every family, tier by tier: what a draft promises, over the first candidates of a stream of its own."""

from __future__ import annotations

import re

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


def test_two_families_exist_for_each_category() -> None:
    categories = ("deduction", "quantity", "tracking", "spatial", "induction", "relations")
    assert [family.category for family in FAMILIES] == [name for name in categories for _ in range(2)]


def every(family: str, tier: int) -> list[Draft]:
    return drafts(next(found for found in FAMILIES if found.id == family), tier, 120)


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_the_classes_of_d_class_claims_stand_equally_often_on_either_side_of_a_rule(tier: int) -> None:
    for draft in every("D-class", tier):
        rules = re.sub(r"No [^.]+\. ?", "", draft.question)
        claimed = [option.split()[-1] for option in draft.options if " not " not in option]
        assert len(claimed) == 2
        assert {(rules.count(f" is a {word}."), rules.count(f"Every {word} ")) for word in claimed} == {(1, 0)}


def test_all_times_of_q_clock_and_its_options_lie_between_one_and_twenty_three() -> None:
    for draft in (draft for tier in (1, 2, 3) for draft in every("Q-clock", tier) if draft.stratum == "times"):
        times = re.findall(r"\b([0-9]+):([0-9]{2})\b", " ".join([draft.question, *draft.options]))
        assert len(times) == 5
        assert all(60 <= 60 * int(hours) + int(minutes) <= 23 * 60 for hours, minutes in times)


def test_what_the_person_of_t_swap_held_at_the_start_is_always_an_option_and_sometimes_right() -> None:
    home = []
    for draft in every("T-swap", 2):
        person = draft.question.split()[-3]
        start = re.search(rf"{person} holds the ([a-z]+)\.", draft.question)
        assert start is not None
        assert start[1] in draft.options
        home.append(start[1] == draft.gold)
    assert 0 < sum(home) < len(home) / 2


@pytest.mark.parametrize("family", ["S-walk", "S-layout"])
def test_no_option_of_a_spatial_item_is_too_close_to_an_axis_to_be_an_answer(family: str) -> None:
    for draft in every(family, 1):
        assert all(int(number) >= 2 for option in draft.options for number in re.findall("[0-9]+", option))


@pytest.mark.parametrize("tier", [1, 2, 3])
def test_lists_of_r_sets_are_full_and_every_option_is_on_one(tier: int) -> None:
    for draft in every("R-sets", tier):
        lists = [
            re.findall("[A-Z][a-z]+", text)[1:] for text in re.findall(r"The [a-z]+ list has [^.]+", draft.question)
        ]
        assert {len(names) for names in lists} == {4 + tier}
        assert set(draft.options) <= {name for names in lists for name in names}


@pytest.mark.parametrize("signs", SIGNS)
def test_a_parallelogram_has_two_near_corners_and_one_far(signs: tuple[int, int]) -> None:
    near, other, far = parallelogram(50, (3, 10), signs)
    assert [abs(near - 50), abs(other - 50)] == [3, 10]
    assert far - 50 == (near - 50) + (other - 50)


def test_options_that_only_look_different_are_not_distinct() -> None:
    assert not distinct(["7", "07", "8", "9"])
    assert not distinct(["Ada  is calm", "ada is calm", "b", "c"])
    assert distinct(["1 east and 2 north", "2 east and 1 north", "1 west and 2 north", "c"])
