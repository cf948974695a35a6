"""What review needs of a hub, as protocols: the room may not import `hub`, so the door passes its client in.

Invariant: only plain values cross; the client's own error kinds pass through untouched to the door.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

QUEUE = "vynly/nnai-submissions"
"""The dataset repository that holds the queue."""
SPACE = "vynly/nnai-bench"
"""The Space repository that shows the board."""
QUEUE_TYPE = "dataset"
SPACE_TYPE = "space"


def submission_path(suite: str, sha256: str) -> str:
    """Where a submission stands in the queue repository: its name is its content."""
    return f"submissions/{suite}/{sha256}.json"


class ChangedFileView(Protocol):
    """One file that a pull request touches; `kind` is added, modified, deleted or renamed."""

    @property
    def path(self) -> str: ...
    @property
    def kind(self) -> str: ...


class CommentView(Protocol):
    """One comment."""

    @property
    def author(self) -> str: ...
    @property
    def text(self) -> str: ...


class PullSummaryView(Protocol):
    """One line of the list of pull requests; `status` is draft, open, closed or merged."""

    @property
    def number(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def created(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def draft(self) -> bool: ...
    @property
    def head(self) -> str: ...


class PullView(Protocol):
    """A pull request with what it changes and what was said."""

    @property
    def summary(self) -> PullSummaryView: ...
    @property
    def files(self) -> Sequence[ChangedFileView]: ...
    @property
    def comments(self) -> Sequence[CommentView]: ...


class IdentityView(Protocol):
    """Whose token it is."""

    @property
    def name(self) -> str: ...


class Hub(Protocol):
    """The hub as review uses it. Every method may raise the client's errors."""

    def whoami(self) -> IdentityView: ...
    def pulls(self, repo: str, status: str = "open") -> Sequence[PullSummaryView]: ...
    def pull(self, repo: str, number: int) -> PullView: ...
    def read(self, repo: str, path: str, revision: str, repo_type: str = QUEUE_TYPE) -> bytes | None: ...
    def head(self, repo: str, revision: str = "main", repo_type: str = QUEUE_TYPE) -> str: ...
    def close(self, repo: str, number: int, text: str) -> None: ...
    def merge(self, repo: str, number: int, text: str) -> None: ...
    def commit(
        self,
        repo: str,
        repo_type: str,
        files: Mapping[str, bytes],
        deletes: Sequence[str],
        message: str,
        parent: str,
    ) -> str: ...
