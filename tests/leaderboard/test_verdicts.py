"""`accept` and `reject` against a real hub: what is merged is what was checked, and everybody can read why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard import QUEUE, build_board
from leaderboard.commands import accept, check_pull, reject, verify
from records import Rejected


def test_accept_without_apply_changes_nothing(context, queue, write, state):
    number = queue.open(write())
    result = accept(context, number, "reads well", apply=False)
    assert result.code == 0
    assert any(line.strip().startswith("+ rank 1") for line in result.lines)
    assert queue.status(number) == "open"
    assert not state.log_path.exists()


def test_accept_puts_the_entry_on_the_board_and_merges(context, queue, write, state, suite):
    submission = write()
    number = queue.open(submission)
    result = accept(context, number, "reads well", apply=True)
    assert result.code == 0, result.lines
    entry = build_board(state, suite).entries[0]
    assert (entry.sha256, entry.rank, str(entry.status), entry.complete) == (
        submission.sha256,
        1,
        "self-reported",
        True,
    )
    assert queue.status(number) == "merged"
    path = f"submissions/nnai-bench-0.1/{submission.sha256}.json"
    assert queue.maintainer.read(QUEUE, path, "main") == submission.canonical()
    assert verify(context).code == 0


def test_a_head_that_moved_since_the_check_is_refused(context, queue, write, state):
    number = queue.open(write())
    check_pull(context, number)
    queue.push(number, {"README.md": b"changed"})
    with pytest.raises(Rejected, match="R_MOVED"):
        accept(context, number, "fine", apply=True)
    assert queue.status(number) == "open"
    assert not state.log_path.exists()


def test_accepting_again_names_the_merge(context, queue, write):
    number = queue.open(write())
    accept(context, number, "fine", apply=True)
    again = accept(context, number, "fine", apply=True)
    assert again.code == 1
    assert any("A_STATUS" in line for line in again.lines)


def test_reject_comments_the_findings_and_closes(context, queue, write):
    number = queue.open(write(by="somebody-else"))
    shown = reject(context, number, "not yours", apply=False)
    assert shown.code == 0
    assert queue.status(number) == "open"
    done = reject(context, number, "not yours", apply=True)
    pull = queue.maintainer.pull(QUEUE, number)
    assert pull.summary.status == "closed"
    assert "not yours" in pull.comments[-1].text
    assert "A_AUTHOR" in pull.comments[-1].text
    assert done.data["decision_id"][:12] in pull.comments[-1].text
    assert not context.history().open_rejects


def test_a_reject_that_lost_its_answer_comments_once(context, queue, write):
    from hub.local import Kind

    number = queue.open(write(by="somebody-else"))
    queue.local.faults.arm("status", Kind.CUT_AFTER)
    reject(context, number, "not yours", apply=True)
    comments = [comment for comment in queue.maintainer.pull(QUEUE, number).comments if "not yours" in comment.text]
    assert len(comments) == 1


def test_a_merge_that_lost_its_answer_is_seen(context, queue, write):
    from hub.local import Kind

    number = queue.open(write())
    queue.local.faults.arm("merge", Kind.ERROR_AFTER)
    assert accept(context, number, "fine", apply=True).code == 0
    assert queue.status(number) == "merged"


def test_a_note_is_needed_and_is_one_paragraph(context):
    for note in ("", "  ", "two\nlines", "x" * 1001, "right\u202eleft"):
        with pytest.raises(Rejected, match="D_NOTE"):
            accept(replace(context), 1, note, apply=False)
