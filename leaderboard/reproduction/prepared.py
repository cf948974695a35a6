"""A pinned source before anything of it runs: fetched, looked at, laid out as a working folder.

"Code and dependencies are inspected before they run in a resource-limited, network-disabled environment."
Invariant: nothing of the source runs here; the working folder holds the source without what is withheld, and of the
corpus what a system may read. What speaks against a run is gathered whole, as findings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard.reproduction.commands import Plan, plan_commands
from leaderboard.reproduction.lock import Lock, read_lock
from leaderboard.reproduction.own_files import OwnFiles
from leaderboard.reproduction.ports import SourceView, Workshop
from leaderboard.reproduction.scan import Scan, scan
from leaderboard.reproduction.withheld import Withheld, withhold
from records import Finding, Rejected, printable, sha256_hex
from submissions_schema import Submission


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
        withheld=withheld,
        scan=scan(source.files, withheld),
        files=files,
        blocking=tuple(blocking),
    )


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
