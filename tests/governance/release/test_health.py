"""A health report is believed only about the very corpus and the very tool that made it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from governance.corpus import load_governed
from governance.release import gather, health_bytes, read_health, tool_digest
from records import Rejected, canonical_bytes, digest

Workshop = Any


@pytest.fixture
def report(workshop: Workshop, tmp_path: Path) -> Path:
    governed = load_governed(workshop.active())
    path = tmp_path / "demo.health.json"
    path.write_bytes(health_bytes(governed, gather(governed)))
    return path


def test_a_report_holds_the_evidence_as_it_was(workshop: Workshop, report: Path) -> None:
    governed = load_governed(workshop.root)
    evidence = read_health(report, governed)
    assert evidence.cases == 12 * 6  # reference, starter, one passing and three rejecting answers
    assert evidence.digest == gather(governed).digest
    assert evidence.findings == ()


@pytest.mark.parametrize(
    "change",
    [
        {"corpus_digest": "sha256:" + "0" * 64},
        {"scoring_schema": "criteria-v1"},
        {"reporting": {"python": "2.7.18", "release_manifest": "1", "scoring_schema": "criteria-v2"}},
        {"tool_digest": "sha256:" + "0" * 64},
        {"evidence_digest": "sha256:" + "0" * 64},
        {"corpus": "another"},
        {"version": "9.9.9"},
        {"schema_version": 2},
        {"extra": 1},
    ],
)
def test_a_report_of_anything_else_is_refused(workshop: Workshop, report: Path, change: dict[str, object]) -> None:
    """Also when its own last digest was made to fit."""
    value = json.loads(report.read_text(encoding="utf-8"))
    del value["report_digest"]
    value |= change
    report.write_bytes(canonical_bytes({**value, "report_digest": digest(canonical_bytes(value))}))
    with pytest.raises(Rejected) as refused:
        read_health(report, load_governed(workshop.root))
    assert {finding.code for finding in refused.value.findings} == {"G_HEALTH"}
    assert any(next(iter(change)) in finding.where for finding in refused.value.findings)


def test_evidence_that_was_mended_by_hand_is_refused(workshop: Workshop, report: Path) -> None:
    value = json.loads(report.read_text(encoding="utf-8"))
    value["evidence"]["slowest_ms"] += 1
    report.write_bytes(canonical_bytes(value))
    with pytest.raises(Rejected, match="report_digest"):
        read_health(report, load_governed(workshop.root))


def test_a_report_of_the_corpus_before_a_change_is_refused(workshop: Workshop, report: Path) -> None:
    workshop.data(tasks=18)
    with pytest.raises(Rejected, match="corpus_digest"):
        read_health(report, load_governed(workshop.root))


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"schema_version":1}'])
def test_a_hostile_report_is_a_finding(workshop: Workshop, report: Path, data: bytes) -> None:
    report.write_bytes(data)
    with pytest.raises(Rejected):
        read_health(report, load_governed(workshop.root))


def test_the_tool_digest_is_stable_within_a_run() -> None:
    assert tool_digest() == tool_digest()
    assert tool_digest().startswith("sha256:")


def test_time_is_no_part_of_the_evidence_digest(workshop: Workshop) -> None:
    governed = load_governed(workshop.active())
    assert gather(governed).digest == gather(governed).digest
