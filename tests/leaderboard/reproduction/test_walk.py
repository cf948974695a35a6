"""From a stranger's pull request to the word reproduced: the real queue, the real review, the real run."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leaderboard import Action, Status, build_board
from leaderboard.commands import accept, verify
from leaderboard.desk import number
from leaderboard.history import replay
from records import Rejected
from submissions_schema import Submission


def submission(stand) -> Submission:
    """What `stand.accept` would put on the board, as a document of the demo submitter."""
    record = stand.accept()
    data = stand.state.record(stand.suite.corpus, record)
    stand.state.log_path.unlink()
    stand.state.remove_record(stand.suite.corpus, record)
    return replace(Submission.from_dict(json.loads(data)), submitted_by="demo-submitter")


def test_a_pull_request_is_accepted_run_again_and_shown_as_reproduced(stand, queue, context):
    document = submission(stand)
    done = accept(context, queue.open(document), "disclosures read", apply=True)
    assert done.code == 0, done.lines
    entry = build_board(context.state, stand.suite).entry(document.sha256)
    assert (entry.status, entry.complete) == (Status.SELF_REPORTED, True)
    assert stand.reproduce(document.sha256).code == 0
    entry = build_board(context.state, stand.suite).entry(document.sha256)
    assert (entry.status, str(entry.reproduction.mark)) == (Status.REPRODUCED, "900/900")
    assert verify(context).code == 0


def test_an_acceptance_that_waits_for_its_merge_cannot_be_reproduced_yet(stand):
    record = stand.accept()
    stand.reproduce(record)
    decisions = stand.state.log().decisions
    waiting = [one for one in decisions if one.action is not Action.MERGE]
    history = replay(waiting)
    assert [finding.code for finding in history.misfits] == ["L_ORDER"]
    assert history.records[stand.suite.corpus, record].reproduction is None
    with pytest.raises(Rejected, match="not completed"):
        number(waiting[:1], waiting[-1])
