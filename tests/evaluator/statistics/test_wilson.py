"""The Wilson interval: the published examples, statsmodels, and its limits."""

from __future__ import annotations

import pytest
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from evaluator.statistics import percent_of_float, wilson


@pytest.mark.parametrize(
    ("correct", "total", "low", "high"),
    [
        (225, 900, "22.28", "27.93"),
        (450, 900, "46.74", "53.26"),
        (891, 900, "98.11", "99.47"),
        (38, 150, "19.05", "32.85"),
        (13, 50, "15.87", "39.55"),
    ],
)
def test_examples_of_the_design(correct: int, total: int, low: str, high: str) -> None:
    """225 → 22.3–27.9; 450 → 46.7–53.3; 891 → 98.1–99.5; 38/150 → 19.1–32.9; 13/50 → 15.9–39.6, here unshortened."""
    assert [percent_of_float(end) for end in wilson(correct, total)] == [low, high]


def test_all_right_is_still_uncertain_downwards() -> None:
    assert [percent_of_float(end) for end in wilson(900, 900)] == ["99.57", "100.00"]


def test_degenerate_counts_end_exactly_at_the_border() -> None:
    assert wilson(0, 900)[0] == 0.0
    assert wilson(900, 900)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("total", [1, 25, 50, 150, 300, 900])
def test_equals_statsmodels(total: int) -> None:
    for correct in range(total + 1):
        oracle = proportion_confint(correct, total, alpha=0.05, method="wilson")
        assert wilson(correct, total) == pytest.approx(oracle, abs=1e-12)


@pytest.mark.parametrize("total", [1, 50, 900])
def test_ends_enclose_the_rate_and_grow_with_it(total: int) -> None:
    ends = [wilson(correct, total) for correct in range(total + 1)]
    assert all(0 <= low <= correct / total <= high <= 1 for correct, (low, high) in enumerate(ends))
    assert ends == sorted(ends)
    assert [high for _, high in ends] == sorted(high for _, high in ends)


@pytest.mark.parametrize(("correct", "total"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_counts_are_refused(correct: int, total: int) -> None:
    with pytest.raises(ValueError, match="0 <= correct <= total"):
        wilson(correct, total)
