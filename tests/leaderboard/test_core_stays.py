"""What a second suite must not change: the columns of the core board and the ids of its decisions."""

from __future__ import annotations

from leaderboard import board_csv, build_board, columns
from leaderboard.decisions import Action, Decision, PullMark
from leaderboard.score_mark import CellMark, ScoreMark
from leaderboard.status import Status

WHO = "rank,rank_best,rank_worst,status,state,system,version,submitter,organisation,track,exposure,provenance,test_runs"
SOURCE = "licence,source_url,revision,source_at_revision"
WHOLE = "correct,answered,total,macro_accuracy_percent"
CATEGORIES = ("deduction", "quantity", "tracking", "spatial", "induction", "relations")
REST = "coverage_percent,answered_only_percent,suite,suite_digest,scorer,record_sha256,decision_id,date,notes"
AGAIN = "reproduction,reproduced_equal,reproduced_total,reproduction_runs,reproduction_deterministic,reproduction_date"


def test_the_columns_of_the_core_board_are_as_published(suite):
    parts = ",".join(f"{name}_correct,{name}_accuracy_percent" for name in CATEGORIES)
    assert (
        ",".join(columns(suite)) == f"{WHO},{SOURCE},{WHOLE},{parts},{REST},{AGAIN},reproduction_note,evidence_sha256"
    )


def test_the_id_of_a_core_decision_is_as_published():
    cells = (
        CellMark(category="deduction", tier=1, correct=20, answered=40, total=50),
        CellMark(category="quantity", tier=1, correct=10, answered=50, total=50),
    )
    pull = PullMark(
        repo="vynly/nnai-submissions",
        number=7,
        head="cd" * 20,
        author="demo-submitter",
        path="submissions/nnai-bench-0.1/x.json",
        sha256="ab" * 32,
    )
    decision = Decision(
        action=Action.ACCEPT,
        corpus="core-v0.1",
        actor="vynly",
        date="2026-11-29",
        time="2026-11-29T12:00:00Z",
        note="a note",
        record="ab" * 32,
        status=Status.SELF_REPORTED,
        score=ScoreMark(scorer="nnai-scorer/1", cells=cells),
        pull=pull,
    )
    assert decision.id == "6c6254f404437db43bbbc944943e775ebaeebdb4a6ae35d62e3a1cd952fabd66"
    assert Decision.from_dict(decision.to_dict()) == decision


def test_a_row_of_the_core_board_is_as_published(shelf, write, state, suite):
    sha256 = shelf.put(write("pinned", right=300, open_items=45))
    header, row, _ = board_csv(build_board(state, suite)).decode().split("\n")
    cells = dict(zip(header.split(","), row.split(","), strict=True))
    assert (cells["correct"], cells["answered"], cells["total"]) == ("300", "855", "900")
    assert (cells["macro_accuracy_percent"], cells["coverage_percent"]) == ("33.33", "95.00")
    assert (cells["answered_only_percent"], cells["scorer"]) == ("35.09", "nnai-scorer/1")
    assert cells["record_sha256"] == sha256
