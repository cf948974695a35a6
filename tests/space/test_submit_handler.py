"""The submit desk against a real local hub: what it refuses, what it opens, what it says on a bad day."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evaluator import Suite
from hub import Hub
from hub.local import LocalHub
from hub.local.people import People
from hub.local.serving import serving
from hub.local.store import Store
from leaderboard import QUEUE, Action, submission_path
from leaderboard import State as BoardState
from records import canonical_bytes, sha256_hex
from space.submit_handler import SubmitDesk
from space.submit_identity import Visitor
from space.submit_limits import ATTEMPTS
from space.submit_outcome import State

NAME = "demo-submitter"


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A desk, the hub behind it, and the bytes of a document that the desk accepts."""

    desk: SubmitDesk
    hub: LocalHub
    data: bytes

    def token(self, name: str = NAME, seconds: float = 3600) -> str:
        people = People(Store(self.hub.folder / "hub.sqlite3"), time.time)
        return people.issue(name, "openid profile write-discussions", kind="oauth", seconds=seconds)

    def visitor(self, name: str = NAME) -> Visitor:
        return Visitor(name=name, token=self.token(name))

    def submit(self, data: bytes | None = None) -> Any:
        return self.desk.submit((data or self.data).decode(), self.visitor())

    def changed(self, **changes: Any) -> bytes:
        return canonical_bytes({**json.loads(self.data), **changes})


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalHub]:
    """A local hub behind a real server; tests tell their pull requests apart by their documents."""
    with serving(tmp_path_factory.mktemp("hub")) as hub:
        yield hub


@pytest.fixture
def bench(
    served: LocalHub, suite: Suite, maker: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Bench]:
    """A fresh desk over an empty board, and a document of this test's own."""
    record = maker.accept(right=300, system__version=sha256_hex(request.node.name.encode())[:12])
    board = BoardState(tmp_path / "board")
    desk = SubmitDesk(suite=suite, board=board, hub_of=lambda token: Hub(served.base_url, token, looks=(0.0, 0.1)))
    yield Bench(desk=desk, hub=served, data=maker.state.record(suite.corpus, record))
    served.faults.clear()


def at(bench: Bench) -> list[Any]:
    """The open pull requests that carry the test's document."""
    name = sha256_hex(bench.data)
    path, hub = submission_path(bench.desk.suite.id, name), Hub(bench.hub.base_url)
    marked = [pull for pull in hub.pulls(QUEUE) if name[:12] in pull.title]
    assert all(hub.read(QUEUE, path, pull.head) == bench.data for pull in marked)
    return marked


def test_a_document_becomes_one_open_pull_request_with_the_same_bytes(bench: Bench) -> None:
    outcome = bench.submit()
    (pull,) = at(bench)
    assert (outcome.state, outcome.url) == (State.SENT, pull.url)
    assert (pull.author, pull.status) == (NAME, "open")


def test_sending_again_links_the_pull_request_that_is_open(bench: Bench) -> None:
    first, second = bench.submit(), bench.submit()
    assert (second.state, second.url) == (State.ALREADY_OPEN, first.url)
    assert len(at(bench)) == 1


def test_equal_calls_at_the_same_moment_open_one(bench: Bench) -> None:
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda _: bench.submit(), range(4)))
    assert sorted(outcome.state for outcome in outcomes) == [State.ALREADY_OPEN] * 3 + [State.SENT]
    assert len(at(bench)) == 1


@pytest.mark.parametrize("kind", ["error-after", "cut-after"])
def test_an_answer_that_is_lost_after_the_commit_landed_is_found(bench: Bench, kind: str) -> None:
    bench.hub.faults.arm("commit", kind)
    outcome = bench.submit()
    (pull,) = at(bench)
    assert (outcome.state, outcome.url) == (State.SENT, pull.url)


@pytest.mark.parametrize(
    ("endpoint", "kind", "state"),
    [
        ("commit", "error-before", State.HUB_UNREACHABLE),
        ("commit", "cut-before", State.HUB_UNREACHABLE),
        ("commit", "forbidden", State.MISSING_SCOPE),
        ("commit", "stale", State.HUB_REFUSED),
        ("commit", "busy", State.HUB_BUSY),
        ("whoami", "busy", State.HUB_BUSY),
    ],
)
def test_a_failing_hub_has_a_face_and_the_next_try_opens_one(
    bench: Bench, endpoint: str, kind: str, state: State
) -> None:
    bench.hub.faults.arm(endpoint, kind, seconds=17)
    outcome = bench.submit()
    assert (outcome.state, at(bench)) == (state, [])
    assert outcome.retry_after == (17 if kind == "busy" else None)
    bench.hub.faults.clear()
    assert bench.submit().state is State.SENT
    assert len(at(bench)) == 1


def test_a_hub_that_is_not_there_leaves_the_outcome_open(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    bench.desk.hub_of = lambda token: Hub(f"http://127.0.0.1:{port}/localhub", token, looks=(0.0,))
    assert bench.submit().state in (State.HUB_UNREACHABLE, State.UNCERTAIN)


def test_a_document_under_another_name_is_refused(bench: Bench) -> None:
    outcome = bench.submit(bench.changed(submitted_by="demo-second-submitter"))
    assert [(one.code, one.where) for one in outcome.findings] == [("E_IDENTITY", "/submitted_by")]


def test_a_token_of_somebody_else_is_refused(bench: Bench) -> None:
    visitor = Visitor(name=NAME, token=bench.token("demo-second-submitter"))
    assert bench.desk.submit(bench.data.decode(), visitor).state is State.WRONG_IDENTITY
    assert at(bench) == []


def test_a_token_that_the_hub_no_longer_knows_is_signed_out(bench: Bench) -> None:
    visitor = Visitor(name=NAME, token=bench.token(seconds=-1))
    assert bench.desk.submit(bench.data.decode(), visitor).state is State.SIGNED_OUT


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (None, "E_EMPTY"),
        ({"schema": "nnai-submission/1"}, "E_EMPTY"),
        ("", "E_EMPTY"),
        ("[]", "E_TOP_TYPE"),
        ("x" * (2 << 20) + "x", "E_TOO_LARGE"),
        ('{"schema": "\ud800"}', "E_UTF8"),
    ],
)
def test_what_is_no_document_is_refused_with_its_code(bench: Bench, document: object, code: str) -> None:
    outcome = bench.desk.submit(document, bench.visitor())
    assert (outcome.state, outcome.findings[0].code) == (State.INVALID, code)


def test_other_bytes_of_the_same_document_are_refused(bench: Bench) -> None:
    outcome = bench.submit(json.dumps(json.loads(bench.data), indent=1).encode())
    assert [one.code for one in outcome.findings] == ["E_CANONICAL"]


def test_a_receipt_that_differs_names_the_first_cell(bench: Bench) -> None:
    counts = [
        {"category": category.id, "tier": tier, "correct": 0, "answered": 50, "total": 50}
        for category in bench.desk.suite.categories
        for tier in bench.desk.suite.tiers
    ]
    rows = json.loads(bench.data)["predictions"]
    receipt = {"scorer": "nnai-scorer/1", "predictions_sha256": sha256_hex(canonical_bytes(rows)), "counts": counts}
    outcome = bench.submit(bench.changed(preview=receipt))
    assert [(one.code, one.where) for one in outcome.findings] == [("E_PREVIEW", "/preview/counts/0")]
    assert "deduction tier 1: 0 claimed" in outcome.findings[0].message


@pytest.mark.parametrize("action", [Action.ACCEPT, Action.RETRACT])
def test_an_accepted_or_retracted_record_is_linked_and_not_sent_again(bench: Bench, maker: Any, action: Action) -> None:
    record = sha256_hex(bench.data)
    if action is Action.RETRACT:
        maker.decide(action, record, "Withdrawn by its author.")
    bench.desk.board = maker.state
    outcome = bench.submit()
    assert (outcome.state, outcome.url) == (State.ALREADY_ACCEPTED, f"/#entry={record}")
    assert ("retracted" in outcome.message) is (action is Action.RETRACT)
    assert at(bench) == []


def test_one_visitor_calls_a_bounded_number_of_times(bench: Bench) -> None:
    for _ in range(ATTEMPTS.calls):
        assert bench.desk.submit("", bench.visitor()).state is State.INVALID
    outcome = bench.desk.submit("", bench.visitor())
    assert outcome.state is State.RATE_LIMITED
    assert 0 < (outcome.retry_after or 0) <= ATTEMPTS.seconds
    assert bench.desk.submit("", bench.visitor("demo-second-submitter")).state is State.INVALID


def test_no_token_reaches_an_outcome_or_a_log(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    visitor = bench.visitor()
    for kind in ("forbidden", "cut-after"):
        bench.hub.faults.arm("commit", kind)
        outcome = bench.desk.submit(bench.data.decode(), visitor)
        assert visitor.token not in outcome.to_json()
    assert visitor.token not in caplog.text
    assert visitor.token not in repr(visitor)
