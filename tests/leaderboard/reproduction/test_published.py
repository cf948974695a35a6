"""The published evidence: the launcher's own check agrees, and no run had a file that no system may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator import CORPORA, load_known
from isolation import check_evidence
from leaderboard import State, build_board
from leaderboard.reproduction import own_files, read_evidence
from leaderboard.reproduction.evidence import objections
from records import canonical_bytes

ROOT = Path(__file__).resolve().parents[3]
STATE = State(ROOT / "leaderboard")
NAMES = sorted((path.parent.name, path.stem) for path in (STATE.root / "evidence").glob("*/*.json"))
SUITES = load_known()


def test_there_is_evidence_for_every_standing_entry_and_no_other() -> None:
    entries = [entry for suite in SUITES for entry in build_board(STATE, suite).entries]
    assert sorted(name for _, name in NAMES) == sorted(
        one.reproduction.mark.evidence for one in entries if one.reproduction
    )
    assert len(NAMES) >= 13


@pytest.mark.parametrize(("corpus", "name"), NAMES)
def test_the_launchers_own_check_finds_nothing(corpus: str, name: str) -> None:
    evidence = read_evidence(STATE.evidence(corpus, name))
    assert objections(evidence) == ()
    for run in evidence.runs:
        assert check_evidence(canonical_bytes({**run.isolation, "inputs": evidence.inputs})) == ()


@pytest.mark.parametrize(("corpus", "name"), NAMES)
def test_no_run_had_gold_programs_or_records(corpus: str, name: str) -> None:
    evidence = read_evidence(STATE.evidence(corpus, name))
    suite = next(one for one in SUITES if one.corpus == corpus)
    own = own_files(CORPORA, suite, SUITES)
    assert not {digest.removeprefix("sha256:") for digest in evidence.inputs.values()} & own.digests.keys()
    inside = [path for path in evidence.inputs if path.startswith(("corpora/", "generators/", "leaderboard/records/"))]
    assert sorted(inside) == sorted(f"corpora/{corpus}/{shown}" for shown in own.shown)
