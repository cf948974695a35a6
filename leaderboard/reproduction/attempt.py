"""The runs of a prepared source, each compared with the record, and the evidence of them all.

Invariant: gold is no input of anything here; a run that cannot be compared is the last one; findings are data, an
unusable machine is the workshop's error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from leaderboard.reproduction.commands import Plan
from leaderboard.reproduction.comparison import differing, missing_output, read_answers, recorded
from leaderboard.reproduction.evidence import Evidence, RunEvidence, isolation_record
from leaderboard.reproduction.ports import Bench, OutcomeView, Workshop
from leaderboard.reproduction.prepared import Prepared, Request
from records import SHOWN, Finding, Rejected, canonical_bytes, printable, sha256_hex

TAIL = 400
"""Characters of a failed run's standard error that a finding quotes."""


def run_all(
    request: Request, prepared: Prepared, workshop: Workshop, runs: int, say: Callable[[str], None]
) -> Evidence:
    """Run a prepared source `runs` times and compare each time; a run that cannot be compared is the last. Raises what
    the workshop raises.

    ValueError where something blocks: the caller looks first.
    """
    plan = prepared.plan
    if prepared.blocking or plan is None or runs < 1:
        raise ValueError("a source that cannot run as recorded is not run")
    made: list[RunEvidence] = []
    inputs: Mapping[str, object] = {}
    say(f"preparing the environment: {len(prepared.lock.requirements)} locked package(s)")
    with workshop.prepare(prepared.lock.requirements, hashed=prepared.lock.hashed) as bench:
        say(f"{runs} runs of {printable(request.submission.reproduction.commands.predict, 80)}")
        outcomes = bench.runs(plan.command, prepared.files, prepared.executable, (plan.output,), runs)
        for number, outcome in enumerate(outcomes, 1):
            run, inputs = _run(request, plan, outcome)
            made.append(run)
            say(f"run {number} of {runs}: {_said(run, len(request.suite.contract.ids))}")
            if not run.compared:
                break
        parts = _parts(request, prepared, plan, workshop.mirrored, bench)
    return _evidence(request, prepared, made, inputs, parts)


def _run(request: Request, plan: Plan, outcome: OutcomeView) -> tuple[RunEvidence, Mapping[str, object]]:
    isolation = isolation_record(outcome.evidence)
    inputs = isolation.pop("inputs", {})
    digest, different, findings = _compared(outcome, request, plan)
    run = RunEvidence(
        status=str(outcome.status),
        reason=outcome.reason,
        predictions_sha256=digest,
        differing=different,
        findings=findings,
        isolation=isolation,
    )
    return run, inputs


def _compared(
    outcome: OutcomeView, request: Request, plan: Plan
) -> tuple[str | None, tuple[str, ...] | None, tuple[Finding, ...]]:
    """Digest and differing ids, or the findings that say why there are none."""
    if outcome.status == "invalid":
        return None, None, (Finding(code="R_INVALID", where="", message=outcome.reason),)
    if outcome.status != "completed":
        tail = printable(outcome.stderr[-TAIL:].decode("utf-8", "replace").strip(), TAIL)
        message = f"{outcome.reason}; it said: {tail}" if outcome.stderr.strip() else outcome.reason
        return None, None, (Finding(code="R_RUN", where=str(outcome.status), message=message),)
    try:
        data = outcome.outputs.get(plan.output)
        if data is None:
            raise missing_output(plan.output)
        answers = read_answers(data, request.suite)
    except Rejected as error:
        return None, None, tuple(error.findings[:SHOWN])
    return answers.sha256, differing(recorded(request.submission), answers, request.suite), ()


def _said(run: RunEvidence, total: int) -> str:
    if run.differing is None:
        return f"{run.status}; {run.findings[0].message if run.findings else run.reason}"
    return f"{run.status}, {total - len(run.differing)} of {total} items equal the record"


def _evidence(
    request: Request,
    prepared: Prepared,
    runs: Sequence[RunEvidence],
    inputs: Mapping[str, object],
    parts: Mapping[str, object],
) -> Evidence:
    suite = request.suite
    return Evidence(
        corpus=suite.corpus,
        record=request.record,
        suite=suite.id,
        test_sha256=suite.test_sha256,
        predictions_sha256=recorded(request.submission).sha256,
        revision=prepared.source.commit,
        total=len(suite.contract.ids),
        inputs=dict(inputs),
        runs=tuple(runs),
        parts=dict(parts),
    )


def _parts(request: Request, prepared: Prepared, plan: Plan, mirrored: bool, bench: Bench) -> dict[str, object]:
    """The sections of the evidence that are only shown."""
    source, stated = prepared.source, request.submission.reproduction.environment
    listing = {one.path: sha256_hex(one.data) for one in source.files}
    return {
        "source": {
            "url": request.submission.source.url,
            "obtained_from": "a mirror, by commit id" if mirrored else "the recorded address",
            "tree": source.tree,
            "files": len(source.files),
            "bytes": sum(len(one.data) for one in source.files),
            "listing_sha256": sha256_hex(canonical_bytes(listing)),
        },
        "left_out": [{"path": one.path, "what": one.what} for one in source.left_out],
        "withheld": [one.to_dict() for one in prepared.withheld],
        "scan": {"total": prepared.scan.total, "findings": [one.to_dict() for one in prepared.scan.findings]},
        "environment": {
            "file": stated.file,
            "sha256": stated.sha256,
            "hashed": prepared.lock.hashed,
            "pins": len(prepared.lock.requirements),
            "wheels": [{"file": wheel.file, "sha256": wheel.sha256} for wheel in bench.wheels],
        },
        "commands": {"fit": list(plan.fit) if plan.fit else None, "predict": list(plan.predict), "output": plan.output},
    }
