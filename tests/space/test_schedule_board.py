"""The board of schedules as it is drawn: its columns and filters, one suite at a time, details with diagnostics."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from leaderboard import Action, Board, Status, build_board
from space.board_html import draw_board, draw_boards
from space.board_source import BoardSource
from space.board_view import Group, Row, view_board
from space.entry_html import draw_entry
from space.face import SCHEDULE_MEANING
from space.leaderboard_tab import draw_all
from space.site import SUITES, Site

ROOT = Path(__file__).resolve().parents[2]


def board_of(maker: Any) -> Board:
    return build_board(maker.state, maker.suite)


def row_of(maker: Any) -> Row:
    return view_board(board_of(maker)).rows[0]


def sources_of(maker: Any, corpora: Path = ROOT / "corpora") -> list[BoardSource]:
    return [BoardSource(Site(corpus=name, corpora=corpora, state=maker.state.root)) for name in SUITES]


def details_of(maker: Any, record: str) -> str:
    board = board_of(maker)
    entry = board.entry(record)
    assert entry is not None
    return draw_entry(entry, suite=board.suite, hub="http://127.0.0.1:7860/localhub")


class Words(HTMLParser):
    """The text of a fragment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = ""
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found += data


def test_a_row_shows_feasibility_tiers_partial_credit_and_coverage(schedules: Any) -> None:
    schedules.accept(right=150, null=100)
    row = row_of(schedules)
    assert (row.rank, row.ranks, row.group) == (1, "1–1", Group.RANKED)
    assert row.score is not None
    assert (row.score.main, row.score.low, row.score.high, row.score.coverage) == ("50.00", "44.4", "55.6", "67")
    assert [cell.percent for cell in row.score.cells][:3] == ["100", "50", "0"]
    assert row.score.cells[3].name == "Partial credit"
    assert int(row.score.cells[3].percent) > 50


def test_the_table_has_the_columns_of_its_suite_and_no_chance(schedules: Any) -> None:
    schedules.accept(right=150)
    html = draw_board(view_board(board_of(schedules)))
    heads = re.findall(r'<button type="button" data-column="\d" title="[^"]*">([^<]*)<', html)
    assert heads == ["Rank", "System", "Feasible", "Tier 1", "Tier 2", "Tier 3", "Partial", "Coverage"]
    assert "300 instances · 3 tiers" in html
    assert "chance" not in html.replace("nn-nochance", "")
    assert SCHEDULE_MEANING in Words(html).found


def test_input_mode_is_a_filter_with_counts(schedules: Any) -> None:
    for mode in ("structured", "text", "text"):
        schedules.accept(right=schedules.day, input_mode=mode)
    counts = {(one.facet, one.value): one.count for one in view_board(board_of(schedules)).choices}
    assert counts["input", "structured"] == 1
    assert counts["input", "text"] == 2
    html = draw_board(view_board(board_of(schedules)))
    assert html.count('data-input="text"') == 2
    assert "Text input <span>2</span>" in html


def test_sort_keys_are_exact(schedules: Any) -> None:
    schedules.accept(right=150)
    record = schedules.accept(right=149)
    schedules.decide(Action.RETRACT, record, "Gone.")
    keys = re.findall(r'data-keys="([^"]*)"', draw_board(view_board(board_of(schedules))))
    assert re.fullmatch(r"1,,\d+,100,50,0,\d{9},300", keys[0])
    assert keys[1] == "," * 7


def test_details_hold_tiers_diagnostics_and_the_place_of_the_charts(schedules: Any) -> None:
    record = schedules.accept(right=150, input_mode="text")
    html = details_of(schedules, record)
    words = Words(html).found
    for told in ("Partial credit", "no overlap", "precedence", "Draw the 300 schedules", "Input mode", "150 of 300"):
        assert told in words
    assert f'data-corpus="scheduling-v0.2" data-sha="{record}"' in html


def test_a_retracted_entry_draws_no_schedules(schedules: Any) -> None:
    record = schedules.accept(right=150)
    schedules.decide(Action.RETRACT, record, "Gone.")
    assert "nn-schedules" not in details_of(schedules, record)
    assert "50.00" not in details_of(schedules, record)


def test_one_board_is_on_stage_and_the_other_waits_in_a_template(maker: Any, schedules: Any) -> None:
    maker.accept(right=300, system__name="core-system")
    schedules.accept(right=150, system__name="scheduler", status=Status.CONTROL)
    html = draw_all(sources_of(maker))
    stage, template = html.split("<template")
    assert "core-system" in stage
    assert "core-system" not in template
    assert "scheduler" in template
    assert re.findall(r'data-suite="([^"]*)" aria-pressed="(\w+)">([^<]*)<', html) == [
        ("core-v0.1", "true", "Core v0.1"),
        ("scheduling-v0.2", "false", "Scheduling v0.2"),
    ]


def test_one_suite_needs_no_switch() -> None:
    assert draw_boards([("core-v0.1", "Core v0.1", "<b>board</b>")]) == "<b>board</b>"


def test_a_suite_that_cannot_be_read_leaves_the_other_board(maker: Any, tmp_path: Path) -> None:
    maker.accept(right=300, system__name="core-system")
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "core-v0.1").symlink_to(ROOT / "corpora" / "core-v0.1")
    html = draw_all(sources_of(maker, tmp_path / "corpora"))
    assert "core-system" in html
    assert "The board cannot be drawn." in html.split("<template")[1]


@pytest.mark.parametrize("corpus", ["nothing", "", "scheduling-v0.2/../core-v0.1"])
def test_a_corpus_nobody_named_is_a_plain_404(schedule_app: Any, corpus: str) -> None:
    assert schedule_app.get(f"/nnai/board/{corpus}.json")[0] == 404


def test_each_suite_serves_its_own_data_and_no_entry_of_the_other(schedule_app: Any) -> None:
    core, planner = schedule_app.records["Core system"], schedule_app.records["Planner"]
    for corpus, suite, record in (
        ("core-v0.1", "nnai-bench-0.1", core),
        ("scheduling-v0.2", "nnai-sched-0.2", planner),
    ):
        for address in (f"suite/{corpus}.json", f"board/{corpus}.json", f"record/{corpus}/{record}.json"):
            status, body = schedule_app.get(f"/nnai/{address}")
            assert (status, f'"suite":"{suite}"'.encode() in body) == (200, True)
        assert schedule_app.get(f"/nnai/board/{corpus}.csv")[1].count(suite.encode()) >= 1
        assert schedule_app.get(f"/nnai/entry/{corpus}/{record}")[0] == 200
    assert schedule_app.get(f"/nnai/entry/core-v0.1/{planner}")[0] == 404
    assert schedule_app.get(f"/nnai/record/scheduling-v0.2/{core}.json")[0] == 404
