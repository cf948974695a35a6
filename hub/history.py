"""What commits hold, asked through the API: object names of files, and what a pull request changed.

Invariant: changes are found by comparing the trees of two commits, never by reading the text of a diff, which its
author writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from huggingface_hub import HfApi
from huggingface_hub.hf_api import RepoFile

from hub.answers import ChangedFile
from hub.errors import HubError
from hub.wire import pages, talking

DATASET = "dataset"
MAX_COMMITS = 20_000
PATHS = 500


class Reader:
    """Reads trees and histories of a hub."""

    def __init__(self, api: HfApi, seconds: float) -> None:
        self._api, self._seconds = api, seconds

    def oids(self, repo: str, revision: str, paths: Sequence[str], repo_type: str = DATASET) -> dict[str, str]:
        """Path -> blob oid for those of `paths` that exist."""
        found: dict[str, str] = {}
        for start in range(0, len(paths), PATHS):
            with talking(self._seconds):
                part = self._api.get_paths_info(
                    repo, list(paths[start : start + PATHS]), revision=revision, repo_type=repo_type
                )
            found |= {one.path: one.blob_id for one in part if isinstance(one, RepoFile)}
        return found

    def tree(self, repo: str, commit: str) -> dict[str, str]:
        """Path -> blob oid of every file of a commit."""
        with talking(self._seconds):
            entries = self._api.list_repo_tree(repo, recursive=True, revision=commit, repo_type=DATASET)
            return {one.path: one.blob_id for one in entries if isinstance(one, RepoFile)}

    def history(self, repo: str, revision: str) -> Iterator[str]:
        """Commits, newest first, page by page as they are asked for."""
        where = f"{self._api.endpoint}/api/{DATASET}s/{repo}/commits/{revision.replace('/', '%2F')}"
        items = iter(pages(where, self._api.token))
        for _ in range(MAX_COMMITS):
            with talking(self._seconds):
                item = next(items, None)
                if item is None:
                    return
                oid = str(item["id"])
            yield oid

    def holds(
        self, repo: str, repo_type: str, revision: str, files: Mapping[str, bytes], deletes: Sequence[str]
    ) -> bool:
        """Whether a commit has exactly these files at their paths and none of `deletes`."""
        found = self.oids(repo, revision, [*files, *deletes], repo_type)
        return found == {path: blob_oid(data) for path, data in files.items()}


def blob_oid(data: bytes) -> str:
    """The name that git gives to a file's bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def changed_files(reader: Reader, repo: str, head: str, own: frozenset[str]) -> tuple[ChangedFile, ...]:
    """What `head` changes against the commit of `main` that it left from; `own` are commits known to be the PR's."""
    base = _parting(reader, repo, head, own)
    before, after = reader.tree(repo, base), reader.tree(repo, head)
    changes = [
        ChangedFile(path=path, kind="added" if path not in before else "modified" if path in after else "deleted")
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    ]
    return tuple(changes)


def _parting(reader: Reader, repo: str, head: str, own: frozenset[str]) -> str:
    """The newest commit that both histories hold and the pull request did not bring itself."""
    ours, theirs = reader.history(repo, head), reader.history(repo, "main")
    seen: tuple[dict[str, None], dict[str, None]] = ({}, {})
    while True:
        step = [next(ours, None), next(theirs, None)]
        for place, oid in enumerate(step):
            if oid is not None and oid not in own:
                seen[place][oid] = None
        common = next((oid for oid in seen[0] if oid in seen[1]), None)
        if common is not None:
            return common
        if step == [None, None]:
            raise HubError("the pull request shares no history with main")
