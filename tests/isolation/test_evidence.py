"""Stored evidence: an altered record and a claim it does not carry are found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from isolation import Job, check_evidence, run
from isolation.evidence import attest
from records import canonical_bytes


@pytest.fixture(scope="module")
def evidence() -> bytes:
    return run(Job(command=("/usr/bin/true",))).evidence


def test_the_launcher_attests_what_it_wrote(evidence: bytes) -> None:
    record = json.loads(evidence)
    assert canonical_bytes(record) == evidence
    assert record["attestation"]["by"] == "launcher"
    assert record["attestation"]["launcher_digest"] == record["launcher_digest"]
    assert check_evidence(evidence) == ()


@pytest.mark.parametrize("field", ["status", "exit_code", "filter_digest", "outputs", "checks", "limits", "ended"])
def test_an_altered_field_is_found(evidence: bytes, field: str) -> None:
    record = {**json.loads(evidence), field: "other"}
    assert "E_EVIDENCE_DIGEST" in {finding.code for finding in check_evidence(canonical_bytes(record))}


@pytest.mark.parametrize(
    "claim",
    [{"profile": "development"}, {"checks": []}, {"status": "invalid"}, {"checks": [{"name": "x", "ok": False}]}],
)
def test_publishable_is_carried_by_the_record_itself(evidence: bytes, claim: dict[str, Any]) -> None:
    record = {**json.loads(evidence), **claim}
    record.pop("attestation")
    assert [finding.code for finding in check_evidence(attest(record))] == ["E_EVIDENCE_CLAIM"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"schema":"nnai-isolation/1"}', b"\xff"])
def test_other_bytes_are_refused(data: bytes) -> None:
    assert check_evidence(data)
