"""Evidence of one attempt, held against the plan: was this launch the one that the study says it was?

Invariant: command, environment, inputs, files of the system, limits and profile of a launch are recomputed from plan
and corpus and compared with what the launcher attested; the ending is recomputed from the status and the raw output.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from evaluator.tasks import TaskBook
from governance.corpus import finding
from governance.studies.command import ENVIRONMENT, OUT, agent_folder
from governance.studies.launching import ending_of
from governance.studies.ledger import Attempt
from governance.studies.plan import Plan, Trial
from isolation import BASE_ENVIRONMENT, LINUX_BWRAP_V1, Limits, Status, check_evidence
from records import Finding, Rejected, canonical_bytes, digest, parse

CODE = "G_STUDY_EVIDENCE"
MAX_BYTES = 4 << 20
Record = Mapping[str, Any]


def read_evidence(data: bytes, where: str) -> Record:
    """An evidence record that is sound in itself. Raises Rejected with everything that is wrong with it."""
    if wrong := check_evidence(data):
        raise Rejected(finding(CODE, where, one.where, f"{one.message} ({one.code})") for one in wrong)
    record: Any = parse(data, max_bytes=MAX_BYTES)
    if not _shaped(record):
        raise Rejected([finding(CODE, where, "", "the record's parts have not the form of evidence")])
    return dict(record)


def _shaped(record: Record) -> bool:
    tables = all(isinstance(record[name], dict) for name in ("inputs", "agent", "outputs", "environment", "stderr"))
    rows = {"checks": ("name", "ok"), "limits": ("name", "value")}
    lists = all(
        isinstance(record[name], list) and all(isinstance(row, dict) and row.keys() >= {*keys} for row in record[name])
        for name, keys in rows.items()
    )
    named = lists and all(isinstance(row["name"], str) for name in rows for row in record[name])
    return tables and named and "kept_digest" in record["stderr"] and record["status"] in tuple(Status)


def made_with(record: Record) -> tuple[str, str | None, tuple[str, ...]]:
    """What made the launch: the launcher's digest, the preflight's, and the names of the checks that held, in order."""
    held = tuple(check["name"] for check in record["checks"] if check["ok"] is True)
    return record["launcher_digest"], record["preflight_digest"], held


def faults_of(
    record: Record, attempt: Attempt, plan: Plan, trial: Trial, asked: Mapping[str, str], where: str
) -> list[Finding]:
    """What of the record does not follow from the plan; `asked` is the digest of every file that the launch gets."""
    filled = plan.command.filled(trial.seed, plan.configuration.profile)
    agent, inputs = _agent_and_inputs(record, plan.configuration.profile)
    outputs = {OUT: attempt.predictions} if attempt.predictions else {}
    expected: dict[str, object] = {
        "profile": plan.configuration.profile,
        "command": list(filled.words),
        "environment": {**BASE_ENVIRONMENT, **dict(filled.variables)},
        "binds": [ENVIRONMENT] if plan.configuration.environment_lock else [],
        "outputs": outputs,
        "inputs": dict(asked),
        "agent": plan.configuration.agent_digest,
        "limits": _limits(plan.configuration.limits()),
        "stderr": attempt.stderr or record["stderr"]["kept_digest"],
    }
    found: dict[str, object] = {
        **{name: record[name] for name in ("profile", "command", "environment", "binds", "outputs")},
        "inputs": inputs,
        "agent": digest(canonical_bytes(agent)),
        "limits": {limit["name"]: limit["value"] for limit in record["limits"]},
        "stderr": record["stderr"]["kept_digest"],
    }
    return [
        finding(CODE, where, f"/{name}", "the launch was not the one that plan and corpus say")
        for name in expected
        if expected[name] != found[name]
    ]


def ending_faults(
    record: Record, attempt: Attempt, predictions: bytes | None, book: TaskBook, ids: Sequence[str], where: str
) -> list[Finding]:
    """Whether the attempt's outcome is the one that status and raw output give."""
    ending, _ = ending_of(Status(record["status"]), predictions, book, ids)
    if ending is attempt.outcome:
        return []
    message = f"evidence and artifacts say {ending}, the attempt {attempt.outcome}"
    return [finding(CODE, where, "/status", message)]


def _agent_and_inputs(record: Record, profile: str) -> tuple[dict[str, str], dict[str, str]]:
    """The system's own files and the files it was given; without a sandbox both stand in the working folder."""
    if profile == LINUX_BWRAP_V1.id:
        return dict(record["agent"]), dict(record["inputs"])
    prefix = f"{agent_folder(profile)}/"
    inputs: dict[str, str] = dict(record["inputs"])
    agent = {name.removeprefix(prefix): value for name, value in inputs.items() if name.startswith(prefix)}
    return agent, {name: value for name, value in inputs.items() if not name.startswith(prefix)}


def _limits(limits: Limits) -> dict[str, int]:
    return {field.name: getattr(limits, field.name) for field in fields(limits)}
