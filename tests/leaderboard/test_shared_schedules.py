"""What two files of schedules share, counted on the systems of the published board: the figures of ADR 8."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evaluator import ScheduleSuite, TaskStates, Withdrawal
from leaderboard import Board, State, Status, build_board
from leaderboard.admission import check, own_case
from leaderboard.admission.shared_schedules import Answers, most_shared, shared

ROOT = Path(__file__).resolve().parents[2]
EDF, LIST, RESTARTS = "Earliest deadline first", "List scheduling", "Randomised list search"
CP_SAT, RANDOM = "CP-SAT, exact search (reference)", "Random in window"


@pytest.fixture(scope="module")
def board(schedule_suite: ScheduleSuite) -> Board:
    return build_board(State(ROOT / "leaderboard"), schedule_suite)


@pytest.fixture(scope="module")
def files(board: Board) -> dict[str, Answers]:
    return {one.submission.system.name: Answers(submission=one.submission, sheet=one.sheet) for one in board.entries}


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [(LIST, EDF, (66, 27, 3)), (LIST, RESTARTS, (95, 75, 22)), (LIST, CP_SAT, (10, 1, 0)), (EDF, RANDOM, (0, 0, 0))],
)
def test_honest_methods_share_from_nothing_to_nearly_everything(
    files: dict[str, Answers], schedule_suite: ScheduleSuite, first: str, second: str, equal: tuple[int, ...]
) -> None:
    both = shared(files[first], files[second], schedule_suite)
    assert (both.by_tier, both.answered) == (equal, 300)
    assert both == shared(files[second], files[first], schedule_suite)
    page = (ROOT / "docs" / "adr" / "0008-likeness-of-schedules.md").read_text("utf-8")
    assert f"| {', '.join(map(str, equal))} |" in page


def test_a_file_shares_everything_with_itself(files: dict[str, Answers], schedule_suite: ScheduleSuite) -> None:
    itself = shared(files[EDF], files[EDF], schedule_suite)
    assert (itself.by_tier, itself.wrong, itself.wrong_equal) == ((100, 100, 100), 126, 126)


def test_withdrawn_and_unanswered_instances_are_not_compared(
    files: dict[str, Answers], schedule_suite: ScheduleSuite
) -> None:
    first, second = schedule_suite.contract.ids[:2]
    one = Withdrawal(state="quarantined", tasks=(first,), since="2026-11-30", reason="A test.")
    fewer = replace(schedule_suite, task_states=TaskStates(withdrawals=(one,)))
    rows = tuple(row._replace(schedule=None) if row.id == second else row for row in files[EDF].submission.schedules)
    silent = replace(files[EDF], submission=replace(files[EDF].submission, schedules=rows))
    assert shared(silent, files[EDF], fewer).answered == 298


def test_the_yardstick_is_what_controls_share(files: dict[str, Answers], schedule_suite: ScheduleSuite) -> None:
    assert most_shared([files[name] for name in (EDF, LIST, RANDOM, CP_SAT)], schedule_suite) == (66, 27, 3)
    assert most_shared([files[EDF]], schedule_suite) == ()


def test_a_review_holds_equal_schedules_against_the_controls(board: Board) -> None:
    (entry,) = [one for one in board.entries if one.status is Status.CONTROL and one.submission.system.name == LIST]
    rows = tuple(row._replace(schedule=None) if row.id.endswith("0") else row for row in entry.submission.schedules)
    changed = replace(entry.submission, schedules=rows).canonical()
    found = [one.finding for one in check(own_case(changed, [board], {})).steps[9].remarks]
    assert [item.code for item in found] == ["A_SIMILAR", "A_NEAREST", "A_NEAREST"]
    assert "270 of 270 schedules equal (by tier 90, 90, 90; two controls share up to 66, 27, 3)" in found[0].message
