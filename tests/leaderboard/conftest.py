"""Submissions on the real suite, a real local hub behind a real server, and the real client."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi

from evaluator import AnySuite, ScheduleSuite, Suite, known_corpora, suite_for
from evaluator.schedule import load_schedule_suite
from hub import Hub, HubError, HubMissing
from hub.local import LocalHub
from hub.local.people import People
from hub.local.serving import serving
from hub.local.store import Store
from leaderboard import QUEUE, Action, State, Status, submission_path
from leaderboard.commands import Context
from leaderboard.marks import mark_score
from leaderboard.stored import reader_for
from records import Stream
from submissions_schema import Submission

SCHEDULES = Path(__file__).resolve().parent.parent / "cases" / "submission-scheduling" / "base.json"
BASE = Path(__file__).resolve().parent.parent / "cases" / "submission-core" / "base.json"
NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
Write = Callable[..., Submission]


@pytest.fixture(scope="session")
def suite() -> Suite:
    return suite_for("nnai-bench-0.1")


@pytest.fixture(scope="session")
def write(suite: Suite) -> Write:
    """Make a submission: `right` of the items right (chosen by `seed`), the others wrong or open."""

    def make(
        seed: int | str = 0,
        *,
        right: int = 300,
        open_items: int = 0,
        by: str = "demo-submitter",
        name: str | None = None,
        **changes: object,
    ) -> Submission:
        stream = Stream("test-submission", str(seed), str(right))
        order = stream.shuffled(range(len(suite.items)))
        labels = {}
        for place, index in enumerate(order):
            item = suite.items[index]
            wrong = stream.choice([label for label in "ABCD" if label != item.label])
            kept = item.label if place < right else wrong
            labels[item.id] = "ABSTAIN" if place >= len(order) - open_items else kept
        document = {**json.loads(BASE.read_text(encoding="utf-8")), "test_sha256": suite.test_sha256, **changes}
        document["submitted_by"] = by
        document["system"] = {**document["system"], "name": name or f"System {seed}"}
        rows = [{"id": item, "label": label} for item, label in labels.items()]
        made = Submission.from_dict({**document, "predictions": rows})
        return replace(made, predictions=tuple(sorted(made.predictions, key=lambda row: row.id)))

    return make


@pytest.fixture(scope="session")
def schedule_suite() -> ScheduleSuite:
    return load_schedule_suite(known_corpora()["nnai-sched-0.2"])


@pytest.fixture
def write_schedules(schedule_suite: ScheduleSuite, feasible_rows: list[dict[str, Any]]) -> Write:
    """Make a submission of schedules: the first `right` instances feasible, then `null` ones, the others cut short."""

    def make(
        name: str = "Scheduler",
        *,
        right: int = 300,
        null: int = 0,
        by: str = "demo-submitter",
        mode: str = "structured",
        **changes: object,
    ) -> Submission:
        given = {row["id"]: row["schedule"] for row in feasible_rows}
        rows = []
        for place, item in enumerate(schedule_suite.contract.ids):
            cut = given[item] if place < right else (None if place < right + null else given[item][:-1])
            rows.append({"id": item, "schedule": cut})
        document = {**json.loads(SCHEDULES.read_text(encoding="utf-8")), "test_sha256": schedule_suite.test_sha256}
        document |= {"submitted_by": by, "input_mode": mode, "predictions": rows, **changes}
        document["system"] = {**document["system"], "name": name}
        return Submission.from_dict(document)

    return make


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state")


@dataclass(frozen=True, kw_only=True, slots=True)
class Queue:
    """A served hub: pull requests of the demo users, and the maintainer's client."""

    url: str
    folder: Path
    local: LocalHub
    maintainer: Hub

    def token(self, user: str) -> str:
        people = People(Store(self.folder / "localhub" / "hub.sqlite3"), time.time)
        return people.issue(user, "openid profile write-discussions", kind="oauth", seconds=3600)

    def api(self, user: str) -> HfApi:
        return HfApi(endpoint=self.url, token=self.token(user))

    def open(self, submission: Submission, user: str = "demo-submitter") -> int:
        """Open a pull request with one submission at its place."""
        path = submission_path(submission.suite, submission.sha256)
        return self.propose({path: submission.canonical()}, user)

    def propose(self, files: dict[str, bytes], user: str = "demo-submitter") -> int:
        """Open a pull request by hand, with whatever files."""
        adds = [CommitOperationAdd(path_in_repo=path, path_or_fileobj=data) for path, data in files.items()]
        done = self.api(user).create_commit(QUEUE, adds, commit_message="By hand", repo_type="dataset", create_pr=True)
        assert done.pr_num is not None
        return int(done.pr_num)

    def push(self, number: int, files: dict[str, bytes | None], user: str = "demo-submitter") -> None:
        """Move the head of a pull request, as its author may at any time."""
        operations = [
            CommitOperationDelete(path_in_repo=path)
            if data is None
            else CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)
            for path, data in files.items()
        ]
        self.api(user).create_commit(
            QUEUE, operations, commit_message="Push", repo_type="dataset", revision=f"refs/pr/{number}"
        )

    def status(self, number: int) -> str:
        return self.maintainer.pull(QUEUE, number).summary.status


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with serving(tmp_path) as local:
        token = local.maintainer_token.read_text(encoding="ascii").strip()
        maintainer = Hub(local.base_url, token, looks=(0.0,))
        yield Queue(url=local.base_url, folder=tmp_path, local=local, maintainer=maintainer)


@pytest.fixture
def context(queue: Queue, state: State, suite: Suite) -> Context:
    """The maintainer at the desk, on the day of NOW."""
    return Context(
        state=state,
        suites=(suite,),
        hub=queue.maintainer,
        now=NOW,
        actor="demo-maintainer",
        probe=None,
        blames_data=lambda error: type(error) is HubError or isinstance(error, HubMissing),
    )


class Shelf:
    """Decisions written straight into a state, as a maintainer's commands do; no hub is ever asked."""

    def __init__(self, state: State, suite: AnySuite) -> None:
        self.state, self.suite = state, suite
        self.context = Context(
            state=state,
            suites=(suite,),
            hub=Hub("http://127.0.0.1:9/localhub"),
            now=NOW,
            actor="vynly",
            probe=None,
            blames_data=lambda error: False,
        )

    def put(self, submission: Submission, status: str = "self-reported", day: int = 29) -> str:
        """Store and accept a submission on a day of November; its record digest."""
        desk = replace(self.context, now=NOW.replace(day=day)).desk("vynly")
        sha256 = self.state.store_record(self.suite.corpus, submission.canonical())
        score = mark_score(reader_for(self.suite).read(self.state, sha256).score)
        decision = desk.decision(Action.ACCEPT, self.suite.corpus, "a note")
        desk.decide(replace(decision, record=sha256, status=Status(status), score=score))
        return sha256

    def say(self, action: str, sha256: str, note: str = "a reason") -> None:
        """Dispute, resolve or retract."""
        desk = self.context.desk("vynly")
        desk.decide(replace(desk.decision(Action(action), self.suite.corpus, note), record=sha256))


@pytest.fixture
def shelf(state: State, suite: Suite) -> Shelf:
    return Shelf(state, suite)


@pytest.fixture
def schedule_shelf(state: State, schedule_suite: ScheduleSuite) -> Shelf:
    """The same state, seen as that of the scheduling suite."""
    return Shelf(state, schedule_suite)


@pytest.fixture
def both(context: Context, suite: Suite, schedule_suite: ScheduleSuite) -> Context:
    """The maintainer at the desk of both suites."""
    return replace(context, suites=(suite, schedule_suite))


@pytest.fixture(scope="session")
def shelf_at(suite: Suite) -> Callable[[Path], Shelf]:
    """A shelf over the state in another folder."""
    return lambda folder: Shelf(State(folder), suite)
