"""The published state: the three launch controls with their predictions, each run on exactly this suite."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from baselines import CONTROLS
from evaluator import CORPORA, load_corpus, suite_for
from leaderboard import Action, Board, Standing, State, Status, board_csv, build_board
from submissions_schema import read_upload

ROOT = Path(__file__).resolve().parents[2]
STATE = State(ROOT / "leaderboard")
SUITE = suite_for("nnai-bench-0.1")
BOARD = build_board(STATE, SUITE)


def controls() -> list:
    return [entry for entry in BOARD.entries if entry.status is Status.CONTROL]


def test_the_board_holds_the_three_launch_controls_with_their_predictions() -> None:
    assert len(controls()) == len(CONTROLS) == 3
    for entry in controls():
        assert entry.rank is None
        assert len(entry.submission.predictions) == 900


def test_controls_score_what_was_expected_before_anybody_looked() -> None:
    scores = sorted(entry.score.tally().correct for entry in controls())
    assert 225 in scores
    assert all(183 <= correct <= 269 for correct in scores)


def test_every_entry_was_run_on_this_exact_suite() -> None:
    assert {entry.submission.test_sha256 for entry in BOARD.entries} == {SUITE.test_sha256}
    assert not BOARD.damaged


@pytest.mark.parametrize("name", sorted(CONTROLS))
def test_a_control_run_again_gives_the_predictions_on_the_board(name: str) -> None:
    run = [sys.executable, "-m", "baselines", name, "--out", "-"]
    output = subprocess.run(run, cwd=ROOT, capture_output=True, check=True).stdout
    again = read_upload(output, SUITE.contract).predictions
    assert again in [entry.submission.predictions for entry in controls()]


def test_the_published_log_was_written_by_the_maintainer_command_alone() -> None:
    decisions = STATE.log().decisions
    assert {decision.actor for decision in decisions} == {"vynly"}
    assert not [decision for decision in decisions if decision.pull is not None]
    assert {decision.action for decision in decisions} == {Action.ACCEPT, Action.RETRACT, Action.REPRODUCE}


def test_every_entry_that_stands_was_run_again_and_stays_what_it_is() -> None:
    for suite in (SUITE, load_corpus(CORPORA / "scheduling-v0.2")):
        for entry in build_board(STATE, suite).entries:
            if entry.state is not Standing.RETRACTED:
                assert entry.reproduction is not None
                assert (entry.reproduction.kind, entry.reproduction.mark.deterministic) == ("own-run", True)
                assert entry.status in (Status.CONTROL, Status.MAINTAINER_RUN)


def test_appending_maintainer_runs_changes_neither_the_controls_nor_the_data(tmp_path: Path) -> None:
    """The board of the first three log lines alone shows the controls exactly as the whole board does."""
    lines = (STATE.root / "decisions.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "decisions.jsonl").write_bytes(b"".join(lines[:3]))
    shutil.copytree(STATE.root / "records" / SUITE.corpus, tmp_path / "records" / SUITE.corpus)
    before = build_board(State(tmp_path), SUITE)
    assert len(BOARD.entries) > len(before.entries) == 3
    rows = _rows(BOARD)
    assert [row for row in _rows(before) if row not in rows] == []
    assert before.suite.suite_digest == BOARD.suite.suite_digest


def _rows(board: Board) -> list[dict[str, str]]:
    """The rows of a board as the decision to accept made them: what a later run of the source adds is left out."""
    again = ("reproduction", "reproduced", "evidence")
    rows = csv.DictReader(io.StringIO(board_csv(board).decode()))
    return [{name: cell for name, cell in row.items() if not name.startswith(again)} for row in rows]
