"""The state folder: what a crash leaves, what a stranger wrote, how the local state follows the published one."""

from __future__ import annotations

import pytest

from leaderboard import Action, Decision, Seeding, State, seed_state
from leaderboard.commands import amend, rebuild, verify
from records import Rejected, canonical_line


def test_a_decision_reads_back_equal_and_its_id_ignores_time_and_place(shelf, write, state):
    shelf.put(write())
    decision = state.log().decisions[0]
    line = {**decision.to_dict(), "seq": 7, "prev": "x", "time": "2026-11-29T23:59:59Z", "base": "0" * 40}
    assert Decision.from_dict(line).id == decision.id
    assert Decision.from_dict(decision.to_dict()) == decision


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("note", "another"),
        ("nth", 2),
        ("id", "0" * 64),
        ("score", {"scorer": "x", "cells": []}),
        ("extra", 1),
        ("nth", True),
    ],
)
def test_a_line_that_was_changed_is_no_decision(shelf, write, state, field, value):
    shelf.put(write())
    line = {**state.log().decisions[0].to_dict(), field: value}
    with pytest.raises(Rejected, match="L_DECISION"):
        Decision.from_dict(line)


def test_a_torn_line_is_named_and_cut_by_rebuild(shelf, write, state):
    shelf.put(write())
    whole = state.log_path.read_bytes()
    state.log_path.write_bytes(whole + b'{"action":"acc')
    assert "torn last line" in str(rebuild(shelf.context, apply=False).lines)
    assert rebuild(shelf.context, apply=True).code == 0
    assert state.log_path.read_bytes() == whole
    assert verify(shelf.context).code == 0


def test_a_record_that_was_never_decided_is_named_and_dropped(shelf, write, state):
    sha256 = state.store_record("core-v0.1", write().canonical())
    assert "never decided" in str(verify(shelf.context).lines)
    rebuild(shelf.context, apply=True)
    assert not state.record_path("core-v0.1", sha256).exists()


def test_decisions_that_do_not_fit_are_refused(shelf, write, state):
    sha256 = shelf.put(write())
    with pytest.raises(Rejected, match="cannot accept"):
        shelf.put(write())
    with pytest.raises(Rejected, match="cannot resolve"):
        shelf.say("resolve", sha256)
    shelf.say("retract", sha256)
    with pytest.raises(Rejected, match="cannot dispute"):
        shelf.say("dispute", sha256)
    with pytest.raises(Rejected, match="nothing to correct"):
        amend(shelf.context, sha256[:6], Action.CORRECT, "why not", apply=False)


@pytest.mark.parametrize("prefix", ["", "abcde", "ABCDEF0", "../../x", "fffffff"])
def test_an_entry_is_named_by_six_or_more_digits_of_its_digest(shelf, write, prefix):
    shelf.put(write())
    with pytest.raises(Rejected, match="R_ENTRY"):
        amend(shelf.context, prefix, Action.DISPUTE, "why", apply=False)


def test_amendments_are_shown_first_and_written_with_apply(shelf, write, state):
    sha256 = shelf.put(write())
    rebuild(shelf.context, apply=True)
    shown = amend(shelf.context, sha256[:6], Action.RETRACT, "labels were used", apply=False)
    assert any("retracted" in line for line in shown.lines)
    assert len(state.log().decisions) == 1
    done = amend(shelf.context, sha256[:6], Action.RETRACT, "labels were used", apply=True)
    assert done.data["decision_id"] == state.log().decisions[1].id
    assert verify(shelf.context).code == 0


def test_verify_names_the_first_line_of_a_csv_that_differs(shelf, write, state):
    shelf.put(write())
    rebuild(shelf.context, apply=True)
    path = state.csv_path("core-v0.1")
    path.write_bytes(path.read_bytes().replace(b"300", b"301", 1))
    result = verify(shelf.context)
    assert result.code == 1
    assert "first in line 2" in result.lines[0]


def test_the_local_state_is_seeded_brought_forward_and_never_overwritten(shelf_at, write, tmp_path):
    published, local = shelf_at(tmp_path / "published"), State(tmp_path / "local")
    published.put(write("one"))
    rebuild(published.context, apply=True)
    assert seed_state(published.state, local) is Seeding.SEEDED
    assert seed_state(published.state, local) is Seeding.UNCHANGED
    published.put(write("two"))
    rebuild(published.context, apply=True)
    assert seed_state(published.state, local) is Seeding.FORWARD
    assert local.read_csv("core-v0.1") == published.state.read_csv("core-v0.1")

    mine = shelf_at(tmp_path / "local")
    mine.put(write("three"))
    assert seed_state(published.state, local) is Seeding.AHEAD
    published.put(write("four"))
    before = local.log_path.read_bytes()
    assert seed_state(published.state, local) is Seeding.DIVERGED
    assert local.log_path.read_bytes() == before


def test_an_unknown_kind_of_decision_is_isolated(shelf, write, state):
    from records import append

    sha256 = shelf.put(write())
    append(state.log_path, {"action": "reproduce", "schema": "nnai-decision/2"})
    board = shelf.context.boards()[0]
    assert [entry.sha256 for entry in board.entries] == [sha256]
    assert board.damaged[0].code == "L_DECISION"
    assert canonical_line(state.log().decisions[0].to_dict()).endswith(b"\n")
