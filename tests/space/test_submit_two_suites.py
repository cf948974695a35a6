"""Two desks, one page: each reads the documents of its own suite alone, and both count the same visitor's calls."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from evaluator import AnySuite, score_submission
from hub import Hub
from leaderboard import State as BoardState
from records import Rejected, canonical_bytes
from space.environment import read_settings
from space.site import SUITES, Site
from space.submit_handler import SubmitDesk
from space.submit_identity import Visitor
from space.submit_limits import ATTEMPTS, Limits
from space.submit_outcome import State
from space.submit_tab import ENDPOINTS, open_desk
from space.submit_text import description
from submissions_schema import Cell, read_submission

VISITOR = Visitor(name="demo-submitter", token="t")


def nobody(token: str) -> Hub:
    raise AssertionError("a refused document never reaches the hub")


@pytest.fixture
def desks(suite: AnySuite, schedule_suite: AnySuite, tmp_path: Path) -> dict[str, SubmitDesk]:
    """The desks of a page, over an empty board; neither may ask a hub."""
    board, limits = BoardState(tmp_path / "board"), Limits(time.monotonic)
    return {
        one.corpus: SubmitDesk(suite=one, board=board, hub_of=nobody, limits=limits) for one in (suite, schedule_suite)
    }


@pytest.fixture
def documents(maker: Any, schedules: Any) -> dict[str, str]:
    """One sound document of each suite."""
    return {
        one.suite.corpus: one.state.record(one.suite.corpus, one.accept(right=150)).decode()
        for one in (maker, schedules)
    }


def test_a_document_of_the_other_suite_is_refused_by_name(desks: Any, documents: Any) -> None:
    for desk, document in (("core-v0.1", "scheduling-v0.2"), ("scheduling-v0.2", "core-v0.1")):
        outcome = desks[desk].submit(documents[document], VISITOR)
        assert (outcome.state, [one.code for one in outcome.findings]) == (State.INVALID, ["E_BENCH_ID"])
        assert desks[desk].suite.id in outcome.findings[0].message


def test_a_receipt_of_schedules_that_differs_names_the_tier(desks: Any, documents: Any) -> None:
    desk = desks["scheduling-v0.2"]
    document = json.loads(documents["scheduling-v0.2"])
    score = score_submission(read_submission(canonical_bytes(document), desk.suite.contract), desk.suite)
    claimed = [cell.to_dict() for cell in score.cells()]
    assert Cell.from_dict(claimed[1]).correct == 50
    claimed[1]["correct"] = 51
    document["preview"] = {
        "scorer": score.scorer,
        "predictions_sha256": score.predictions_sha256,
        "counts": claimed,
    }
    outcome = desk.submit(canonical_bytes(document).decode(), VISITOR)
    assert [one.where for one in outcome.findings] == ["/preview/counts/1"]
    assert outcome.findings[0].message == "scheduling tier 2: 51 claimed, 50 counted"


def test_calls_of_one_visitor_are_counted_over_both_suites(desks: Any) -> None:
    for number in range(ATTEMPTS.calls):
        desk = list(desks.values())[number % 2]
        assert desk.submit("", VISITOR).state is State.INVALID
    assert all(desk.submit("", VISITOR).state is State.RATE_LIMITED for desk in desks.values())


def test_the_description_says_what_counts_on_each_board(desks: Any, documents: Any) -> None:
    words = {}
    for corpus, desk in desks.items():
        submission = read_submission(documents[corpus].encode(), desk.suite.contract)
        words[corpus] = description(submission, score_submission(submission, desk.suite))
    assert "macro accuracy" in words["core-v0.1"]
    assert "feasible        50.00 %, 150 of 300" in words["scheduling-v0.2"]
    assert "partial credit" in words["scheduling-v0.2"]


def test_every_board_of_the_page_has_a_desk(tmp_path: Path) -> None:
    settings = read_settings({"NNAI_HOME": str(tmp_path)})
    corpora = Path(__file__).resolve().parents[2] / "corpora"
    assert tuple(ENDPOINTS) == SUITES
    for corpus in SUITES:
        assert open_desk(settings, Site(corpus=corpus, corpora=corpora, state=tmp_path)).suite.corpus == corpus
    with pytest.raises(Rejected):
        open_desk(settings, Site(corpus="nothing-v1", corpora=corpora, state=tmp_path))
