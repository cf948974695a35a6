"""Scores against a naive reference, and the properties the protocol promises."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator import Score, Suite, report_bytes, score
from submissions_schema import Prediction

shared = settings(max_examples=60)
answers = st.lists(st.sampled_from(["A", "B", "C", "D", "ABSTAIN"]), min_size=12, max_size=12)


def predictions(suite: Suite, labels: list[str]) -> list[Prediction]:
    return [Prediction(item.id, label) for item, label in zip(suite.items, labels, strict=True)]


def naive_macro(suite: Suite, labels: list[str]) -> Fraction:
    """The sentence of the protocol, spelled out: the arithmetic mean of per-category accuracies on all items."""
    accuracies = []
    for category in dict.fromkeys(item.category for item in suite.items):
        right = total = 0
        for item, label in zip(suite.items, labels, strict=True):
            if item.category == category:
                total += 1
                if label == item.label:
                    right += 1
        accuracies.append(Fraction(right, total))
    return sum(accuracies, Fraction(0)) / len(accuracies)


def naive_counts(suite: Suite, labels: list[str]) -> dict[tuple[str, int, str], tuple[int, int, int]]:
    found: dict[tuple[str, int, str], tuple[int, int, int]] = {}
    for item, label in zip(suite.items, labels, strict=True):
        right, answered, total = found.get((item.category, item.tier, item.family), (0, 0, 0))
        found[item.category, item.tier, item.family] = (
            right + (1 if label == item.label else 0),
            answered + (0 if label == "ABSTAIN" else 1),
            total + 1,
        )
    return found


def counts(record: Score) -> dict[tuple[str, int, str], tuple[int, int, int]]:
    return {(row.category, row.tier, row.family): (row.correct, row.answered, row.total) for row in record.counts}


@shared
@given(labels=answers)
def test_the_scorer_agrees_with_the_naive_reference(small: Suite, labels: list[str]) -> None:
    record = score(predictions(small, labels), small)
    assert record.macro == naive_macro(small, labels)
    assert counts(record) == naive_counts(small, labels)
    answered = [(item, label) for item, label in zip(small.items, labels, strict=True) if label != "ABSTAIN"]
    right = sum(label == item.label for item, label in answered)
    assert record.coverage == Fraction(len(answered), 12)
    assert record.answered_only == (Fraction(right, len(answered)) if answered else None)


@shared
@given(labels=answers, data=st.data())
def test_the_order_of_rows_has_no_effect(small: Suite, labels: list[str], data: st.DataObject) -> None:
    rows = predictions(small, labels)
    shuffled = data.draw(st.permutations(rows))
    assert report_bytes(score(shuffled, small)) == report_bytes(score(rows, small))


@shared
@given(labels=answers, place=st.integers(0, 11))
def test_abstaining_never_helps(small: Suite, labels: list[str], place: int) -> None:
    silent = [*labels[:place], "ABSTAIN", *labels[place + 1 :]]
    before, after = score(predictions(small, labels), small), score(predictions(small, silent), small)
    assert after.macro <= before.macro
    assert after.coverage <= before.coverage


@shared
@given(labels=answers, place=st.integers(0, 11))
def test_one_label_changes_one_count_by_one(small: Suite, labels: list[str], place: int) -> None:
    right = small.items[place].label
    wrong = next(label for label in "ABCD" if label != right)
    better = score(predictions(small, [*labels[:place], right, *labels[place + 1 :]]), small)
    worse = score(predictions(small, [*labels[:place], wrong, *labels[place + 1 :]]), small)
    changes = [one.correct - other.correct for one, other in zip(better.counts, worse.counts, strict=True)]
    assert sorted(changes) == [0] * (len(changes) - 1) + [1]
    assert better.tally().answered == worse.tally().answered


def test_everything_right_is_one_and_everything_silent_is_nothing(core: Suite) -> None:
    perfect = score(predictions(core, [item.label for item in core.items]), core)
    silent = score(predictions(core, ["ABSTAIN"] * 900), core)
    assert [perfect.macro, perfect.coverage, perfect.answered_only] == [Fraction(1)] * 3
    assert [silent.macro, silent.coverage, silent.answered_only] == [Fraction(0), Fraction(0), None]


def test_sums_are_sums(core: Suite) -> None:
    record = score(predictions(core, ["ABCD"[place % 4] for place in range(900)]), core)
    assert sum(record.tally(category=name).correct for name in record.categories) == record.tally().correct
    assert sum(record.tally(tier=tier).correct for tier in record.tiers) == record.tally().correct
    assert record.macro == Fraction(record.tally().correct, 900)


def test_predictions_of_another_suite_are_a_fault_of_the_program(small: Suite, core: Suite) -> None:
    rows = predictions(small, ["A"] * 12)
    for wrong in (rows[:-1], [*rows, rows[0]], [*rows[:-1], Prediction("x", "A")]):
        with pytest.raises(ValueError, match="not read for this suite"):
            score(wrong, small)
    with pytest.raises(ValueError, match="not read for this suite"):
        score(rows, core)
