"""What a finished run means: its status, and the evidence that says why.

Invariant: pure. The status follows from what the launcher measured; a run that was not released, or left anything
hostile, is invalid whatever the command's exit code says.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from isolation import evidence
from isolation.bubblewrap import Bubblewrap
from isolation.job import Job, Outcome, Status
from isolation.limits import LimitRecord, fatal, judge
from isolation.profile import Profile
from isolation.scan import Scan
from isolation.supervise import End, Stream
from records import digest

OVER_LIMIT = frozenset({"E_RUN_ENTRIES"})
"""Findings that say no more than a limit says."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """Everything that is known when a run is over."""

    job: Job
    profile: Profile
    bubblewrap: Bubblewrap | None
    inputs: Mapping[str, bytes]
    program: Mapping[str, bytes]
    outputs: Mapping[str, bytes]
    end: End
    left: Scan
    started: datetime
    ended: datetime


def conclude(run: Run) -> Outcome:
    """The outcome of `run`, with its attested evidence."""
    end, left = run.end, run.left
    used = replace(
        end.usage,
        largest_file=left.largest,
        workspace_bytes=max(end.usage.workspace_bytes, left.bytes),
        workspace_entries=max(end.usage.workspace_entries, left.entries),
    )
    limits = judge(run.job.limits, used)
    status, reason = _status(run, limits)
    sound = status is not Status.INVALID
    publishable = run.profile.sandboxed and sound and bool(end.checks) and all(check.ok for check in end.checks)
    record = _record(run, limits, status, reason)
    return Outcome(
        status=status,
        reason=reason,
        exit_code=end.exit_code if end.released else None,
        signal=end.usage.signal if end.released else None,
        outputs=run.outputs if status in (Status.COMPLETED, Status.FAILED) else {},
        stdout=bytes(end.stdout.kept),
        stderr=bytes(end.stderr.kept),
        findings=left.findings,
        evidence=evidence.attest({**record, "publishable": publishable}),
        publishable=publishable,
    )


def _status(run: Run, limits: tuple[LimitRecord, ...]) -> tuple[Status, str]:
    end, findings = run.end, run.left.findings
    if not end.released:
        return Status.INVALID, _not_started(end)
    if run.profile.sandboxed and not end.emptied:
        return Status.INVALID, "processes of the command were not seen to end"
    if hostile := [finding for finding in findings if finding.code not in OVER_LIMIT]:
        return Status.INVALID, f"what came back is not harmless: {hostile[0]}"
    if end.killed == "wall_ms":
        return Status.TIMEOUT, f"not done after {run.job.limits.wall_ms} ms"
    if end.killed or findings:
        return Status.KILLED_BY_LIMIT, f"over the limit {end.killed or 'workspace_entries'}"
    if end.exit_code == 0:
        return Status.COMPLETED, ""
    if fired := fatal(limits):
        return Status.KILLED_BY_LIMIT, f"over the limit {', '.join(fired)}"
    return Status.FAILED, f"ended with exit code {end.exit_code}"


def _not_started(end: End) -> str:
    wrong = [f"{check.name}: {check.detail}" for check in end.checks if not check.ok]
    said = bytes(end.stderr.kept[:300]).decode("ascii", "replace").strip()
    return "the command was not started: " + "; ".join([*wrong, *filter(None, (end.killed, said))])


def _record(run: Run, limits: tuple[LimitRecord, ...], status: Status, reason: str) -> dict[str, object]:
    end, job, bubblewrap = run.end, run.job, run.bubblewrap
    machine = platform.machine()
    missing = sorted(set(job.outputs) - set(run.outputs)) if status in (Status.COMPLETED, Status.FAILED) else []
    return {
        "schema": evidence.SCHEMA,
        "profile": run.profile.id,
        "launcher_digest": evidence.launcher_digest(),
        "preflight_digest": evidence.preflight_digest() if bubblewrap else None,
        "filter_digest": evidence.filter_digest(machine) if bubblewrap else None,
        "bubblewrap": {"version": bubblewrap.version, "digest": bubblewrap.digest} if bubblewrap else None,
        "machine": machine,
        "command": list(job.command),
        "environment": dict(job.variables()),
        "inputs": evidence.listed(run.inputs),
        "agent": evidence.listed(run.program),
        "outputs": evidence.listed(run.outputs),
        "missing_outputs": missing,
        "binds": [bind.target for bind in job.binds],
        "stdout": _stream(end.stdout),
        "stderr": _stream(end.stderr),
        "checks": [check.to_dict() for check in end.checks],
        "limits": [limit.to_dict() for limit in limits],
        "started": _time(run.started),
        "ended": _time(run.ended),
        "exit_code": end.exit_code if end.released else None,
        "signal": end.usage.signal if end.released else None,
        "status": str(status),
        "reason": reason,
        "findings": [finding.to_dict() for finding in run.left.findings[:50]],
        "namespace": end.pid_namespace,
        "namespace_emptied": end.emptied,
    }


def _stream(stream: Stream) -> dict[str, object]:
    kept = bytes(stream.kept)
    return {"bytes": stream.total, "kept_bytes": len(kept), "kept_digest": digest(kept)}


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
