"""The only client of a hub, the Hugging Face Hub or the local one: an address and a token, plain values out.

Invariant: a token is passed explicitly or not at all; a write is sent once; after an error the client looks whether the
work was done before it says that it failed. Facts of the Hub that shape it: `create_pr` opens a live pull request; a
file identical to `main` opens none; merge takes no expected head; the author may push to `refs/pr/N` at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationCopy,
    CommitOperationDelete,
    Discussion,
    DiscussionComment,
    DiscussionCommit,
    DiscussionWithDetails,
    HfApi,
    hf_hub_url,
)

from hub.answers import Comment, Identity, Pull, PullRef, PullSummary
from hub.errors import HubConflict, HubMissing, HubRefused, HubUnreachable
from hub.history import Reader, changed_files
from hub.opening import Opening, look_after
from hub.wire import download, talking

DATASET = "dataset"
MAX_BYTES = 16_777_216
SECONDS = 30.0


class Hub:
    """A hub at `endpoint`, spoken to with `token` (None: anonymous, reading only).

    `seconds` limits each step of a request; `looks` are the pauses before each look after an error. Repositories are
    datasets unless `repo_type` says otherwise. Every method may raise any `HubError`.
    """

    def __init__(
        self,
        endpoint: str,
        token: str | None = None,
        *,
        seconds: float = SECONDS,
        looks: Sequence[float] = (0.0, 1.0, 2.0),
    ) -> None:
        self.endpoint = endpoint.rstrip("/")
        self._token: str | bool = token or False
        self._api = HfApi(endpoint=self.endpoint, token=self._token)
        self._seconds, self._looks = seconds, tuple(looks)
        self._reader = Reader(self._api, seconds)

    def __repr__(self) -> str:
        """The address only."""
        return f"Hub({self.endpoint!r})"

    # who

    def whoami(self) -> Identity:
        """Whose token it is. The Hub limits this call strictly: ask once per action."""
        if not self._token:
            raise HubRefused("this needs a token", status=401, missing="sign-in")
        with talking(self._seconds):
            answer = self._api.whoami(token=str(self._token))
            roles = tuple((str(one["name"]), str(one.get("roleInOrg") or "")) for one in answer.get("orgs", []))
            return Identity(name=answer["name"], fullname=answer.get("fullname") or answer["name"], organisations=roles)

    # reading

    def head(self, repo: str, revision: str = "main", repo_type: str = DATASET) -> str:
        """The commit that `revision` (a branch, `refs/pr/N`, a commit) names."""
        with talking(self._seconds):
            return str(self._api.repo_info(repo, repo_type=repo_type, revision=revision).sha)

    def read(
        self, repo: str, path: str, revision: str, repo_type: str = DATASET, *, max_bytes: int = MAX_BYTES
    ) -> bytes | None:
        """The bytes of a file, None when it does not exist there. More than `max_bytes` is a HubError."""
        url = hf_hub_url(repo, path, repo_type=repo_type, revision=revision, endpoint=self.endpoint)
        with talking(self._seconds):
            return download(url, self._token, max_bytes)

    def pulls(self, repo: str, status: str = "open") -> list[PullSummary]:
        """Pull requests, newest first; `status` open, closed (merged too) or all."""
        with talking(self._seconds):
            found = list(
                self._api.get_repo_discussions(
                    repo,
                    discussion_type="pull_request",
                    discussion_status=None if status == "all" else status,  # type: ignore[arg-type]
                    repo_type=DATASET,
                )
            )
            refs = self._api.list_repo_refs(repo, repo_type=DATASET, include_pull_requests=True).pull_requests or []
        heads = {ref.ref: ref.target_commit for ref in refs}
        return [_summary(one, heads.get(f"refs/pr/{one.num}", "")) for one in found]

    def pull(self, repo: str, number: int) -> Pull:
        """A pull request with the files that it changes, compared commit by commit, not read from a diff's text."""
        details = self._details(repo, number)
        head = self.head(repo, f"refs/pr/{number}")
        own = frozenset(event.oid for event in details.events if isinstance(event, DiscussionCommit))
        comments = tuple(
            Comment(author=event.author, text=event.content, created=_moment(event.created_at))
            for event in details.events
            if isinstance(event, DiscussionComment) and not event.hidden
        )
        return Pull(
            summary=_summary(details, head),
            files=changed_files(self._reader, repo, head, own),
            comments=comments,
            merge_oid=details.merge_commit_oid,
        )

    def find_pull(self, repo: str, path: str, *, author: str | None = None) -> PullRef | None:
        """The oldest open pull request that carries a file at `path` (of `author`, where given), or None.

        Looked at are those whose title carries the path's marker, and the newest others up to a fixed number.
        """
        return self._opening(repo).find(path, author=author)

    # writing

    def open_pull(
        self, repo: str, path: str, data: bytes, title: str, description: str, *, author: str | None = None
    ) -> PullRef:
        """Open a pull request that adds `data` at `path`; doing it twice opens one. `author` saves asking who we are.

        Raises:
            HubExists: the same file is on `main` already; its `url` says where.
            HubError: it failed, and where `landed` is False the client looked and there is no pull request.
        """
        return self._opening(repo).open(path, data, title, description, author or self.whoami().name)

    def comment(self, repo: str, number: int, text: str) -> None:
        """Add a comment."""
        try:
            with talking(self._seconds):
                self._api.comment_discussion(repo, number, text, repo_type=DATASET)
        except HubUnreachable as error:
            look_after(error, lambda: any(one.text == text for one in self.pull(repo, number).comments))

    def close(self, repo: str, number: int, text: str) -> None:
        """Close with a comment; a pull request that is closed stays as it is."""
        status = self._details(repo, number).status
        if status == "closed":
            return
        if status == "merged":
            raise HubConflict(f"pull request {number} is merged", status=409)
        try:
            with talking(self._seconds):
                self._api.change_discussion_status(repo, number, "closed", comment=text, repo_type=DATASET)
        except (HubUnreachable, HubConflict) as error:
            look_after(error, lambda: self._details(repo, number).status == "closed")

    def merge(self, repo: str, number: int, text: str) -> None:
        """Merge whatever the head is now: compare it before, and `main` after. A merged one stays as it is."""
        try:
            with talking(self._seconds):
                self._api.merge_pull_request(repo, number, comment=text, repo_type=DATASET)
        except (HubUnreachable, HubConflict) as error:
            look_after(error, lambda: self._details(repo, number).status == "merged")

    def commit(
        self,
        repo: str,
        repo_type: str,
        files: Mapping[str, bytes],
        deletes: Sequence[str],
        message: str,
        parent: str,
    ) -> str:
        """Commit to `main` if it is still at `parent`; the new commit. A `main` that moved is a HubConflict."""
        operations: list[CommitOperationAdd | CommitOperationCopy | CommitOperationDelete] = [
            *(CommitOperationAdd(path_in_repo=path, path_or_fileobj=data) for path, data in files.items()),
            *(CommitOperationDelete(path_in_repo=path, is_folder=False) for path in deletes),
        ]
        try:
            with talking(self._seconds):
                done = self._api.create_commit(
                    repo, operations, commit_message=message, repo_type=repo_type, parent_commit=parent
                )
                return str(done.oid)
        except HubUnreachable as error:
            return self._landed(error, repo, repo_type, files, deletes, parent)

    # pieces

    def _landed(
        self,
        error: HubUnreachable,
        repo: str,
        repo_type: str,
        files: Mapping[str, bytes],
        deletes: Sequence[str],
        parent: str,
    ) -> str:
        """The head of `main` if it moved and holds what was sent; otherwise `error` is raised."""
        head = parent

        def look() -> bool:
            nonlocal head
            head = self.head(repo, "main", repo_type)
            return head != parent and self._reader.holds(repo, repo_type, head, files, deletes)

        look_after(error, look)
        return head

    def _details(self, repo: str, number: int) -> DiscussionWithDetails:
        with talking(self._seconds):
            details = self._api.get_discussion_details(repo, number, repo_type=DATASET)
        if not details.is_pull_request:
            raise HubMissing(f"number {number} of {repo} is a discussion, not a pull request", status=404)
        return details

    def _opening(self, repo: str) -> Opening:
        return Opening(
            api=self._api,
            reader=self._reader,
            repo=repo,
            seconds=self._seconds,
            looks=self._looks,
        )


def _summary(one: Discussion, head: str) -> PullSummary:
    return PullSummary(
        number=one.num,
        title=one.title,
        author=one.author,
        created=_moment(one.created_at),
        status=one.status,
        url=one.url,
        draft=one.status == "draft",
        head=head,
    )


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
