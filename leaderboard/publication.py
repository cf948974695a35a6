"""`publish`: records, evidence, log and CSVs into the Space repository, by compare-and-swap on the parent commit.

Invariant: success is said only after the remote was read back and is equal; a remote log that is not a prefix of ours
is refused, because publishing would rewrite history; code of the Space is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard.held_out import MAX_BYTES, held_out_files
from leaderboard.ports import SPACE, SPACE_TYPE, Hub
from leaderboard.state import LOG_NAME, State
from records import Finding, Rejected, read_regular

FOLDER = "leaderboard"


@dataclass(frozen=True, kw_only=True, slots=True)
class Publication:
    """What differs: paths in the Space repository to be added or replaced, and the commit that was compared with."""

    files: dict[str, bytes]
    parent: str

    @property
    def current(self) -> bool:
        """Whether the Space shows this state already."""
        return not self.files


def plan(state: State, suites: Sequence[AnySuite], hub: Hub) -> Publication:
    """Compare with the Space's `main`. Raises Rejected(P_HISTORY) when its log is not the beginning of ours."""
    parent = hub.head(SPACE, "main", SPACE_TYPE)
    wanted = _files(state, suites)
    log_path = f"{FOLDER}/{LOG_NAME}"
    remote_log = hub.read(SPACE, log_path, parent, SPACE_TYPE) or b""
    if not wanted[log_path].startswith(remote_log):
        message = "the published log is not the beginning of this one; publishing would rewrite history"
        raise Rejected([Finding(code="P_HISTORY", where=log_path, message=message)])
    files = {path: data for path, data in wanted.items() if hub.read(SPACE, path, parent, SPACE_TYPE) != data}
    return Publication(files=files, parent=parent)


def publish(hub: Hub, publication: Publication, summary: str) -> str:
    """Push and read back; the commit. Raises the client's errors, and Rejected(P_READ_BACK) when the remote differs."""
    try:
        oid = hub.commit(SPACE, SPACE_TYPE, publication.files, (), summary, publication.parent)
    except Exception:  # whatever the client raises, the commit may have landed: look before saying it failed
        oid = hub.head(SPACE, "main", SPACE_TYPE)
        if oid == publication.parent or _differing(hub, publication, oid):
            raise
        return oid
    different = _differing(hub, publication, oid)
    if different:
        message = f"commit {oid[:12]} was made, but the remote reads back differently; look before publishing again"
        raise Rejected([Finding(code="P_READ_BACK", where=path, message=message) for path in different])
    return oid


def _differing(hub: Hub, publication: Publication, revision: str) -> list[str]:
    return [path for path, data in publication.files.items() if hub.read(SPACE, path, revision, SPACE_TYPE) != data]


def _files(state: State, suites: Sequence[AnySuite]) -> dict[str, bytes]:
    """Path in the Space repository to bytes; records, evidence and bundles first, then the log, boards last."""
    files: dict[str, bytes] = {}
    for suite in suites:
        for sha256 in state.record_names(suite.corpus):
            files[f"{FOLDER}/records/{suite.corpus}/{sha256}.json"] = state.record(suite.corpus, sha256)
        for sha256 in state.evidence_names(suite.corpus):
            files[f"{FOLDER}/evidence/{suite.corpus}/{sha256}.json"] = state.evidence(suite.corpus, sha256)
        for path in held_out_files(state.root, suite.corpus):
            files[f"{FOLDER}/{path.relative_to(state.root)}"] = read_regular(path, max_bytes=MAX_BYTES)
    files[f"{FOLDER}/{LOG_NAME}"] = state.log_path.read_bytes() if state.log_path.exists() else b""
    for suite in suites:
        csv = state.read_csv(suite.corpus)
        if csv is not None:
            files[f"{FOLDER}/{suite.corpus}.csv"] = csv
    return files
