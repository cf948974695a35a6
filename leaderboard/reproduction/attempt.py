"""One reproduction from the pinned source to its evidence: fetch, look, lay out, prepare, run, compare.

"Code and dependencies are inspected before they run in a resource-limited, network-disabled environment."
Invariant: nothing of the source has run when `prepare` is done; a run gets the source without what is withheld, the
corpus without labels of the test, and nothing else; findings are data, an unusable machine is the workshop's error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard.reproduction.commands import Plan, plan_commands
from leaderboard.reproduction.comparison import differing, missing_output, read_answers, recorded
from leaderboard.reproduction.evidence import Evidence, RunEvidence, isolation_record
from leaderboard.reproduction.lock import Lock, read_lock
from leaderboard.reproduction.own_files import OwnFiles
from leaderboard.reproduction.ports import Bench, OutcomeView, SourceView, Workshop
from leaderboard.reproduction.scan import Scan, scan
from leaderboard.reproduction.withheld import Withheld, withhold
from records import SHOWN, Finding, Rejected, canonical_bytes, printable, sha256_hex
from submissions_schema import Submission

TAIL = 400
"""Characters of a failed run's standard error that a finding quotes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What is to be reproduced: a stored record with its submission, the suite, the benchmark's own files."""

    record: str
    submission: Submission
    suite: AnySuite
    own: OwnFiles


@dataclass(frozen=True, kw_only=True, slots=True)
class Prepared:
    """A source that was looked at. `blocking` is why it cannot run as recorded; empty where it can."""

    source: SourceView
    plan: Plan | None
    lock: Lock
    lock_sha256: str | None
    withheld: tuple[Withheld, ...]
    scan: Scan
    files: Mapping[str, bytes]
    blocking: tuple[Finding, ...]

    @property
    def executable(self) -> frozenset[str]:
        """The programs among `files`."""
        return frozenset(one.path for one in self.source.files if one.executable) & self.files.keys()


def prepare(request: Request, workshop: Workshop) -> Prepared:
    """Fetch the pinned revision, look at it, and lay out its working folder. Raises what the workshop raises."""
    submission, own = request.submission, request.own
    source = workshop.fetch(submission.source.url, submission.source.revision)
    blocking: list[Finding] = []
    plan, lock = None, Lock(requirements=(), hashed=False)
    try:
        plan = plan_commands(submission.reproduction.commands)
    except Rejected as error:
        blocking += error.findings
    try:
        lock = _lock(submission, source)
    except Rejected as error:
        blocking += error.findings
    withheld = withhold(source.files, own, plan.output if plan else "")
    outside = {one.path for one in withheld}
    files = {one.path: one.data for one in source.files if one.path not in outside}
    blocking += _add_corpus(files, request)
    return Prepared(
        source=source,
        plan=plan,
        lock=lock,
        lock_sha256=_lock_sha256(submission, source),
        withheld=withheld,
        scan=scan(source.files, withheld),
        files=files,
        blocking=tuple(blocking),
    )


def _lock_sha256(submission: Submission, source: SourceView) -> str | None:
    name = submission.reproduction.environment.file.removeprefix("./")
    return next((sha256_hex(one.data) for one in source.files if one.path == name), None)


def _lock(submission: Submission, source: SourceView) -> Lock:
    """The lock file that the record names, with the digest that it states."""
    stated = submission.reproduction.environment
    name, where = stated.file.removeprefix("./"), "/reproduction/environment"
    data = next((one.data for one in source.files if one.path == name), None)
    if data is None:
        message = f"{printable(stated.file)} is not in the source at this revision"
        raise Rejected([Finding(code="R_LOCK_MISSING", where=f"{where}/file", message=message)])
    if sha256_hex(data) != stated.sha256:
        message = f"{printable(name)} has the digest {sha256_hex(data)} at this revision, not the recorded one"
        raise Rejected([Finding(code="R_LOCK_DIGEST", where=f"{where}/sha256", message=message)])
    return read_lock(data, printable(name))


def _add_corpus(files: dict[str, bytes], request: Request) -> list[Finding]:
    """Put what a system may read of the corpus where the convention says; nothing of the source stands there."""
    folder = f"corpora/{request.suite.corpus}"
    blockers = {"corpora", folder} & files.keys()
    for name in [name for name in files if name.startswith(f"{folder}/")]:
        del files[name]
    files.update({f"{folder}/{name}": data for name, data in request.own.shown.items()})
    message = f"the source has a file where the run needs the folder {folder}"
    return [Finding(code="R_CORPUS_PLACE", where=name, message=message) for name in sorted(blockers)]


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
        for number in range(1, runs + 1):
            say(f"run {number} of {runs}: {printable(request.submission.reproduction.commands.predict, 80)}")
            run, inputs = _run(request, prepared, plan, bench)
            made.append(run)
            say(f"run {number} of {runs}: {_said(run, len(request.suite.contract.ids))}")
            if not run.compared:
                break
        wheels = [{"file": wheel.file, "sha256": wheel.sha256} for wheel in bench.wheels]
    return _evidence(request, prepared, made, inputs, workshop.mirrored, wheels)


def _run(request: Request, prepared: Prepared, plan: Plan, bench: Bench) -> tuple[RunEvidence, Mapping[str, object]]:
    outcome = bench.run(plan.command, prepared.files, prepared.executable, (plan.output,))
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
    mirrored: bool,
    wheels: list[dict[str, str]],
) -> Evidence:
    submission, source, plan = request.submission, prepared.source, prepared.plan
    stated = submission.reproduction.environment
    listing = {one.path: sha256_hex(one.data) for one in source.files}
    return Evidence(
        corpus=request.suite.corpus,
        record=request.record,
        suite=request.suite.id,
        test_sha256=request.suite.test_sha256,
        predictions_sha256=recorded(submission).sha256,
        revision=source.commit,
        total=len(request.suite.contract.ids),
        inputs=dict(inputs),
        runs=tuple(runs),
        parts={
            "source": {
                "url": submission.source.url,
                "obtained_from": "a mirror, by commit id" if mirrored else "the recorded address",
                "tree": source.tree,
                "files": len(source.files),
                "bytes": sum(len(one.data) for one in source.files),
                "listing_sha256": sha256_hex(canonical_bytes(listing)),
            },
            "left_out": [{"path": one.path, "what": one.what} for one in source.left_out],
            "withheld": [one.to_dict() for one in prepared.withheld],
            "scan": {
                "total": prepared.scan.total,
                "findings": [one.to_dict() for one in prepared.scan.findings],
            },
            "environment": {
                "file": stated.file,
                "sha256": stated.sha256,
                "hashed": prepared.lock.hashed,
                "pins": len(prepared.lock.requirements),
                "wheels": wheels,
            },
            "commands": {
                "fit": list(plan.fit) if plan and plan.fit else None,
                "predict": list(plan.predict) if plan else [],
                "output": plan.output if plan else "",
            },
        },
    )
