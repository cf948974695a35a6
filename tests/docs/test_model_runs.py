"""docs/MODEL_RUNS*.md are what the published records make, and what strangers write cannot become markup in it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator import load_known
from leaderboard import Board, Standing, State, Status, build_board
from leaderboard.model_runs import fenced, model_runs_page, plain, run_block, view_of, write_pages
from records import Finding, Rejected

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = State(ROOT / "leaderboard")
SUITES = {suite.corpus: suite for suite in load_known()}
COMMITTED = {suite.corpus: (ROOT / view_of(suite).page).read_bytes() for suite in SUITES.values()}
NAMED_TESTS = {"core-v0.1": 2, "scheduling-v0.2": 1}
HOSTILE = "a|b\n# T <script>x</script> [l](https://evil.example) ![i](x) `c` ``` $m$ www.evil.example \u202e *b* \\"


@pytest.fixture(scope="module", params=sorted(SUITES))
def board(request: pytest.FixtureRequest) -> Board:
    return build_board(PUBLISHED, SUITES[request.param])


@pytest.fixture
def committed(board: Board) -> bytes:
    return COMMITTED[board.suite.corpus]


def blocks(page: bytes) -> list[str]:
    return re.findall(r"^```json\n(.*?)\n```$", page.decode(), re.MULTILINE | re.DOTALL)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for part in pair for text in texts(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in texts(part))


def test_the_committed_page_is_the_generated_one_byte_for_byte(board: Board, committed: bytes) -> None:
    assert model_runs_page(board) == committed, "run `python3 review.py disclose --apply`"


def test_every_control_and_maintainer_run_has_its_whole_block(board: Board, committed: bytes) -> None:
    own = {Status.CONTROL, Status.MAINTAINER_RUN}
    entries = [entry for entry in board.entries if own & {decision.status for decision in entry.decisions}]
    entries.sort(key=lambda entry: Status.CONTROL in {decision.status for decision in entry.decisions})
    assert [json.loads(block) for block in blocks(committed)] == [run_block(e, board.suite) for e in entries]
    assert len(entries) >= 5


def test_nothing_in_a_block_is_blank_and_every_record_is_where_it_says(committed: bytes) -> None:
    for block in map(json.loads, blocks(committed)):
        assert all(text.strip() for text in texts(block))
        assert (ROOT / block["record"]["path"]).is_file()


def test_the_tests_that_the_page_names_exist(board: Board, committed: bytes) -> None:
    named = re.findall(r"`(tests/\S+\.py)::(\w+)`", committed.decode())
    assert len(named) == NAMED_TESTS[board.suite.corpus]
    for path, function in named:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_perfect_scores_carry_their_caveat(board: Board, committed: bytes) -> None:
    perfect = [entry for entry in board.ranked if entry.score.headline == 1]
    caveat = "**A perfect narrow solver is no evidence of general intelligence.**"
    assert committed.decode().count(caveat) == len(perfect)


def test_what_the_makers_knew_stands_beside_what_their_systems_scored() -> None:
    page = COMMITTED["core-v0.1"].decode()
    assert "library of operators was written with knowledge of `docs/TEMPLATES.md`" in page
    assert "the size of its noise was chosen by results on test instances" in COMMITTED["scheduling-v0.2"].decode()


def test_text_of_a_record_is_one_line_without_meaning() -> None:
    shown = plain(HOSTILE)
    assert "\n" not in shown
    assert "\u202e" not in shown
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", shown)
    assert not set("\\`*_[]<>|$!:") & set(bare)
    assert "www." not in shown
    assert plain("plain words, 3-4; and (so) on.") == r"plain words, 3-4; and \(so\) on."


def test_a_block_cannot_be_ended_from_inside() -> None:
    block = fenced({HOSTILE: [HOSTILE, "x" * 200], "n": 1})
    body = block.removeprefix("```json\n").removesuffix("\n```")
    assert json.loads(body) == {HOSTILE: [HOSTILE, "x" * 200], "n": 1}
    assert body.isascii()
    assert not set("`<>&") & set(body)


def test_a_hostile_record_adds_no_line_of_its_own(board: Board, committed: bytes) -> None:
    first, *rest = board.entries
    system = replace(first.submission.system, name=HOSTILE, version=HOSTILE, description=HOSTILE)
    odd = replace(first, submission=replace(first.submission, system=system))
    page = model_runs_page(replace(board, entries=(odd, *rest))).decode()
    assert re.findall(r"^#+ ", page, re.MULTILINE) == re.findall(r"^#+ ", committed.decode(), re.MULTILINE)
    assert "<script" not in page
    assert next(json.loads(block)["system"]["name"] for block in blocks(page.encode())) == HOSTILE


def test_a_retracted_run_keeps_its_section_and_loses_its_score(board: Board) -> None:
    first, *rest = board.entries
    page = model_runs_page(replace(board, entries=(replace(first, state=Standing.RETRACTED), *rest)))
    block = json.loads(blocks(page)[0])
    assert (block["state"], block["score"]) == ("retracted", None)
    assert "It was retracted and has no score" in page.decode()


def test_a_damaged_board_makes_no_page(board: Board) -> None:
    damage = (Finding(code="X", where="records", message="gone"),)
    with pytest.raises(Rejected):
        model_runs_page(replace(board, damaged=damage))


def test_the_command_compares_and_writes_only_when_told(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    looked = write_pages(PUBLISHED, SUITES.values(), tmp_path, apply=False)
    assert (looked.code, list((tmp_path / "docs").iterdir())) == (1, [])
    assert write_pages(PUBLISHED, SUITES.values(), tmp_path, apply=True).code == 0
    assert {path.read_bytes() for path in (tmp_path / "docs").iterdir()} == set(COMMITTED.values())
    again = write_pages(PUBLISHED, SUITES.values(), tmp_path, apply=False).data
    assert [page["current"] for page in again["pages"]] == [True, True]
