"""Real state folders for the page: submissions that the contract accepts, decisions in a real log."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from evaluator import AnySuite, ScheduleSuite, Suite, load_corpus, load_suite
from leaderboard import Action, Decision, State, Status
from leaderboard.marks import mark_score
from leaderboard.stored import reader_for
from records import sha256_hex
from submissions_schema import Submission

ROOT = Path(__file__).resolve().parents[2]
DAY = "2026-11-{:02d}"


@dataclass
class StateMaker:
    """Fills a state folder: one accepted submission a call, further decisions by record."""

    suite: AnySuite
    state: State
    day: int = field(default=0)

    def accept(self, *, right: int, status: Status = Status.SELF_REPORTED, answered: int = 900, **changes: Any) -> str:
        """Accept a system that answers the first `answered` items, `right` of them (evenly spread) rightly."""
        return self._accepted(_document(self.suite, right, answered), status, changes)

    def _accepted(self, document: dict[str, Any], status: Status, changes: dict[str, Any]) -> str:
        for path, value in changes.items():
            _put(document, path.split("__"), value)
        submission = Submission.from_dict(document)
        record = self.state.store_record(self.suite.corpus, submission.canonical())
        self.day += 1
        score = mark_score(reader_for(self.suite).scored(submission).score)
        self._append(Action.ACCEPT, record, "Checked by hand.", status=status, score=score)
        return record

    def decide(self, action: Action, record: str, note: str) -> None:
        """A later decision about an accepted record."""
        self._append(action, record, note)

    def _append(self, action: Action, record: str, note: str, **more: Any) -> None:
        date = DAY.format(1 + self.day % 28)
        decision = Decision(
            action=action,
            corpus=self.suite.corpus,
            actor="vynly",
            date=date,
            time=f"{date}T12:00:00Z",
            note=note,
            record=record,
            **more,
        )
        self.state.append(decision)


@dataclass
class ScheduleMaker(StateMaker):
    """The same for schedules: `rows` holds a feasible one for every instance."""

    rows: list[dict[str, Any]] = field(default_factory=list)

    def accept(self, *, right: int, null: int = 0, status: Status = Status.SELF_REPORTED, **changes: Any) -> str:
        """Accept a system that solves the first `right` instances, then abstains, then leaves one task out."""
        given = {row["id"]: row["schedule"] for row in self.rows}
        rows = []
        for place, item in enumerate(self.suite.contract.ids):
            cut = given[item] if place < right else (None if place < right + null else given[item][:-1])
            rows.append({"id": item, "schedule": cut})
        facts = {"suite": self.suite.id, "test_sha256": self.suite.test_sha256, "predictions": rows}
        document = {**_frame(), **facts, "input_mode": "structured"}
        return self._accepted(document, status, changes)


def _document(suite: Suite, right: int, answered: int) -> dict[str, Any]:
    wrong = {"A": "B", "B": "C", "C": "D", "D": "A"}
    rows = []
    for place, item in enumerate(suite.items):
        hit = (place * right) % len(suite.items) < right
        label = (item.label if hit else wrong[item.label]) if place < answered else "ABSTAIN"
        rows.append({"id": item.id, "label": label})
    return {**_frame(), "suite": suite.id, "test_sha256": suite.test_sha256, "predictions": rows}


def _frame() -> dict[str, Any]:
    unseen = {"status": "none", "text": ""}
    return {
        "schema": "nnai-submission/1",
        "submitted_by": "demo-submitter",
        "system": {"name": "rule-forest", "version": "1.0", "description": "Trees over hand-written features."},
        "source": {
            "url": "https://github.com/example/rule-forest",
            "revision": "a41f09c2" * 5,
            "licence": "Apache-2.0",
            "closed_source": False,
        },
        "architecture": {
            "summary": "Parse, extract features, vote.",
            "components": [
                {"name": "Reader", "kind": "parser", "learned": False, "description": "Splits the text."},
                {"name": "Forest", "kind": "decision-trees", "learned": True, "description": "Fitted on train."},
            ],
            "non_neural": True,
        },
        "track": "closed-book",
        "resources": [],
        "provenance": {
            "training_data": "The 600 training items.",
            "static_artifacts": "None.",
            "neural_assistance": unseen,
            "authored_code": {"status": "declared", "files": [{"path": "forest/features.py", "lines": 220}]},
        },
        "test_exposure": {
            "items": unseen,
            "labels": unseen,
            "generator_details": unseen,
            "tuning_across_test_runs": unseen,
            "test_runs": 1,
            "test_adapted": False,
            "template_informed": False,
        },
        "reproduction": {
            "environment": {"file": "requirements.lock", "sha256": sha256_hex(b"lock")},
            "commands": {
                "fit": "python3 -m forest fit --train train.jsonl --out model.json",
                "predict": "python3 -m forest predict --model model.json --out predictions.json",
                "evaluate": "python3 -m evaluator score --suite nnai-bench-0.1 predictions.json",
            },
            "seed": 7,
            "deterministic": True,
        },
        "hardware": {"cpu": "2 x86-64 cores", "memory": "8 GiB", "os": "Debian 12"},
        "runtime_ms": {"inference": 812, "preprocessing": 4020, "index_build": 0},
        "agreement": True,
    }


def _put(document: dict[str, Any], path: list[str], value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


@pytest.fixture(scope="session")
def suite() -> Suite:
    """The real core suite."""
    return load_suite(ROOT / "corpora" / "core-v0.1")


@pytest.fixture
def maker(suite: Suite, tmp_path: Path) -> StateMaker:
    """An empty state folder and what fills it."""
    return StateMaker(suite=suite, state=State(tmp_path / "leaderboard"))


@pytest.fixture(scope="session")
def schedule_suite() -> ScheduleSuite:
    """The real scheduling suite."""
    suite = load_corpus(ROOT / "corpora" / "scheduling-v0.2")
    assert isinstance(suite, ScheduleSuite)
    return suite


@pytest.fixture
def schedules(schedule_suite: ScheduleSuite, maker: StateMaker, feasible_rows: list[dict[str, Any]]) -> ScheduleMaker:
    """Fills the same state folder as `maker`, with schedules."""
    return ScheduleMaker(suite=schedule_suite, state=maker.state, rows=feasible_rows)


@pytest.fixture
def make_state(suite: Suite) -> Callable[[Path], StateMaker]:
    """The same for a folder of one's choice."""
    return lambda root: StateMaker(suite=suite, state=State(root))


@dataclass(frozen=True)
class BoardApp:
    """A running app over a state of its own, and what fills that state further."""

    base: str
    app: Any
    maker: StateMaker
    records: dict[str, str]


HOSTILE_NAME = "<img src=x onerror=window.pwned=1> ${window.pwned=1} {{value}} (a+b)*"


@pytest.fixture(scope="session")
def board_app(suite: Suite, start_app: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> BoardApp:
    """An app with entries of every kind. Tests only add entries."""
    home = tmp_path_factory.mktemp("board-home")
    maker = StateMaker(suite=suite, state=State(home / "leaderboard"))
    unknown = {"status": "unknown", "text": ""}
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("Authored solver", {"right": 890, "status": Status.MAINTAINER_RUN, "test_exposure__test_adapted": True}),
        ("Induced search", {"right": 560, "answered": 729, "status": Status.REPRODUCED}),
        ("Vague forest", {"right": 280, "provenance__neural_assistance": unknown, "test_exposure__items": unknown}),
        (HOSTILE_NAME, {"right": 270}),
        ("Withdrawn", {"right": 500}),
        ("Seeded random", {"right": 223, "status": Status.CONTROL}),
        ("Training majority", {"right": 225, "status": Status.CONTROL}),
    ]
    records = {name: maker.accept(system__name=name, **facts) for name, facts in kinds}
    maker.decide(Action.RETRACT, records["Withdrawn"], "Withdrawn by its author.")
    app = start_app(home)
    return BoardApp(base=app.base, app=app, maker=maker, records=records)


@dataclass(frozen=True)
class ScheduleApp:
    """A running app with entries on both boards."""

    base: str
    records: dict[str, str]

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body at `path`."""
        try:
            with urllib.request.urlopen(self.base + path, timeout=30) as answer:
                return int(answer.status), bytes(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()


@pytest.fixture(scope="session")
def schedule_app(
    suite: Suite, schedule_suite: ScheduleSuite, start_app: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory
) -> ScheduleApp:
    """An app with one core system, and a planner, a reader of text and a control of schedules."""
    home = tmp_path_factory.mktemp("schedule-home")
    core = StateMaker(suite=suite, state=State(home / "leaderboard"))
    rows = json.loads((ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_bytes())
    rows = rows if isinstance(rows, list) else rows["predictions"]
    maker = ScheduleMaker(suite=schedule_suite, state=core.state, rows=rows)
    records = {
        "Core system": core.accept(right=300, system__name="Core system"),
        "Planner": maker.accept(right=280, system__name="Planner"),
        "Text reader": maker.accept(right=90, null=40, system__name="Text reader", input_mode="text"),
        "EDF": maker.accept(right=150, system__name="EDF", status=Status.CONTROL),
    }
    return ScheduleApp(base=start_app(home).base, records=records)
