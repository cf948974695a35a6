"""The board as values and as HTML: what a row says, what it never does, and what is drawn when state is damaged."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from leaderboard import Action, Board, Status, build_board
from space.board_html import draw_board, draw_unavailable
from space.board_source import BoardSource
from space.board_view import Group, Row, view_board
from space.entry_html import draw_entry
from space.face import MEANING
from space.leaderboard_tab import draw_current
from space.site import Site

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = [
    '<img src=x onerror="alert(1)">',
    "${alert(1)}",
    "{{value}}",
    "`${1}`",
    "</th></tr></table><script>1</script>",
]
UNKNOWN = {"status": "unknown", "text": ""}


class Tags(HTMLParser):
    """The elements of a fragment, in order, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def board_of(maker: Any) -> Board:
    return build_board(maker.state, maker.suite)


def rows_of(maker: Any) -> dict[str, Row]:
    return {row.name: row for row in view_board(board_of(maker)).rows}


def source_of(maker: Any, corpora: Path = ROOT / "corpora") -> BoardSource:
    return BoardSource(Site(corpus="core-v0.1", corpora=corpora, state=maker.state.root))


def details_of(maker: Any, record: str) -> str:
    board = board_of(maker)
    entry = board.entry(record)
    assert entry is not None
    return draw_entry(entry, suite=board.suite, hub="http://127.0.0.1:7860/localhub")


def test_a_row_shows_rank_interval_score_and_cells(maker: Any) -> None:
    maker.accept(right=600, system__name="first")
    maker.accept(right=300, system__name="second", answered=873)
    row = rows_of(maker)["first"]
    assert (row.rank, row.ranks, row.group) == (1, "1–1", Group.RANKED)
    assert row.score is not None
    assert (row.score.main, row.score.low, row.score.high) == ("66.67", "63.5", "69.7")
    assert [cell.percent for cell in row.score.cells] == ["67"] * 6
    assert rows_of(maker)["second"].score.coverage == "97"  # type: ignore[union-attr]


def test_controls_stand_apart_and_unranked(maker: Any) -> None:
    maker.accept(right=225, status=Status.CONTROL, system__name="majority")
    row = rows_of(maker)["majority"]
    assert (row.group, row.rank, row.ranks) == (Group.CONTROL, None, "")
    html = draw_board(view_board(board_of(maker)))
    assert "Launch controls" in html
    assert 'aria-label="not ranked"' in html


def test_unknown_is_the_most_visible_answer(maker: Any) -> None:
    maker.accept(right=300, system__name="vague", provenance__neural_assistance=UNKNOWN, test_exposure__items=UNKNOWN)
    maker.accept(right=300, system__name="adapted", test_exposure__test_adapted=True)
    vague, adapted = rows_of(maker)["vague"], rows_of(maker)["adapted"]
    assert {chip.label for chip in vague.chips if chip.kind == "bad"} == {"exposure unknown", "provenance unknown"}
    assert ("warning", "test-adapted") in [(chip.kind, chip.label) for chip in adapted.chips]


def test_declared_exposure_is_neutral_in_place(maker: Any) -> None:
    declared = {"status": "declared", "text": "Read 20 questions."}
    maker.accept(right=300, system__name="honest", test_exposure__items=declared)
    assert {chip.kind for chip in rows_of(maker)["honest"].chips} == {"neutral"}


def test_a_retracted_entry_leaves_a_struck_row_with_its_reason_and_no_score(maker: Any) -> None:
    record = maker.accept(right=300, system__name="gone")
    maker.decide(Action.RETRACT, record, "Withdrawn <by> the author.")
    row = rows_of(maker)["gone"]
    assert (row.group, row.score, row.reason) == (Group.RETRACTED, None, "Withdrawn <by> the author.")
    html = draw_board(view_board(board_of(maker)))
    assert "<s>gone</s>" in html
    assert "Retracted: Withdrawn &lt;by&gt; the author." in html
    assert "33.33" not in html + details_of(maker, record)


def test_a_dispute_is_a_chip_that_says_why(maker: Any) -> None:
    record = maker.accept(right=300, system__name="doubted")
    maker.decide(Action.DISPUTE, record, "The seed differs.")
    assert ("warning", "disputed", "The seed differs.") in [
        (chip.kind, chip.label, chip.title) for chip in rows_of(maker)["doubted"].chips
    ]


def test_filters_count_what_is_there(maker: Any) -> None:
    maker.accept(right=300)
    maker.accept(right=301, status=Status.REPRODUCED)
    maker.accept(right=302, track="offline-retrieval")
    counts = {(one.facet, one.value): one.count for one in view_board(board_of(maker)).choices}
    assert counts == {
        ("status", "reproduced"): 1,
        ("status", "self-reported"): 2,
        ("track", "closed-book"): 2,
        ("track", "offline-retrieval"): 1,
        ("exposure", "none"): 3,
    }


def test_the_table_is_semantic_and_says_what_the_interval_means(maker: Any) -> None:
    maker.accept(right=300)
    html = draw_board(view_board(board_of(maker)))
    tags = Tags(html)
    assert [attrs["scope"] for tag, attrs in tags.found if tag == "th"] == ["col"] * 10 + ["row"]
    assert [attrs["aria-sort"] for tag, attrs in tags.found if "aria-sort" in attrs] == ["ascending"] + ["none"] * 9
    assert MEANING in tags.words
    assert "<caption" in html


def test_sort_keys_are_exact_and_empty_where_there_is_nothing(maker: Any) -> None:
    record = maker.accept(right=300)
    maker.decide(Action.RETRACT, record, "Gone.")
    maker.accept(right=301)
    keys = re.findall(r'data-keys="([^"]*)"', draw_board(view_board(board_of(maker))))
    assert keys[1] == "," * 9
    assert re.fullmatch(r"1,,\d+(,\d+){7}", keys[0])


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_text(maker: Any, name: str) -> None:
    plain, hostile = maker.accept(right=300, system__name="plain"), maker.accept(right=299, system__name=name)
    html = draw_board(view_board(board_of(maker))) + details_of(maker, hostile)
    assert name in Tags(html).words
    assert not {"img", "script"} & {tag for tag, _ in Tags(html).found}
    assert not re.search(r"\$\{|\{\{|`", html)
    shape = [tag for tag, _ in Tags(details_of(maker, hostile)).found]
    assert shape == [tag for tag, _ in Tags(details_of(maker, plain)).found]


def test_details_hold_everything_that_was_disclosed(maker: Any) -> None:
    corpus = {"kind": "corpus", "name": "Wordlist", "version": "3.1", "bytes": 5, "licence": "CC0-1.0"}
    record = maker.accept(
        right=300,
        track="offline-retrieval",
        resources=[corpus | {"sha256": "ab" * 32}],
        test_exposure__generator_details={"status": "declared", "text": "Read the templates."},
        test_exposure__test_runs=4,
    )
    words = Tags(details_of(maker, record)).words
    for told in ("Trees over hand-written features.", "Wordlist 3.1", "Read the templates.", "forest/features.py"):
        assert told in words
    for told in ("python3 -m forest fit", "git clone https://github.com/", "requirements.lock", "Debian 12", record):
        assert told in words
    assert "Checked by hand." in words


def test_a_closed_source_entry_offers_no_checkout(maker: Any) -> None:
    html = details_of(maker, maker.accept(right=300, source__closed_source=True))
    assert "git clone" not in html
    assert "closed source" in html


def test_an_empty_board_has_a_face(maker: Any) -> None:
    html = draw_current(source_of(maker))
    assert "No accepted system is on this board yet." in html
    assert "All <span>0</span>" in html


def test_a_damaged_record_is_named_and_the_rest_is_shown(maker: Any) -> None:
    maker.accept(right=300, system__name="sound")
    broken = maker.accept(right=301, system__name="broken")
    path = maker.state.record_path("core-v0.1", broken)
    path.write_bytes(path.read_bytes().replace(b"broken", b"<b>oken"))
    html = draw_current(source_of(maker))
    assert "1 stored item is damaged" in html
    assert broken[:12] in html
    assert ">sound</button>" in html
    assert "<b>oken" not in html


def test_a_broken_log_is_a_notice(maker: Any) -> None:
    maker.accept(right=300)
    maker.state.log_path.write_bytes(b'{"seq":1}\n')
    assert "damaged and left out" in draw_current(source_of(maker))


def test_a_missing_corpus_is_a_notice(maker: Any, tmp_path: Path) -> None:
    assert "The board cannot be drawn." in draw_current(source_of(maker, tmp_path / "nowhere"))


def test_findings_of_an_unavailable_board_are_text() -> None:
    assert "The board cannot be drawn." in draw_unavailable(())


def test_the_board_is_built_once_and_again_when_a_file_changes(maker: Any) -> None:
    maker.accept(right=300)
    source = source_of(maker)
    first = source.current()
    assert source.current() is first
    record = maker.accept(right=301)
    second = source.current()
    assert second is not first
    maker.state.record_path("core-v0.1", record).write_bytes(b"{}")
    assert source.current().board.damaged  # type: ignore[union-attr]


def test_a_thousand_rows_stay_small(maker: Any) -> None:
    maker.accept(right=300)
    view = view_board(board_of(maker))
    many = replace(view, rows=view.rows * 1000)
    assert len(draw_board(many)) < 3_000_000
