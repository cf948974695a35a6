"""Withdrawn tasks are answered and do not count; whatever is not about the headline stays as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import Suite, TaskStates, Withdrawal, browser_suite, report_bytes, score
from evaluator.command import CLEAN, ENVIRONMENT, Outcome, ScoreRequest, run_score
from evaluator.statistics import wilson, wilson_of_mean
from records import Rejected, canonical_bytes, parse
from submissions_schema import Prediction

LABELS = st.lists(st.sampled_from(["A", "B", "C", "D", "ABSTAIN"]), min_size=12, max_size=12)
SOME = st.sets(st.integers(0, 11), min_size=1, max_size=11)


def without(suite: Suite, places: Iterable[int]) -> Suite:
    """The suite with the items at these places quarantined."""
    tasks = tuple(suite.items[place].id for place in sorted(places))
    gone = Withdrawal(state="quarantined", since="2026-11-30", reason="why", tasks=tasks)
    counts = (("active", len(suite.items) - len(tasks)), ("quarantined", len(tasks)))
    return replace(suite, task_states=TaskStates(counts=counts, withdrawals=(gone,)))


def rows(suite: Suite, labels: Iterable[str]) -> list[Prediction]:
    return [Prediction(item.id, label) for item, label in zip(suite.items, labels, strict=True)]


def naive_macro(suite: Suite, labels: Mapping[str, str]) -> Fraction:
    """Mean over categories that have a scored item of right over scored items, item by item."""
    rates = []
    for category in suite.categories:
        scored = [one for one in suite.items if one.category == category.id and one.id not in suite.withdrawn]
        if scored:
            rates.append(Fraction(sum(labels[one.id] == one.label for one in scored), len(scored)))
    return sum(rates, Fraction(0)) / len(rates)


@given(labels=LABELS, places=SOME)
def test_the_score_is_the_naive_one_over_the_scored_tasks(small: Suite, labels: list[str], places: set[int]) -> None:
    suite = without(small, places)
    record = score(rows(suite, labels), suite)
    given_labels = {row.id: row.label for row in rows(suite, labels)}
    assert record.macro == record.headline == naive_macro(suite, given_labels)
    assert record.tally().total == 12 - len(places)
    assert record.tally().answered == sum(given_labels[item.id] != "ABSTAIN" for item in suite.scored)


@given(labels=LABELS, places=SOME)
def test_receipt_and_whole_score_do_not_know_of_a_withdrawal(small: Suite, labels: list[str], places: set[int]) -> None:
    before, after = score(rows(small, labels), small), score(rows(small, labels), without(small, places))
    assert after.cells() == before.cells()
    assert report_bytes(after.whole) == report_bytes(before)
    assert after.predictions_sha256 == before.predictions_sha256


@given(labels=LABELS, places=SOME)
def test_an_answer_to_a_withdrawn_task_changes_nothing_of_the_headline(
    small: Suite, labels: list[str], places: set[int]
) -> None:
    suite = without(small, places)
    other = ["ABSTAIN" if place in places else label for place, label in enumerate(labels)]
    one, two = (score(rows(suite, given_labels), suite).to_dict() for given_labels in (labels, other))
    assert {**one, "predictions_sha256": ""} == {**two, "predictions_sha256": ""}


def test_the_record_states_how_many_tasks_count_and_which_do_not(small: Suite) -> None:
    record = score(rows(small, "AAAAAAAAAAAA"), without(small, (3, 0))).to_dict()
    assert (record["scored"], record["withdrawn"]) == (10, ["demo-00", "demo-03"])
    assert record["total"]["total"] == 10


def test_without_a_withdrawal_the_record_has_no_word_of_it(small: Suite) -> None:
    plain = score(rows(small, "AAAAAAAAAAAA"), small)
    calibrating = replace(small, task_states=TaskStates(counts=(("calibrating", 12),)))
    assert {"scored", "withdrawn"} & plain.to_dict().keys() == set()
    assert report_bytes(score(rows(small, "AAAAAAAAAAAA"), calibrating)) == report_bytes(plain)
    assert browser_suite(calibrating) == browser_suite(small)


def test_coming_back_restores_every_byte(small: Suite) -> None:
    back = replace(without(small, (1, 5)), task_states=TaskStates(counts=(("active", 12),)))
    assert report_bytes(score(rows(small, "ABCDABCDABCD"), back)) == report_bytes(
        score(rows(small, "ABCDABCDABCD"), small)
    )


def test_a_category_without_scored_tasks_has_null_and_never_nought(small: Suite) -> None:
    suite = without(small, range(6, 12))
    record = score(rows(suite, ["ABCD"[place % 4] for place in range(6)] + ["A"] * 6), suite)
    whole, gone = record.to_dict()["categories"]
    assert (whole["accuracy"], record.macro) == ("1/1", 1)
    assert {name: value for name, value in gone.items() if value is not None} == {
        "category": "sounds", "correct": 0, "answered": 0, "total": 0,
    }  # fmt: skip
    assert record.tally(category="sounds").accuracy is None


def test_a_suite_of_which_every_task_is_withdrawn_gives_no_score(small: Suite) -> None:
    with pytest.raises(Rejected) as caught:
        score(rows(small, "AAAAAAAAAAAA"), without(small, range(12)))
    assert [item.code for item in caught.value.findings] == ["C_NOTHING_SCORED"]


def test_the_browser_is_told_which_tasks_do_not_count(small: Suite) -> None:
    told = parse(browser_suite(without(small, (7, 2))), max_bytes=1 << 20)
    plain = parse(browser_suite(small), max_bytes=1 << 20)
    assert isinstance(told, dict)
    assert isinstance(plain, dict)
    assert told == {**plain, "withdrawn": ["demo-02", "demo-07"]}


def test_fewer_than_five_scored_tasks_are_descriptive_only(small: Suite) -> None:
    record = score(rows(small, "AAAAAAAAAAAA"), without(small, (0, 6, 7)))
    assert [record.tally(category=name).descriptive_only for name in record.categories] == [False, True]


@given(st.lists(st.tuples(st.integers(0, 150), st.integers(1, 150)).filter(lambda one: one[0] <= one[1]), min_size=1))
def test_the_interval_of_a_mean_is_pooled_for_equal_parts_and_holds_the_mean(parts: list[tuple[int, int]]) -> None:
    low, high = wilson_of_mean(parts)
    mean = sum(correct / total for correct, total in parts) / len(parts)
    assert low - 1e-9 <= mean <= high + 1e-9
    equal = [(min(correct, 90), 90) for correct, _ in parts]
    assert wilson_of_mean(equal) == wilson(sum(correct for correct, _ in equal), 90 * len(equal))


def test_the_interval_of_a_mean_refuses_empty_parts() -> None:
    with pytest.raises(ValueError, match="total above 0"):
        wilson_of_mean([(1, 2), (0, 0)])


def run(root: Path, labels: str, *, json: bool = False, explain: str | None = None) -> Outcome:
    data = canonical_bytes([{"id": f"demo-{place:02d}", "label": label} for place, label in enumerate(labels)])
    request = ScoreRequest(suite="nnai-demo-0.1", file="-", json=json, explain=explain)
    return run_score(request, root.parent, BytesIO(data))


def quarantined(root: Path, gone: list[str]) -> Path:
    active = [name for name in (f"demo-{place:02d}" for place in range(12)) if name not in gone]
    (root / "corpus").mkdir(exist_ok=True)
    text = f"schema_version = 2\n[states]\nactive = {active}\nquarantined = {gone}\n"
    (root / "corpus" / "task-lifecycle.toml").write_text(text)
    return root


def test_the_command_says_what_does_not_count(write_corpus) -> None:
    root = quarantined(write_corpus(), ["demo-06", "demo-07"])
    text = run(root, "ABCDABCDABCD").output
    assert "read and scored, 12 predictions\n  10 of 12 tasks scored; 2 quarantined\n" in text
    assert "descriptive only" in text
    assert "withdrawn: it does not count" in run(root, "ABCDABCDABCD", explain="demo-06").output
    assert '"withdrawn":true' in run(root, "ABCDABCDABCD", explain="demo-06", json=True).output
    assert "withdrawn" not in run(root, "ABCDABCDABCD", explain="demo-05").output


def test_the_command_names_a_category_without_scored_tasks(write_corpus) -> None:
    root = quarantined(write_corpus(), [f"demo-{place:02d}" for place in range(6, 12)])
    assert (
        "sounds               0/0       0/0       0/0      none   no task of it is scored" in run(root, "A" * 12).output
    )


def test_the_command_scores_nothing_where_nothing_counts(write_corpus) -> None:
    done = run(quarantined(write_corpus(), [f"demo-{place:02d}" for place in range(12)]), "A" * 12)
    assert (done.code, done.output) == (ENVIRONMENT, "")
    assert "no test task of nnai-demo-0.1 is scored" in done.complaint


def test_a_damaged_registry_is_the_environment_and_no_score(write_corpus) -> None:
    root = quarantined(write_corpus(), [])
    assert run(root, "A" * 12).code == CLEAN
    (root / "corpus" / "task-lifecycle.toml").write_text("[")
    assert (run(root, "A" * 12).code, run(root, "A" * 12).output) == (ENVIRONMENT, "")
