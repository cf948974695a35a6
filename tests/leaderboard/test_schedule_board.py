"""The board of schedules: its own columns, marks and order, beside a core board that it never touches."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from evaluator.schedule import score_schedules
from leaderboard import board_csv, board_json, build_board, columns
from leaderboard.commands import admit, rebuild, verify
from leaderboard.marks import mark_score, read_mark
from leaderboard.schedule_mark import ScheduleMark
from leaderboard.score_mark import ScoreMark
from leaderboard.status import Status
from leaderboard.stored import reader_for
from records import Rejected, canonical_bytes, parse


def cells(board, place=0):
    lines = board_csv(board).decode().splitlines()
    return dict(zip(lines[0].split(","), lines[1 + place].split(","), strict=True))


@pytest.fixture
def two_suites(shelf, suite, schedule_suite):
    """The maintainer's own commands over both suites, without a hub."""
    return replace(shelf.context, suites=(suite, schedule_suite))


def test_order_is_feasibility_then_day_and_ranks_come_from_exact_tests(
    schedule_shelf, write_schedules, state, schedule_suite
):
    for name, right, day in (("b", 295, 28), ("a", 300, 29), ("c", 100, 27), ("late", 295, 29)):
        schedule_shelf.put(write_schedules(name, right=right), day=day)
    entries = build_board(state, schedule_suite).entries
    assert [entry.submission.system.name for entry in entries] == ["a", "b", "late", "c"]
    assert [entry.rank for entry in entries] == [1, 2, 2, 4]
    assert [(entry.rank_best, entry.rank_worst) for entry in entries] == [(1, 3), (1, 3), (1, 3), (4, 4)]


def test_the_columns_state_feasibility_tiers_credit_and_diagnostics(
    schedule_shelf, write_schedules, state, schedule_suite
):
    submission = write_schedules(right=150, null=100, mode="text")
    schedule_shelf.put(submission)
    row = cells(build_board(state, schedule_suite))
    score = score_schedules(submission.schedules, schedule_suite)
    assert (row["input_mode"], row["scorer"], row["suite"]) == ("text", "nnai-schedule-scorer/1", "nnai-sched-0.2")
    assert (row["feasible"], row["answered"], row["total"], row["feasible_percent"]) == ("150", "200", "300", "50.00")
    assert [row[f"tier_{tier}_feasible"] for tier in (1, 2, 3)] == ["100", "50", "0"]
    exact = Fraction(int(row["partial_credit_numerator"]), int(row["partial_credit_denominator"]))
    assert exact == score.partial_credit
    assert row["coverage_percent"] == "66.67"
    assert all(row[f"{part.kind}_satisfied_percent"] for part in score.total.constraints)


def test_no_cell_of_a_score_could_be_read_as_a_date_or_formula(schedule_shelf, write_schedules, state, schedule_suite):
    schedule_shelf.put(write_schedules(right=3, null=297))
    row = cells(build_board(state, schedule_suite))
    numbers = list(columns(schedule_suite))
    for name in numbers[numbers.index("feasible") : numbers.index("suite")]:
        assert set(row[name]) <= set("0123456789."), name


def test_a_tombstone_keeps_its_disclosures_and_loses_its_score(schedule_shelf, write_schedules, state, schedule_suite):
    sha256 = schedule_shelf.put(write_schedules())
    schedule_shelf.say("retract", sha256, "the witnesses were used")
    board = build_board(state, schedule_suite)
    row = cells(board)
    assert (row["input_mode"], row["feasible"], row["partial_credit_percent"]) == ("structured", "", "")
    document = parse(board_json(board), max_bytes=1 << 20, max_depth=16)
    assert (document["entries"][0]["labels"], document["entries"][0]["score"]) == (None, None)


def test_the_json_spells_outcomes_as_the_browser_compares_them(schedule_shelf, write_schedules, state, schedule_suite):
    schedule_shelf.put(write_schedules(right=10, null=5))
    document = parse(board_json(build_board(state, schedule_suite)), max_bytes=1 << 22, max_depth=16)
    assert document["scorer"] == "nnai-schedule-scorer/1"
    assert document["entries"][0]["labels"] == "1" * 10 + "-" * 5 + "0" * 285
    assert document["entries"][0]["score"]["schema"] == "nnai-schedule-score/1"


def test_a_stored_record_of_schedules_scores_as_the_evaluator_does(
    schedule_shelf, write_schedules, state, schedule_suite
):
    submission = write_schedules(right=77, null=20)
    record = reader_for(schedule_suite).read(state, schedule_shelf.put(submission))
    assert record.submission == submission
    assert record.score == score_schedules(submission.schedules, schedule_suite)
    assert record.vector.bit_count() == 77


def test_a_record_of_the_other_suite_is_damage_and_not_a_crash(state, write, schedule_shelf, schedule_suite, suite):
    sha256 = state.store_record(schedule_suite.corpus, write().canonical())
    with pytest.raises(Rejected, match="damaged"):
        reader_for(schedule_suite).read(state, sha256)


def test_a_mark_reads_back_and_names_what_does_not_fit(write_schedules, schedule_suite):
    score = reader_for(schedule_suite).scored(write_schedules(right=20, null=3)).score
    mark = mark_score(score)
    assert isinstance(mark, ScheduleMark)
    assert read_mark(mark.to_dict(), "/score") == mark
    assert (mark.headline, mark.correct, mark.total) == (score.headline, 20, 300)
    broken = mark.to_dict()
    broken["tiers"][1] |= {"feasible": 999, "partial": "0.5", "clean": True}
    with pytest.raises(Rejected) as refused:
        read_mark(broken, "/score")
    assert {item.where for item in refused.value.findings} == {
        "/score/tiers/1/feasible",
        "/score/tiers/1/clean",
        "/score/tiers/1/partial",
    }


def test_a_mark_of_one_kind_is_never_read_as_the_other(write_schedules, schedule_suite):
    mark = mark_score(reader_for(schedule_suite).scored(write_schedules()).score)
    with pytest.raises(Rejected):
        ScoreMark.from_dict(mark.to_dict(), "/score")


def test_schedules_on_the_board_leave_the_core_board_as_it_was(
    shelf, schedule_shelf, write, write_schedules, state, suite, two_suites
):
    shelf.put(write("core", right=300))
    before = board_csv(build_board(state, suite))
    ids = [decision.id for decision in state.log().decisions]
    schedule_shelf.put(write_schedules())
    assert rebuild(two_suites, apply=True).code == 0
    assert state.read_csv("core-v0.1") == before
    assert [decision.id for decision in state.log().decisions][: len(ids)] == ids
    assert state.read_csv("scheduling-v0.2") == board_csv(build_board(state, schedule_shelf.suite))
    assert verify(two_suites).data["boards"][1]["corpus"] == "scheduling-v0.2"
    assert verify(two_suites).code == 0


def test_a_control_of_schedules_is_admitted_to_its_own_board(two_suites, write_schedules, state):
    shown = admit(two_suites, write_schedules("EDF").canonical(), Status.CONTROL, "A launch control.", apply=False)
    assert (shown.code, shown.data["check"]["corpus"]) == (0, "scheduling-v0.2")
    assert admit(two_suites, write_schedules("EDF").canonical(), Status.CONTROL, "A control.", apply=True).code == 0
    assert state.record_names("core-v0.1") == ()
    assert len(state.record_names("scheduling-v0.2")) == 1
    core, schedules = two_suites.boards()
    assert (len(core.entries), schedules.entries[0].rank) == (0, None)


def test_a_faulty_control_is_judged_by_the_suite_that_it_names(two_suites, write_schedules):
    broken = write_schedules().to_dict()
    broken["predictions"][0]["schedule"][0]["worker"] = "W99"
    result = admit(two_suites, canonical_bytes(broken), Status.CONTROL, "A control.", apply=True)
    found = [remark["code"] for step in result.data["check"]["steps"] for remark in step["remarks"]]
    assert (result.code, found.count("E_UNKNOWN_WORKER"), "E_BENCH_ID" in found) == (1, 1, False)
