"""Every ranked entry against every control: exact, corrected over entries, and told in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from evaluator.statistics import holm, mcnemar
from leaderboard import Action, Status, build_board, control_comparisons
from space.versus_html import draw_versus


def board_of(maker: Any) -> Any:
    maker.accept(right=600, system__name="Good")
    maker.accept(right=240, system__name="Weak")
    maker.accept(right=223, system__name="Control A", status=Status.CONTROL)
    gone = maker.accept(right=230, system__name="Control B", status=Status.CONTROL)
    maker.decide(Action.RETRACT, gone, "It was run wrongly.")
    return build_board(maker.state, maker.suite)


def test_each_ranked_entry_is_tested_against_each_listed_control(maker: Any) -> None:
    board = board_of(maker)
    named = {entry.submission.system.name: entry for entry in board.entries}
    control = named["Control A"].vector
    counts = {
        name: ((named[name].vector & ~control).bit_count(), (control & ~named[name].vector).bit_count())
        for name in ("Good", "Weak")
    }
    ps = holm([mcnemar(*counts[name]) for name in ("Good", "Weak")])
    for name, adjusted in zip(("Good", "Weak"), ps, strict=True):
        ((other, found),) = control_comparisons(board, named[name])
        assert other.submission.system.name == "Control A"
        assert (found.only_entry, found.only_control) == counts[name]
        assert (found.p, found.adjusted) == (mcnemar(*counts[name]), adjusted)
        assert isinstance(found.adjusted, Fraction)


def test_controls_and_retracted_entries_are_compared_with_nobody(maker: Any) -> None:
    board = board_of(maker)
    unranked = [entry for entry in board.entries if entry.rank is None]
    assert len(unranked) == 2
    for entry in unranked:
        assert control_comparisons(board, entry) == ()
    assert draw_versus((), 2) == ""


def test_the_panel_says_who_was_right_alone_and_what_that_shows(maker: Any) -> None:
    board = board_of(maker)
    panels = {
        entry.submission.system.name: draw_versus(control_comparisons(board, entry), len(board.ranked))
        for entry in board.ranked
    }
    assert "right here alone" in panels["Good"]
    assert "Holm p &lt; 0.0001: better" in panels["Good"]
    assert "no difference shown" in panels["Weak"]
    assert all("Holm over all ranked entries (2)" in panel for panel in panels.values())


def test_schedules_are_compared_by_feasible_instances(schedules: Any) -> None:
    schedules.accept(right=250, system__name="Planner")
    schedules.accept(right=200, system__name="EDF", status=Status.CONTROL)
    board = build_board(schedules.state, schedules.suite)
    ((_, found),) = control_comparisons(board, board.ranked[0])
    assert (found.only_entry, found.only_control) == (50, 0)
    assert found.p == Fraction(2, 2**50)
