"""What a run of the pinned source gave, on the page: whose run it was is never in doubt; the evidence can be read."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from leaderboard import (
    Action,
    Entry,
    Reproduced,
    ReproductionMark,
    Status,
    board_csv,
    board_json,
    build_board,
)
from records import sha256_hex
from space.board_routes import board_routes
from space.board_source import BoardSource
from space.board_view import FACETS, chips_of, view_board
from space.entry_html import draw_entry
from space.site import Site

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = b'{"schema":"nnai-reproduction/1"}'


def mark(equal: int = 900, **changes: Any) -> ReproductionMark:
    fixed = {"evidence": sha256_hex(EVIDENCE), "revision": "a" * 40, "profile": "linux-bwrap-v1"}
    facts = {**fixed, "profile_digest": "sha256:" + "b" * 64, "total": 900, "runs": 2, "deterministic": True}
    return ReproductionMark(**{**facts, "equal": equal, **changes})


@pytest.fixture
def own(maker: Any) -> Entry:
    """A maintainer-run entry with a whole run of its own."""
    record = maker.accept(right=300, status=Status.MAINTAINER_RUN)
    maker._append(Action.REPRODUCE, record, "run twice", reproduction=mark())
    maker.state.store_evidence("core-v0.1", EVIDENCE)
    return build_board(maker.state, maker.suite).entries[0]


def labels(entry: Entry) -> list[tuple[str, str]]:
    return [(chip.kind, chip.label) for chip in chips_of(entry)]


def by_another(entry: Entry, made: ReproductionMark, status: Status) -> Entry:
    run = Reproduced(mark=made, date="2026-11-30", actor="vynly", note="n", independent=True)
    return replace(entry, status=status, reproduction=run)


def test_an_own_run_keeps_its_word_and_says_whose_it_is(own: Entry) -> None:
    assert labels(own)[:2] == [("note", "Maintainer-run"), ("note", "Reproduced 900/900, own run")]
    assert "not independent" in chips_of(own)[1].title


def test_an_independent_run_replaces_the_word_by_the_count(own: Entry) -> None:
    assert labels(by_another(own, mark(), Status.REPRODUCED))[0] == ("accent", "Reproduced 900/900")


def test_a_lower_count_is_a_warning_and_no_status(own: Entry) -> None:
    shown = labels(by_another(own, mark(897), Status.SELF_REPORTED))
    assert shown[:2] == [("neutral", "Self-reported"), ("warning", "Reproduced 897/900")]


def test_the_panel_links_the_evidence_and_escapes_what_the_log_says(own: Entry, maker: Any) -> None:
    html = draw_entry(own, suite=maker.suite, hub="https://huggingface.co")
    assert f'href="/nnai/evidence/core-v0.1/{sha256_hex(EVIDENCE)}.json"' in html
    assert "not an independent reproduction" in html
    hostile = '<script>alert(1)</script>"${x}'
    odd = replace(own.reproduction, note=hostile, actor=hostile, mark=mark(profile=hostile, profile_digest=hostile))
    html = draw_entry(replace(own, reproduction=odd), suite=maker.suite, hub="")
    assert "<script" not in html
    assert "${" not in html


def test_an_entry_without_a_run_has_no_panel(maker: Any) -> None:
    maker.accept(right=300)
    (entry,) = build_board(maker.state, maker.suite).entries
    assert "Run again" not in draw_entry(entry, suite=maker.suite, hub="")
    assert not [choice for choice in view_board(build_board(maker.state, maker.suite)).choices if choice.facet == "run"]


def test_filter_csv_and_json_use_one_word_for_it(own: Entry, maker: Any) -> None:
    board = build_board(maker.state, maker.suite)
    choices = [(one.value, one.count) for one in view_board(board).choices if one.facet == "run"]
    assert choices == [("own-run", 1)]
    (row,) = csv.DictReader(io.StringIO(board_csv(board).decode("utf-8-sig")))
    assert (row["reproduction"], row["reproduced_equal"], row["reproduced_total"]) == ("own-run", "900", "900")
    assert (row["status"], row["evidence_sha256"]) == ("maintainer-run", sha256_hex(EVIDENCE))
    said = json.loads(board_json(board))["entries"][0]["reproduction"]
    assert (said["kind"], said["independent"], said["note"], said["equal"]) == ("own-run", False, "run twice", 900)


def test_evidence_is_served_where_a_decision_names_it_and_nothing_else_is(own: Entry, maker: Any) -> None:
    other = maker.state.store_evidence("core-v0.1", b'{"other":1}')
    site = Site(corpus="core-v0.1", corpora=ROOT / "corpora", state=maker.state.root)
    client = TestClient(Starlette(routes=board_routes([BoardSource(site)], "")))
    answer = client.get(f"/nnai/evidence/core-v0.1/{sha256_hex(EVIDENCE)}.json")
    assert (answer.status_code, answer.content) == (200, EVIDENCE)
    for name in (other, "0" * 64, "..%2F..%2Fdecisions", own.sha256):
        assert client.get(f"/nnai/evidence/core-v0.1/{name}.json").status_code == 404
    maker.state.evidence_path("core-v0.1", sha256_hex(EVIDENCE)).write_bytes(b"altered")
    assert client.get(f"/nnai/evidence/core-v0.1/{sha256_hex(EVIDENCE)}.json").status_code == 404


def test_the_browser_keeps_every_facet_in_the_address() -> None:
    script = (ROOT / "assets" / "board" / "view_state.mjs").read_text("utf-8")
    kept = script.split("const FACETS = [")[1].split("]")[0]
    assert {name.strip(' "') for name in kept.split(",")} == set(FACETS)
