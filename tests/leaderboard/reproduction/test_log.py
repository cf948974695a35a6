"""Reproductions in the log: old logs stay as they are, new lines are read strictly, evidence travels with the state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard import Decision, ReproductionMark, Seeding, State, seed_state
from leaderboard.commands import publish, verify
from leaderboard.ports import SPACE, SPACE_TYPE
from records import Rejected, canonical_line

ROOT = Path(__file__).resolve().parents[3]
LINES = (ROOT / "leaderboard" / "decisions.jsonl").read_bytes().splitlines(keepends=True)


def sound() -> dict[str, object]:
    return {
        "evidence": "a" * 64,
        "revision": "b" * 40,
        "equal": 899,
        "total": 900,
        "runs": 2,
        "deterministic": True,
        "profile": "linux-bwrap-v1",
        "profile_digest": "sha256:" + "c" * 64,
    }


def test_every_published_line_is_read_and_written_back_byte_for_byte():
    for raw in LINES:
        line = json.loads(raw)
        decision = Decision.from_dict(line)
        assert canonical_line({**decision.to_dict(), "seq": line["seq"], "prev": line["prev"]}) == raw
    assert any("reproduction" not in json.loads(raw) for raw in LINES)


def test_a_mark_is_read_back_as_it_was_written():
    assert ReproductionMark.from_dict(sound()).to_dict() == sound()
    assert not ReproductionMark.from_dict(sound()).whole


@pytest.mark.parametrize(
    "change",
    [
        {"equal": 901},
        {"equal": True},
        {"runs": 0},
        {"total": 0, "equal": 0},
        {"evidence": "A" * 64},
        {"revision": "main"},
        {"deterministic": 1},
        {"more": 1},
        {"profile": None},
    ],
)
def test_a_mark_that_cannot_be_is_refused(change):
    with pytest.raises(Rejected):
        ReproductionMark.from_dict({**sound(), **change})


def test_a_decision_to_reproduce_needs_its_mark():
    raw = next(json.loads(line) for line in LINES if b'"action":"retract"' in line)
    decision = Decision.from_dict({**raw, "id": raw["id"]})
    changed = {**decision.to_dict(), "action": "reproduce"}
    with pytest.raises(Rejected) as refused:
        Decision.from_dict({**changed, "seq": 1, "prev": "x"})
    assert any(finding.where == "/reproduction" for finding in refused.value.findings)


def test_evidence_is_published_read_back_and_seeded_with_the_state(stand, context, queue, tmp_path):
    record = stand.accept()
    stand.reproduce(record)
    (name,) = stand.state.evidence_names("core-v0.1")
    assert publish(context, apply=True).code == 0
    data = stand.state.evidence("core-v0.1", name)
    assert queue.maintainer.read(SPACE, f"leaderboard/evidence/core-v0.1/{name}.json", "main", SPACE_TYPE) == data
    other = State(tmp_path / "local")
    other.root.mkdir()
    assert seed_state(stand.state, other) is Seeding.SEEDED
    assert other.evidence("core-v0.1", name) == data
    assert verify(context).code == 0
