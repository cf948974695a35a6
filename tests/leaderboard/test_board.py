"""The board as a pure function of records and log."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator import score
from leaderboard import Action, board_csv, board_json, build_board
from leaderboard.commands import amend, verify
from leaderboard.stored import reader_for
from records import digest, parse


def test_an_empty_board_has_a_header_and_a_digest(state, suite):
    board = build_board(state, suite)
    assert board.entries == ()
    assert board_csv(board).count(b"\n") == 1
    assert board.digest == digest(board_csv(board))


def test_order_is_exact_score_then_day_then_digest(shelf, write, state, suite):
    late, early = write("late", right=400), write("early", right=400)
    first, second = sorted((write("x", right=300), write("y", right=300)), key=lambda one: one.sha256)
    shelf.put(late, day=29)
    shelf.put(second, day=20)
    shelf.put(first, day=20)
    shelf.put(early, day=28)
    entries = build_board(state, suite).entries
    assert [entry.sha256 for entry in entries] == [one.sha256 for one in (early, late, first, second)]
    assert [entry.rank for entry in entries] == [1, 1, 3, 3]


def test_rank_intervals_come_from_paired_tests_among_competitors(shelf, write, state, suite):
    for name, right in (("a", 800), ("b", 790), ("c", 200)):
        shelf.put(write(name, right=right))
    entries = build_board(state, suite).entries
    assert [(entry.rank_best, entry.rank_worst) for entry in entries] == [(1, 2), (1, 2), (3, 3)]


def test_controls_stand_apart_without_a_rank(shelf, write, state, suite):
    shelf.put(write("control", right=900), status="control")
    shelf.put(write("system", right=100))
    system, control = build_board(state, suite).entries
    assert (system.rank, system.rank_best, system.rank_worst) == (1, 1, 1)
    assert (control.rank, control.rank_best, control.status) == (None, None, "control")


def test_a_retracted_entry_leaves_a_tombstone_without_a_score(shelf, write, state, suite):
    gone, stays = shelf.put(write("gone", right=500)), shelf.put(write("stays", right=400))
    shelf.say("retract", gone, "the labels were used")
    board = build_board(state, suite)
    assert [(entry.sha256, entry.rank) for entry in board.entries] == [(stays, 1), (gone, None)]
    row = board_csv(board).decode().splitlines()[2]
    assert "2026-11-29 retract: the labels were used" in row
    assert "500" not in row.split("nnai-bench-0.1")[0]
    document = parse(board_json(board), max_bytes=1 << 20, max_depth=16)
    assert document["entries"][1]["score"] is None
    assert document["entries"][1]["labels"] is None
    assert document["entries"][0]["labels"] == board.entries[0].sheet


def test_a_dispute_is_visible_and_can_be_resolved(shelf, write, state, suite):
    sha256 = shelf.put(write())
    shelf.say("dispute", sha256, "is it neural?")
    entry = build_board(state, suite).entries[0]
    assert (entry.state, entry.rank) == ("disputed", 1)
    shelf.say("resolve", sha256, "the source was read")
    shelf.say("dispute", sha256, "is it neural?")
    entry = build_board(state, suite).entries[0]
    assert [note.kind for note in entry.notes] == ["dispute", "resolve", "dispute"]
    assert len({decision.id for decision in entry.decisions}) == 4


def test_a_damaged_record_is_named_and_stops_nothing_else(shelf, write, state, suite):
    broken, fine, gone = (shelf.put(write(name)) for name in ("broken", "fine", "gone"))
    state.record_path("core-v0.1", broken).write_bytes(b"{}")
    state.record_path("core-v0.1", gone).unlink()
    board = build_board(state, suite)
    assert [entry.sha256 for entry in board.entries] == [fine]
    assert sorted(item.where for item in board.damaged) == sorted(
        f"records/core-v0.1/{name}.json" for name in (broken, gone)
    )


def test_a_broken_chain_is_drawn_as_damage(shelf, write, state, suite):
    shelf.put(write())
    state.log_path.write_bytes(state.log_path.read_bytes().replace(b"a note", b"a nope"))
    state.log_path.write_bytes(state.log_path.read_bytes() * 2)
    board = build_board(state, suite)
    assert board.entries == ()
    assert board.damaged[0].code == "L_CHAIN"


STORY = ("accept", "dispute", "retract")
"""What happens to a record, one decision after the other; records below go through one, two and three of them."""


@settings(max_examples=10, deadline=None)
@given(order=st.permutations(("a", "b", "b", "c", "c", "c")))
def test_every_order_of_decisions_gives_the_same_bytes(shelf_at, write, suite, tmp_path_factory, order):
    """Decisions about one record keep their order; those about different records may stand in any."""
    boards = set()
    for sequence in (order, sorted(order)):
        shelf = shelf_at(tmp_path_factory.mktemp("order"))
        told: dict[str, int] = {}
        for name in sequence:
            submission = write(name, right=300 + ord(name))
            action = STORY[told.setdefault(name, 0)]
            told[name] += 1
            shelf.put(submission) if action == "accept" else shelf.say(action, submission.sha256)
        boards.add(board_csv(build_board(shelf.state, suite)))
    assert len(boards) == 1


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), right=st.integers(0, 900), open_items=st.integers(0, 900))
def test_a_stored_record_scores_as_the_evaluator_does(write, suite, seed, right, open_items):
    submission = write(seed, right=right, open_items=open_items)
    record = reader_for(suite).scored(submission)
    assert record.score == score(submission.predictions, suite)
    assert Fraction(record.vector.bit_count(), 900) == record.score.macro


def test_reading_a_stored_record_gives_back_the_submission(shelf, write, state, suite):
    submission = write(right=123, open_items=45)
    record = reader_for(suite).read(state, shelf.put(submission))
    assert record.submission == submission
    assert record.score == score(submission.predictions, suite)


def test_a_correction_shows_old_and_new_value(shelf, write, state, suite):
    sha256 = shelf.put(write())
    first = suite.items[0]
    label = next(letter for letter in "ABCD" if letter != first.label)
    changed = replace(suite, items=(replace(first, label=label), *suite.items[1:]))
    context = replace(shelf.context, suites=(changed,))
    codes = [item["code"] for item in verify(context).data["findings"]]
    assert "B_SCORE" in codes
    shown = amend(context, sha256[:8], Action.CORRECT, "item 0 had a wrong label", apply=False)
    assert "recomputed from the stored record" in shown.lines[0]
    assert amend(context, sha256[:8], Action.CORRECT, "item 0 had a wrong label", apply=True).code == 0
    note = build_board(state, changed).entries[0].notes[0].text
    assert note.startswith("score corrected from 33.33 % to ")
    assert note.endswith("item 0 had a wrong label")
    assert verify(context).code == 0
