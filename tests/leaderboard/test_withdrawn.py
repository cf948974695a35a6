"""A quarantine recomputes every board from its records, says so, and is no correction; its end restores every byte."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from evaluator import TaskStates, Withdrawal, score, score_submission
from evaluator.statistics import rank_intervals
from leaderboard import Action, board_csv, board_json, build_board, columns, withdrawal_note
from leaderboard.admission import check, own_case
from leaderboard.boards import rebuild
from leaderboard.commands import amend
from leaderboard.marks import mark_score
from leaderboard.model_runs.page import model_runs_page
from leaderboard.stored import reader_for
from leaderboard.verification import verify
from records import Rejected, parse


def without(suite, tasks, reason="two options are true", state="quarantined"):
    gone = frozenset(tasks)
    named = tuple(name for name in suite.contract.ids if name in gone)
    withdrawal = Withdrawal(state=state, since="2026-11-30", reason=reason, tasks=named)
    counts = (("active", len(suite.contract.ids) - len(gone)), (state, len(gone)))
    return replace(suite, task_states=TaskStates(counts=counts, withdrawals=(withdrawal,)))


def wrong_in(submission, suite):
    """The ids that a submission answers wrongly, in suite order."""
    given = {row.id: row.label for row in submission.predictions}
    return [item.id for item in suite.items if given[item.id] != item.label]


def rows(board):
    return list(csv.DictReader(io.StringIO(board_csv(board).decode(), newline="")))


def document(board):
    return parse(board_json(board), max_bytes=1 << 24, max_depth=16)


def test_a_quarantined_task_leaves_score_vector_and_rank(shelf, write, state, suite):
    one, other = write("one", right=450), write("other", right=451)
    shelf.put(one)
    shelf.put(other)
    less = without(suite, wrong_in(one, suite)[:20])
    board = build_board(state, less)
    for entry in board.entries:
        assert entry.score == score(entry.submission.predictions, less)
        assert entry.vector & ~less.scored_bits == 0
        assert entry.vector.bit_count() == entry.score.tally().correct
    assert [entry.sha256 for entry in build_board(state, suite).entries] == [other.sha256, one.sha256]
    assert [entry.sha256 for entry in board.entries] == [one.sha256, other.sha256]


def test_rank_intervals_run_over_scored_tasks_alone(shelf, write, state, suite):
    for name, right in (("a", 620), ("b", 560), ("c", 200)):
        shelf.put(write(name, right=right))
    whole = build_board(state, suite)
    best, second = whole.entries[0], whole.entries[1]
    apart = [item.id for place, item in enumerate(suite.items) if (best.vector ^ second.vector) >> place & 1]
    board = build_board(state, without(suite, apart))
    expected = rank_intervals([entry.vector for entry in board.ranked]).intervals
    assert [(entry.rank_best, entry.rank_worst) for entry in board.ranked] == [(i.best, i.worst) for i in expected]
    assert (whole.entries[0].rank_worst, board.entries[0].rank_worst) == (1, 2)


def test_a_quarantine_is_no_correction(shelf, write, state, suite):
    sha256 = shelf.put(write("one", right=450))
    less = without(suite, [item.id for item in suite.items[:100]])
    entry = build_board(state, less).entries[0]
    assert entry.notes == ()
    assert mark_score(entry.score) == mark_score(build_board(state, suite).entries[0].score)
    context = replace(shelf.context, suites=(less,))
    with pytest.raises(Rejected, match="there is nothing to correct"):
        amend(context, sha256, Action.CORRECT, "because of a quarantine", apply=False)


def test_an_entry_accepted_during_a_quarantine_is_logged_over_all_tasks(shelf, write, state, suite):
    shelf.suite = without(suite, [suite.items[0].id])
    shelf.put(write("one", right=450))
    assert state.log().decisions[0].score.total == 900
    assert build_board(state, suite).entries[0].notes == ()


def test_verify_is_clean_after_a_rebuild_and_after_coming_back(shelf, write, state, suite):
    shelf.put(write("one", right=450))
    shelf.put(write("control", right=225), status="control")
    rebuild(state, [suite])
    before = state.read_csv("core-v0.1")
    less = without(suite, [suite.items[5].id])
    assert [item.code for item in verify(state, [less]).findings] == ["B_CSV"]
    rebuild(state, [less])
    assert verify(state, [less]).findings == ()
    rebuild(state, [replace(suite, task_states=TaskStates(counts=(("active", 900),)))])
    assert state.read_csv("core-v0.1") == before
    assert verify(state, [suite]).findings == ()


def test_the_csv_says_how_many_tasks_count_only_where_some_do_not(shelf, write, state, suite):
    sha256 = shelf.put(write("one", right=450))
    less = without(suite, [suite.items[0].id, suite.items[899].id], reason="=HYPERLINK(1)")
    row, plain = rows(build_board(state, less))[0], rows(build_board(state, suite))[0]
    assert columns(less)[: len(columns(suite))] == columns(suite)
    assert (row["total"], row["tasks_withdrawn"]) == ("898", "2")
    assert (row["deduction_total"], row["quantity_total"], row["relations_total"]) == ("149", "150", "149")
    assert row["withdrawal_note"] == "898 of 900 tasks scored; 2 quarantined since 2026-11-30: =HYPERLINK(1)"
    assert "withdrawal_note" not in plain
    shelf.say("retract", sha256)
    assert rows(build_board(state, less))[0]["deduction_total"] == ""


def test_a_category_without_scored_tasks_has_empty_cells_and_never_nought(shelf, write, state, suite):
    shelf.put(write("one", right=450))
    less = without(suite, [item.id for item in suite.items if item.category == "spatial"])
    board = build_board(state, less)
    row = rows(board)[0]
    assert (row["spatial_correct"], row["spatial_accuracy_percent"], row["spatial_total"]) == ("", "", "0")
    assert document(board)["entries"][0]["score"]["categories"][3]["accuracy"] is None


def test_the_json_names_the_withdrawn_tasks_and_their_reason(shelf, write, state, suite):
    shelf.put(write("one", right=450))
    less = without(suite, [suite.items[7].id])
    told, plain = document(build_board(state, less)), document(build_board(state, suite))
    assert told["scored"] == 899
    assert told["withdrawals"] == [less.task_states.withdrawals[0].to_dict()]
    assert told["withdrawal_note"] == withdrawal_note(less)
    assert told["entries"][0]["labels"] == plain["entries"][0]["labels"]
    assert {"scored", "withdrawals", "withdrawal_note"} & plain.keys() == set()


def test_without_a_withdrawal_a_registry_changes_no_byte(shelf, write, state, suite):
    shelf.put(write("one", right=450))
    calibrating = replace(suite, task_states=TaskStates(counts=(("calibrating", 900),)))
    one, other = build_board(state, suite), build_board(state, calibrating)
    assert (board_csv(one), board_json(one), one.digest) == (board_csv(other), board_json(other), other.digest)


def test_a_suite_without_scored_tasks_has_no_board_and_no_crash(shelf, write, state, suite):
    shelf.put(write("one", right=450))
    board = build_board(state, without(suite, suite.contract.ids, state="retired"))
    assert (board.entries, [item.code for item in board.damaged]) == ((), ["C_NOTHING_SCORED"])


def test_the_receipt_of_a_preview_made_before_the_quarantine_still_agrees(shelf, write, state, suite):
    submission = write("one", right=450)
    honest = score_submission(submission, suite)
    preview = {
        "scorer": honest.scorer,
        "predictions_sha256": honest.predictions_sha256,
        "counts": [cell.to_dict() for cell in honest.cells()],
    }
    less = without(suite, [item.id for item in suite.items[:30]])
    boards = replace(shelf.context, suites=(less,)).boards()
    report = check(own_case(write("one", right=450, preview=preview).canonical(), boards, {}))
    assert "A_PREVIEW" not in {item.finding.code for step in report.steps for item in step.remarks}


def test_the_page_of_maintainers_runs_says_which_tasks_left(shelf, write, state, suite):
    shelf.put(write("one", right=450), status="maintainer-run")
    four = [item.id for item in suite.items if item.category == "spatial"][4:]
    page = model_runs_page(build_board(state, without(suite, four))).decode()
    assert "754 of 900 tasks scored; 146 quarantined since 2026-11-30\\: two options are true. A withdrawn" in page
    assert "| spatial (descriptive only) |" in page
    assert "tasks scored" not in model_runs_page(build_board(state, suite)).decode()


def test_schedules_leave_score_and_log_in_the_same_way(schedule_shelf, write_schedules, state, schedule_suite):
    schedule_shelf.put(write_schedules("one", right=150, null=10))
    less = without(schedule_suite, schedule_suite.contract.ids[100:])
    record = reader_for(less).read(state, build_board(state, less).entries[0].sha256)
    assert (record.score.tally().correct, record.score.tally().total) == (100, 100)
    assert record.vector.bit_count() == 100
    assert mark_score(record.score).total == 300
    row = rows(build_board(state, less))[0]
    assert (row["tier_1_total"], row["tier_2_total"], row["tier_2_feasible"]) == ("100", "0", "")
    assert verify(state, [schedule_suite]).findings[0].code == "B_CSV"
    rebuild(state, [less])
    assert verify(state, [less]).findings == ()
