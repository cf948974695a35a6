"""The repositories that exist on a fresh local hub, and the rules for their paths and revisions.

Invariant: exactly the repositories of `SEEDS` exist; a path that reaches git is relative, printable, and has no empty,
`.`, `..` or `.git` part; a revision is `main`, the ref of a pull request that is visible, or a full commit oid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hub.local.call import Problem
from hub.local.git import OID, REF, Repository, Signature
from hub.local.people import OWNER

MAIN = "refs/heads/main"
MAX_PATH = 400
MAX_PARTS = 20
SEEDS = (
    (
        "dataset",
        f"{OWNER}/nnai-submissions",
        "# NNAI-Bench submissions\n\nOne file per submission: `submissions/<suite>/<digest>.json`. "
        "Open a pull request that adds exactly one.\n\nThis repository lives on the local hub of this machine.\n",
    ),
    ("space", f"{OWNER}/nnai-bench", "# NNAI-Bench\n\nThis repository lives on the local hub of this machine.\n"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Repo:
    """A repository of the hub: `kind` is dataset or space, `id` is owner/name."""

    kind: str
    id: str
    git: Repository

    @property
    def key(self) -> str:
        """How the repository is named in URLs and in the store: `datasets/owner/name`."""
        return f"{self.kind}s/{self.id}"


class Repositories:
    """The bare repositories below `folder`, created where missing."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self._repos = {}
        for kind, name, readme in SEEDS:
            repo = Repo(kind=kind, id=name, git=Repository(folder / f"{kind}s" / f"{name}.git"))
            self._repos[repo.key] = repo
            if not (repo.git.folder / "config").is_file() or repo.git.commit_of(MAIN) is None:
                _seed(repo.git, readme, int(clock()))

    def all(self) -> tuple[Repo, ...]:
        """Every repository."""
        return tuple(self._repos.values())

    def get(self, kind: str, owner: str, name: str) -> Repo:
        """The repository of a URL (`kind` in the plural), or 404."""
        repo = self._repos.get(f"{kind}/{owner}/{name.removesuffix('.git')}")
        if repo is None:
            raise Problem(404, "Repository not found", "RepoNotFound")
        return repo


def checked_path(path: str) -> str:
    """`path` itself when it may stand in a repository, else 400."""
    parts = path.split("/")
    fine = (
        0 < len(path) <= MAX_PATH
        and len(parts) <= MAX_PARTS
        and path.isprintable()
        and "\\" not in path
        and not any(part in ("", ".", "..") or part.strip(". ").lower() == "git" for part in parts)
    )
    if not fine:
        raise Problem(400, "the path must be relative, printable, and free of empty, '.', '..' and '.git' parts")
    return path


def ref_of(revision: str) -> str:
    """The ref or oid that a revision of the API names, or 404."""
    if revision in ("main", MAIN):
        return MAIN
    if OID.match(revision) or (REF.match(revision) and revision.startswith("refs/pr/")):
        return revision
    raise no_revision()


def no_revision() -> Problem:
    """404 for a revision."""
    return Problem(404, "Invalid rev id", "RevisionNotFound")


def no_entry() -> Problem:
    """404 for a file."""
    return Problem(404, "Entry not found", "EntryNotFound")


def _seed(git: Repository, readme: str, seconds: int) -> None:
    git.create()
    tree = git.write_tree(None, {"README.md": git.write_blobs([readme.encode()])[0]})
    commit = git.write_commit(tree, (), "initial commit", Signature(name=OWNER, seconds=seconds))
    git.move(MAIN, commit, None)
