"""The evidence of a run: what was run behind which walls, as canonical JSON that the launcher attests.

Invariant: written by the launcher from what it measured itself; nothing in it is taken from the command's word. Two
readers that hold the same evidence find the same digest, and `check_evidence` finds an altered record. The digest
is no signature: who stores evidence says where it came from.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path

from isolation import seccomp
from isolation.preflight import SHELL_SCRIPT
from records import Finding, Rejected, canonical_bytes, digest, parse

SCHEMA = "nnai-isolation/1"
MAX_BYTES = 4 * 1024 * 1024
ROOM = Path(__file__).resolve().parent
FIELDS = frozenset(
    {
        *("schema", "profile", "launcher_digest", "preflight_digest", "filter_digest", "bubblewrap", "machine"),
        *("command", "environment", "inputs", "agent", "outputs", "missing_outputs", "binds", "stdout", "stderr"),
        *("checks", "limits", "started", "ended", "exit_code", "signal", "status", "reason", "findings"),
        *("namespace", "namespace_emptied"),
        *("publishable", "attestation"),
    }
)


@functools.cache
def launcher_digest() -> str:
    """Of every Python file of this room, with names and lengths, in the order of their names."""
    summed = hashlib.sha256()
    for path in sorted(ROOM.glob("*.py")):
        data = path.read_bytes()
        summed.update(f"{path.name} {len(data)}\n".encode() + data)
    return "sha256:" + summed.hexdigest()


@functools.cache
def preflight_digest() -> str:
    """Of both halves: the shell's file, then the judge's."""
    return digest(SHELL_SCRIPT.read_bytes() + (ROOM / "preflight.py").read_bytes())


def filter_digest(machine: str) -> str:
    """Of the assembled filter for `machine`."""
    return digest(seccomp.program(machine))


def listed(files: Mapping[str, bytes]) -> dict[str, str]:
    """Names and digests of files."""
    return {name: digest(data) for name, data in sorted(files.items())}


def attest(record: dict[str, object]) -> bytes:
    """Canonical evidence: the record, and the launcher's statement over exactly these bytes of it."""
    statement = {"by": "launcher", "launcher_digest": record["launcher_digest"]}
    sealed = {**statement, "record_digest": digest(canonical_bytes(record))}
    return canonical_bytes({**record, "attestation": sealed})


def check_evidence(data: bytes) -> tuple[Finding, ...]:
    """What is wrong with stored evidence: form, an altered record, or a claim its own checks do not carry."""
    try:
        record = parse(data, max_bytes=MAX_BYTES)
    except Rejected as error:
        return error.findings
    if not isinstance(record, dict) or set(record) != FIELDS or record["schema"] != SCHEMA:
        return (Finding(code="E_EVIDENCE_SHAPE", where="", message=f"no {SCHEMA} record, or fields are missing"),)
    findings = []
    stated = record.pop("attestation")
    if not isinstance(stated, dict) or stated.get("record_digest") != digest(canonical_bytes(record)):
        findings.append(Finding(code="E_EVIDENCE_DIGEST", where="/attestation", message="the record was altered"))
    if record["publishable"] and (wrong := _unfit(record)):
        findings.append(Finding(code="E_EVIDENCE_CLAIM", where="/publishable", message=wrong))
    return tuple(findings)


def _unfit(record: Mapping[str, object]) -> str:
    checks = record["checks"]
    if record["profile"] != "linux-bwrap-v1":
        return f"the profile {record['profile']} is never publishable"
    if (
        not isinstance(checks, list)
        or not checks
        or not all(isinstance(c, dict) and c.get("ok") is True for c in checks)
    ):
        return "not every check of the preflight held"
    if record["namespace_emptied"] is not True:
        return "processes of the command may have outlived the run"
    if record["status"] == "invalid":
        return "the run is invalid"
    return ""
