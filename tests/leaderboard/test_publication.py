"""`publish` and `admit` against a real hub: the remote is read back, history is never rewritten."""

from __future__ import annotations

import pytest

from hub import HubConflict
from hub.local import Kind
from leaderboard import SPACE, Status
from leaderboard.commands import admit, publish, rebuild, verify
from records import Rejected


def test_what_is_published_reads_back_equal(context, queue, write, state):
    admit(context, write().canonical(), Status.CONTROL, "a control", apply=True)
    shown = publish(context, apply=False)
    assert shown.data["published"] is False
    assert len(shown.data["files"]) == 3
    queue.local.faults.arm("commit", Kind.ERROR_AFTER)
    assert publish(context, apply=True).data["published"] is True
    for name in ("decisions.jsonl", "core-v0.1.csv"):
        remote = queue.maintainer.read(SPACE, f"leaderboard/{name}", "main", "space")
        assert remote == (state.root / name).read_bytes()
    assert publish(context, apply=True).lines == (f"{SPACE} shows this state already.",)


def test_a_remote_with_other_history_is_not_overwritten(context, shelf_at, queue, write, tmp_path):
    admit(context, write("mine").canonical(), Status.CONTROL, "a control", apply=True)
    head = queue.maintainer.head(SPACE, "main", "space")
    theirs = {"leaderboard/decisions.jsonl": b"{}\n"}
    queue.maintainer.commit(SPACE, "space", theirs, (), "Another history", head)
    with pytest.raises(Rejected, match="P_HISTORY"):
        publish(context, apply=True)


def test_a_parent_that_moved_is_a_conflict(context, queue, write):
    admit(context, write().canonical(), Status.CONTROL, "a control", apply=True)
    queue.local.faults.arm("commit", Kind.STALE)
    with pytest.raises(HubConflict):
        publish(context, apply=True)


def test_a_state_that_does_not_verify_is_not_published(context, write, state):
    admit(context, write().canonical(), Status.CONTROL, "a control", apply=True)
    state.csv_path("core-v0.1").write_bytes(b"rank\n")
    assert publish(context, apply=True).code == 1
    rebuild(context, apply=True)
    assert verify(context).code == 0


def test_admit_refuses_what_the_reader_refuses(shelf, write):
    bad = write().canonical().replace(b'"agreement":true', b'"agreement":false')
    result = admit(shelf.context, bad, Status.MAINTAINER_RUN, "ours", apply=True)
    assert result.code == 1
    assert any("E_AGREEMENT" in line for line in result.lines)


def test_admit_shows_then_writes_once(shelf, write, state):
    data = write().canonical()
    assert admit(shelf.context, data, Status.MAINTAINER_RUN, "ours", apply=False).code == 0
    assert not state.log_path.exists()
    assert admit(shelf.context, data, Status.MAINTAINER_RUN, "ours", apply=True).code == 0
    again = admit(shelf.context, data, Status.MAINTAINER_RUN, "ours", apply=True)
    assert any("A_DUPLICATE" in line for line in again.lines)
    assert verify(shelf.context).code == 0
