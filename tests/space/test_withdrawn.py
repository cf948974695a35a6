"""The page says which tasks do not count, and shows a held-out result with its cautions."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from evaluator import REGISTRY, AnySuite, TaskStates, Withdrawal, browser_data
from leaderboard import build_board
from leaderboard.held_out import CAVEATS
from records import canonical_bytes, sha256_hex
from space.board_html import draw_board
from space.board_source import BoardSource
from space.board_view import view_board
from space.entry_html import draw_entry
from space.face import CALIBRATING
from space.site import Site

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = '<img src=x onerror="alert(1)"> ${alert(1)} {{value}}'
DEMO = "sha256:" + "ab" * 32


class Words(HTMLParser):
    """The text of a fragment, parts apart, and its elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = ""
        self.tags: set[str] = set()
        self.feed(html)
        self.found = " ".join(self.found.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.found += f"{data} "


def without(suite: AnySuite, tasks: list[str], reason: str = "why") -> AnySuite:
    gone = Withdrawal(state="quarantined", since="2026-11-30", reason=reason, tasks=tuple(tasks))
    counts = (("active", len(suite.contract.ids) - len(tasks) - 7), ("calibrating", 7), ("quarantined", len(tasks)))
    return replace(suite, task_states=TaskStates(counts=counts, withdrawals=(gone,)))


def drawn(maker: Any, suite: AnySuite) -> tuple[str, str]:
    """The board, and the details of its first entry."""
    board = build_board(maker.state, suite)
    return draw_board(view_board(board)), draw_entry(board.entries[0], suite=suite, hub="http://127.0.0.1:1")


def test_the_board_says_how_many_tasks_count_since_when_and_why(maker: Any, suite: Any) -> None:
    maker.accept(right=600)
    board, details = (Words(html).found for html in drawn(maker, without(suite, ["nb1-te-ded-1-000"])))
    assert "899 of 900 tasks scored." in board
    assert "1 quarantined since 2026-11-30: why" in board
    assert "nb1-te-ded-1-000" in board
    assert "Macro accuracy 899 of 900 tasks" in board
    assert "892 active, 7 calibrating" in board
    assert CALIBRATING in board
    assert "Scored 899 of 900 tasks (892 active, 7 calibrating)" in details
    assert "Not scored 1 quarantined since 2026-11-30: why" in details


def test_where_every_task_counts_the_number_stands_beside_the_score_alone(maker: Any, suite: Any) -> None:
    maker.accept(right=600)
    board, details = (Words(html).found for html in drawn(maker, suite))
    assert "Macro accuracy 900 tasks" in board
    assert "Scored 900 tasks" in details
    assert "quarantined" not in board + details
    assert CALIBRATING not in board
    assert "descriptive only" not in board + details


def test_a_reason_is_text_and_never_markup(maker: Any, suite: Any) -> None:
    maker.accept(right=600)
    for html in drawn(maker, without(suite, ["nb1-te-ded-1-000"], HOSTILE)):
        assert "img" not in Words(html).tags
        assert "${" not in html
        assert "{{" not in html


def test_a_category_with_fewer_than_five_scored_tasks_is_descriptive_only(maker: Any, suite: Any) -> None:
    maker.accept(right=600)
    spatial = [item.id for item in suite.items if item.category == "spatial"]
    few, none = (drawn(maker, without(suite, spatial[kept:])) for kept in (4, 0))
    assert all("descriptive only" in Words(html).found for html in few)
    assert all("no task scored" in Words(html).found for html in none)
    board, details = none
    assert 'title="Spatial: no task is scored"><span>–</span>' in board
    assert "Spatial" in Words(details).found


def test_schedules_say_the_same(schedules: Any, schedule_suite: Any) -> None:
    schedules.accept(right=300)
    board, details = (
        Words(html).found for html in drawn(schedules, without(schedule_suite, list(schedule_suite.contract.ids[203:])))
    )
    assert "Feasible 203 of 300 tasks" in board
    assert "Tier 3 descriptive only" in board
    assert "Tier 3 descriptive only" in details
    assert "Feasible schedules 203 of 203" in details


def test_the_page_follows_the_registry_without_a_restart(maker: Any, suite: Any, tmp_path: Path) -> None:
    maker.accept(right=600)
    corpora = tmp_path / "corpora"
    shutil.copytree(ROOT / "corpora" / "core-v0.1", corpora / "core-v0.1", ignore=shutil.ignore_patterns("corpus"))
    source = BoardSource(Site(corpus="core-v0.1", corpora=corpora, state=maker.state.root))
    before = source.current().board
    registry = corpora / "core-v0.1" / REGISTRY
    registry.parent.mkdir()
    ids = list(suite.contract.ids)
    registry.write_text(f"schema_version = 2\n[states]\nactive = {ids[3:]}\nquarantined = {ids[:3]}\n")
    during = source.current().board
    registry.write_text(f"schema_version = 2\n[states]\nactive = {ids}\n")
    after = source.current().board
    assert before is not None
    assert during is not None
    assert after is not None
    assert (len(before.suite.scored), len(during.suite.scored)) == (900, 897)
    assert before.digest == after.digest != during.digest
    assert json.loads(browser_data(during.suite))["withdrawn"] == ids[:3]
    registry.write_text("[")
    assert [item.code for item in source.current().findings] == ["C_LIFECYCLE"]


@pytest.fixture
def held_out(maker: Any) -> Any:
    """Keeps an obviously made up bundle of the system `rule-forest`."""

    def keep(**counts: int) -> None:
        whole = {"tasks": 900, "observations": 1800, "solved": 1101, "timeouts": 3, **counts}
        document = {
            "schema": "nnai-redacted-bundle/1",
            "corpus": {
                "id": "demo-none",
                "version": "1.0.0",
                "role": "private-held-out",
                "kind": "choice",
                "digest": DEMO,
            },
            "release": {
                "scoring_schema": "criteria-v2",
                "protocol_schema": {"name": "demo", "version": "1", "digest": DEMO},
            },
            "study": DEMO,
            "configuration": "cfg-" + "cd" * 32,
            "system": {
                "label": "rule-forest",
                "family": "demo",
                "source": "https://github.com/example/rule-forest",
                "revision": "a41f09c2" * 5,
            },
            "method": {
                "track": "closed-book",
                "exposure": HOSTILE,
                "profile": "linux-bwrap-v1",
                "adapter_digest": DEMO,
                "timeout_ms": 1,
                "trials": 2,
            },
            "counterpart": {
                "corpus": "core-v0.1",
                "version": "0.1.0",
                "digest": DEMO,
                "same_composition": True,
                "same_protocol": True,
            },
            "insufficient_aggregation": False,
            "outcomes": {
                "whole": whole,
                "strata": [{"dimension": "category", "name": "deduction", "counts": {**whole, "tasks": 150}}],
                "attempts": {"valid": 2, "invalid": 1, "incomplete": 0},
                "suppressed": True,
            },
        }
        data = canonical_bytes(document)
        folder = maker.state.root / "held-out" / "core-v0.1"
        folder.mkdir(parents=True)
        (folder / f"{sha256_hex(data)}.json").write_bytes(data)

    return keep


def test_a_held_out_result_stands_beside_the_score_with_its_cautions(maker: Any, suite: Any, held_out: Any) -> None:
    maker.accept(right=600)
    held_out()
    board, details = drawn(maker, suite)
    assert "held-out 61.17 %" in Words(board).found
    words = Words(details).found
    assert "Public 66.67 % minus held-out 61.17 % is 5.50 points: a possible contamination signal" in words
    assert "1,101 of 1,800 observations" in words
    assert "2 valid, 1 invalid, 0 incomplete" in words
    for html in (board, details):
        assert all(line in Words(html).found for line in CAVEATS)
        assert "img" not in Words(html).tags
        assert "${" not in html


def test_without_a_bundle_nothing_of_it_is_drawn(maker: Any, suite: Any) -> None:
    maker.accept(right=600)
    for html in drawn(maker, suite):
        assert "held-out" not in html.lower()
        assert "memorization" not in html
