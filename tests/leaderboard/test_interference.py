"""What may happen between two steps of an accept: another maintainer, an author who pushes, a hub that fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hub import HubConflict, HubRefused, HubUnreachable
from hub.local import Kind
from leaderboard import QUEUE, build_board
from leaderboard.commands import accept, notices, rebuild, reject, verify
from leaderboard.desk import Step
from records import Busy


def at(step, act):
    """A hook that acts once, when `step` was reached."""
    waiting = [act]
    return lambda reached: waiting.pop()() if reached is step and waiting else None


def test_a_second_accept_is_told_who_is_at_work_and_loses_nothing(context, queue, write, state, suite):
    first, second = queue.open(write(1)), queue.open(write(2))

    def meanwhile():
        with pytest.raises(Busy, match=f"review.py accept {first}"):
            accept(context, second, "me too", apply=True)

    result = accept(replace(context, reached=at(Step.DECIDED, meanwhile)), first, "fine", apply=True)
    assert result.code == 0
    assert accept(context, second, "me too", apply=True).code == 0
    assert len(build_board(state, suite).entries) == 2
    assert verify(context).code == 0


def test_a_head_that_moves_between_decision_and_merge_voids_the_accept(context, queue, write, state, suite):
    submission = write()
    number = queue.open(submission)
    push = at(Step.REBUILT, lambda: queue.push(number, {"README.md": b"now this too"}))
    result = accept(replace(context, reached=push), number, "fine", apply=True)
    assert result.code == 1
    assert "moved from" in result.data["reason"]
    assert queue.status(number) == "open"
    assert build_board(state, suite).entries == ()
    assert [str(one.action) for one in state.log().decisions] == ["accept", "void"]
    assert verify(context).code == 0

    queue.push(number, {"README.md": b"# Submissions\n"})
    assert any("VOIDED" in line for line in result.lines)


def test_a_voided_record_may_be_accepted_later(context, queue, write, state, suite):
    submission = write()
    number = queue.open(submission)
    path = f"submissions/nnai-bench-0.1/{submission.sha256}.json"
    push = at(Step.REBUILT, lambda: queue.push(number, {"extra.txt": b"x"}))
    accept(replace(context, reached=push), number, "fine", apply=True)
    queue.push(number, {"extra.txt": None})
    context.state.remember_check(f"{QUEUE}#{number}", queue.maintainer.pull(QUEUE, number).summary.head)
    assert accept(context, number, "fine", apply=True).code == 0
    assert queue.maintainer.read(QUEUE, path, "main") == submission.canonical()
    assert len({one.id for one in state.log().decisions}) == 4


def test_bytes_that_slip_in_with_the_merge_are_undone(context, queue, write, state, suite):
    submission = write()
    number = queue.open(submission)
    before = queue.maintainer.read(QUEUE, "README.md", "main")
    path = f"submissions/nnai-bench-0.1/{submission.sha256}.json"
    hub = _PushesBeforeMerge(queue, {path: b"{}", "README.md": b"taken over"})
    result = accept(replace(context, hub=hub), number, "fine", apply=True)
    assert result.code == 1
    assert "undone by a commit" in result.data["reason"]
    assert queue.maintainer.read(QUEUE, path, "main") is None
    assert queue.maintainer.read(QUEUE, "README.md", "main") == before
    assert build_board(state, suite).entries == ()
    assert verify(context).code == 0


class _PushesBeforeMerge:
    """The real client of a maintainer whose submitter pushes in the last moment before the merge request."""

    def __init__(self, queue, files):
        self._queue, self._files = queue, files

    def __getattr__(self, name):
        return getattr(self._queue.maintainer, name)

    def merge(self, repo, number, text):
        self._queue.push(number, self._files)
        self._queue.maintainer.merge(repo, number, text)


@pytest.mark.parametrize(("kind", "error"), [(Kind.ERROR_BEFORE, HubUnreachable), (Kind.FORBIDDEN, HubRefused)])
def test_a_merge_that_fails_is_completed_by_the_next_command(context, queue, write, state, suite, kind, error):
    number = queue.open(write())
    queue.local.faults.arm("merge", kind)
    with pytest.raises(error):
        accept(context, number, "fine", apply=True)
    assert "not completed; `review.py rebuild --apply`" in notices(context)[0]
    assert verify(context).data["findings"][0]["code"] == "L_LEFTOVER"
    assert rebuild(context, apply=True).code == 0
    assert queue.status(number) == "merged"
    assert verify(context).code == 0


def test_a_pull_request_that_cannot_be_merged_can_be_rejected(context, queue, write, state, suite):
    number = queue.open(write())
    queue.local.faults.arm("merge", Kind.STALE)
    with pytest.raises(HubConflict):
        accept(context, number, "fine", apply=True)
    result = reject(context, number, "it conflicts", apply=True)
    assert result.code == 0, result.lines
    assert queue.status(number) == "closed"
    assert [str(one.action) for one in state.log().decisions] == ["accept", "void", "reject", "close"]
    assert verify(context).code == 0


def test_an_accept_of_a_pull_request_closed_meanwhile_is_voided(context, queue, write, state, suite):
    number = queue.open(write())
    close = at(Step.REBUILT, lambda: queue.maintainer.close(QUEUE, number, "withdrawn"))
    result = accept(replace(context, reached=close), number, "fine", apply=True)
    assert result.code == 1
    assert "closed before it was merged" in result.data["reason"]
    assert build_board(state, suite).entries == ()
