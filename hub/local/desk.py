"""What every handler of the local hub works with, gathered once.

Invariant: `base_url` is the one address that the hub answers under and puts into links; it never comes from a request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.responses import Response

from hub.local.call import Call
from hub.local.discussions import Discussions
from hub.local.people import People
from hub.local.repositories import MAIN, Repo, Repositories, no_revision, ref_of
from hub.local.store import Store


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """The parts of one hub; `clock` gives seconds since 1970."""

    base_url: str
    clock: Callable[[], float]
    store: Store
    people: People
    repositories: Repositories
    discussions: Discussions

    @property
    def root(self) -> str:
        """The path of `base_url`: pages link by path, so that they work under every loopback name."""
        return urlsplit(self.base_url).path

    def repo(self, call: Call) -> Repo:
        """The repository that the path names."""
        return self.repositories.get(call.parameters["kind"], call.parameters["owner"], call.parameters["name"])

    def ref(self, repo: Repo, revision: str) -> str:
        """The ref or oid that `revision` names, refusing refs of pull requests that do not exist."""
        ref = ref_of(revision)
        if ref.startswith("refs/pr/") and not self.discussions.visible(repo, ref):
            raise no_revision()
        return ref

    def commit(self, repo: Repo, revision: str) -> str:
        """The commit that `revision` names, or 404."""
        oid = repo.git.commit_of(self.ref(repo, revision or MAIN))
        if oid is None:
            raise no_revision()
        return oid


Handler = Callable[[Desk, Call], Response]


@dataclass(frozen=True, kw_only=True, slots=True)
class Endpoint:
    """A row of the hub's table of addresses: `name` is also what a fault is armed for."""

    name: str
    methods: tuple[str, ...]
    path: str
    handler: Handler
    max_body: int = 65_536
