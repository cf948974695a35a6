"""The score record as JSON: exact, canonical, without floats."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from evaluator import Suite, browser_suite, percent, ratio, rejection_bytes, report_bytes, score, wilson
from records import Finding, canonical_bytes, parse
from submissions_schema import Prediction


@pytest.fixture
def report(small: Suite) -> bytes:
    return report_bytes(score([Prediction(item.id, "A") for item in small.items], small))


def test_the_report_is_canonical_strict_json(report: bytes) -> None:
    assert canonical_bytes(parse(report, max_bytes=1 << 20)) == report


def test_the_report_names_what_was_scored(report: bytes, small: Suite) -> None:
    record = json.loads(report)
    assert (record["schema"], record["scorer"]) == ("nnai-score/1", "nnai-scorer/1")
    assert record["suite_digest"] == small.suite_digest
    assert [row["category"] for row in record["categories"]] == ["colours", "sounds"]
    assert sum(row["total"] for row in record["counts"]) == 12


def test_rates_are_exact_and_rounded_only_as_text(report: bytes) -> None:
    total = json.loads(report)["total"]
    assert (total["correct"], total["accuracy"], total["accuracy_percent"]) == (3, "1/4", "25.00")
    colours = json.loads(report)["categories"][0]
    assert (colours["accuracy"], colours["accuracy_percent"]) == ("1/3", "33.33")


def test_whole_ratios_keep_their_denominator() -> None:
    assert [ratio(Fraction(value)) for value in (0, 1, Fraction(6, 9))] == ["0/1", "1/1", "2/3"]


@pytest.mark.parametrize(("value", "text"), [(Fraction(1, 80000), "0.00"), (Fraction(3, 20000), "0.02")])
def test_halves_go_to_the_even_digit(value: Fraction, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize("total", [25, 50, 150, 300, 900])
def test_no_interval_bound_lies_on_a_half(total: int) -> None:
    """So that rounding half-even and rounding half-up print the same, whatever a language's formatter does."""
    for correct in range(total + 1):
        for bound in wilson(correct, total):
            assert (Fraction(bound) * 20000) % 2 != 1


def test_a_rejection_shows_fifty_and_counts_all() -> None:
    findings = [Finding(code="E_LABEL", where=f"/{place}", message="") for place in range(60)]
    record = json.loads(rejection_bytes(findings))
    assert (record["verdict"], record["total"], len(record["findings"])) == ("rejected", 60, 50)


def test_the_browser_gets_the_same_facts(small: Suite) -> None:
    data = json.loads(browser_suite(small))
    assert data["items"][7] == ["demo-07", 1, 2, "S-one", "D"]
    assert data["test_sha256"] == small.test_sha256
    assert data["max_bytes"] == 2 * 1024 * 1024
