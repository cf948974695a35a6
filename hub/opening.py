"""Opening a pull request so that doing it twice, or failing half-way, leaves exactly one.

1. Look whether `main` has the file, then whether the author has an open pull request that carries it.
2. Send the commit, once.
3. After an error look again: the pull request may exist although the answer was lost.
4. After success look once more: of two that were opened at the same moment by two processes, the later closes itself.

Invariant: a pull request counts as the same only when its author is the same and the file at the path has the same
bytes; the marker in the title only makes it quick to find.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from huggingface_hub import CommitOperationAdd, HfApi

from hub.answers import PullRef
from hub.errors import HubError, HubExists, HubMissing, HubRefused, HubUnreachable
from hub.history import DATASET, Reader, blob_oid
from hub.wire import talking

OTHERS = 10
_DIGEST = re.compile(r"([0-9a-f]{12})[0-9a-f]{52}\.[a-z]+\Z")
_LOCKS = tuple(threading.Lock() for _ in range(64))


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """Pull requests of one repository, as seen by one client; `looks` are pauses in seconds."""

    api: HfApi
    reader: Reader
    repo: str
    seconds: float
    looks: tuple[float, ...]

    def open(self, path: str, data: bytes, title: str, description: str, author: str) -> PullRef:
        """Steps 1 to 4."""
        with _LOCKS[hash((self.api.endpoint, self.repo, path, author)) % len(_LOCKS)]:
            self._refuse_existing(path, data)
            earlier = self.find(path, author=author, data=data)
            if earlier is not None:
                return earlier
            try:
                made = self._send(path, data, f"{title} [{marker(path)}]", description)
            except HubError as error:
                error.landed = None
                return self._look_again(error, path, data, author)
            return self._settle(made, path, data, author)

    def find(self, path: str, *, author: str | None, data: bytes | None = None) -> PullRef | None:
        """The oldest open pull request (of `author`, if given) with a file at `path` (with these bytes, if given)."""
        wanted = None if data is None else blob_oid(data)
        for number, url in self._candidates(path, author):
            try:
                found = self.reader.oids(self.repo, f"refs/pr/{number}", [path]).get(path)
                if found is not None and wanted in (None, found):
                    return PullRef(number=number, url=url, head=self._head(number), existed=True)
            except HubMissing:
                continue
        return None

    def _candidates(self, path: str, author: str | None) -> Iterator[tuple[int, str]]:
        with talking(self.seconds):
            live = list(
                self.api.get_repo_discussions(
                    self.repo,
                    author=author,
                    discussion_type="pull_request",
                    discussion_status="open",
                    repo_type=DATASET,
                )
            )
        mark = marker(path)
        live = [one for one in live if author in (None, one.author)]
        marked = sorted((one for one in live if mark in one.title), key=lambda one: one.num)
        others = [one for one in live if mark not in one.title][:OTHERS]
        yield from ((one.num, one.url) for one in (*marked, *others))

    def _refuse_existing(self, path: str, data: bytes) -> None:
        if self.reader.oids(self.repo, "main", [path]).get(path) == blob_oid(data):
            url = f"{self.api.endpoint}/datasets/{self.repo}/blob/main/{path}"
            raise HubExists("this file is already accepted: it stands on main", url=url)

    def _send(self, path: str, data: bytes, title: str, description: str) -> PullRef:
        with talking(self.seconds):
            done = self.api.create_commit(
                self.repo,
                [CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)],
                commit_message=title,
                commit_description=description,
                repo_type=DATASET,
                create_pr=True,
            )
        if done.pr_url is None or done.pr_num is None:
            self._refuse_existing(path, data)
            raise HubUnreachable("the hub took the file but names no pull request")
        return PullRef(number=int(done.pr_num), url=str(done.pr_url), head=str(done.oid))

    def _look_again(self, error: HubError, path: str, data: bytes, author: str) -> PullRef:
        if isinstance(error, HubRefused | HubExists):
            error.landed = False
            raise error
        for pause in self.looks if isinstance(error, HubUnreachable) else self.looks[:1]:
            time.sleep(pause)
            try:
                found = self.find(path, author=author, data=data)
            except HubError:
                error.landed = None
                continue
            if found is not None:
                return PullRef(number=found.number, url=found.url, head=found.head, found_after_error=True)
            error.landed = False
        raise error

    def _settle(self, made: PullRef, path: str, data: bytes, author: str) -> PullRef:
        try:
            first = self.find(path, author=author, data=data)
            if first is None or first.number >= made.number:
                return made
            with talking(self.seconds):
                self.api.change_discussion_status(
                    self.repo,
                    made.number,
                    "closed",
                    comment=f"The same file is already in pull request {first.number}.",
                    repo_type=DATASET,
                )
        except HubError:
            return made
        return first

    def _head(self, number: int) -> str:
        with talking(self.seconds):
            return str(self.api.repo_info(self.repo, repo_type=DATASET, revision=f"refs/pr/{number}").sha)


def look_after(error: HubError, landed: Callable[[], bool]) -> None:
    """Return when `landed` finds the work of a failed write done; otherwise raise `error`, which says what is known."""
    try:
        done = landed()
    except HubError:
        error.landed = None
        raise error from None
    if not done:
        error.landed = False
        raise error


def marker(path: str) -> str:
    """The word in a title by which pull requests for `path` are found: `nnai:` and the digest's first twelve digits."""
    name = path.rsplit("/", 1)[-1]
    found = _DIGEST.match(name)
    return f"nnai:{found[1] if found else blob_oid(path.encode())[:12]}"
