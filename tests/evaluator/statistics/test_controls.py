"""Entries against controls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from evaluator.statistics import ControlComparison, against_controls, bits, holm, mcnemar

CONTROL = bits(item < 20 for item in range(100))
STRONG = bits(item < 60 for item in range(100))
MIXED = bits(10 <= item < 35 for item in range(100))


def test_b_c_p_and_adjusted_p_of_every_entry_against_every_control() -> None:
    """Publish b, c, p for every entry against each of the three controls, Holm-adjusted over entries."""
    table = against_controls([STRONG, MIXED, CONTROL], {"random": CONTROL, "nothing": 0})
    raw = [mcnemar(40, 0), mcnemar(15, 10), Fraction(1)]
    assert [row[0] for row in table] == [
        ControlComparison(control="random", only_entry=b, only_control=c, p=p, adjusted=adjusted)
        for (b, c), p, adjusted in zip([(40, 0), (15, 10), (0, 0)], raw, holm(raw), strict=True)
    ]
    assert [(row[1].control, row[1].only_entry) for row in table] == [("nothing", 60), ("nothing", 25), ("nothing", 20)]


def test_another_control_changes_nothing_for_the_first() -> None:
    alone = against_controls([STRONG, MIXED], {"random": CONTROL})
    both = against_controls([STRONG, MIXED], {"random": CONTROL, "nothing": 0})
    assert [row[0] for row in alone] == [row[0] for row in both]


def test_no_controls_and_no_entries() -> None:
    assert against_controls([STRONG, MIXED], {}) == ((), ())
    assert against_controls([], {"random": CONTROL}) == ()


def test_negative_vectors_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        against_controls([-1], {"random": CONTROL})
