"""Commits that arrive over the API: the NDJSON order, its checks, and where it lands.

Invariant: a commit lands only on the head that was read for it, and a stated `parentCommit` that is another is a 412;
nothing outside `checked_path` is ever written, and one order stays under fixed limits.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from hub.local.call import Problem, line, loads, optional_text, text
from hub.local.discussions import Discussion, Discussions
from hub.local.git import Signature
from hub.local.people import Bearer
from hub.local.repositories import MAIN, MAX_PATH, Repo, checked_path, no_entry

MAX_OPERATIONS = 5000
MAX_TITLE = 300
MAX_TEXT = 65_536


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What a client asked to commit: `files` path -> bytes, `deleted` paths, `folders` deleted whole."""

    summary: str
    description: str
    parent: str | None
    files: dict[str, bytes]
    deleted: tuple[str, ...]
    folders: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Landed:
    """A commit that exists, and the pull request that it opened."""

    oid: str
    pull: Discussion | None


def read_order(body: bytes) -> Order:
    """The NDJSON of `create_commit`: one header line, then one line per operation."""
    lines = [loads(row) for row in body.split(b"\n") if row.strip()]
    if (
        not lines
        or len(lines) > MAX_OPERATIONS
        or not all(_is_item(item) for item in lines)
        or lines[0]["key"] != "header"
    ):
        raise Problem(400, f"expected a header line and at most {MAX_OPERATIONS} operations")
    header = lines[0]["value"]
    files: dict[str, bytes] = {}
    deleted, folders = [], []
    for item in lines[1:]:
        key, value = item["key"], item["value"]
        path = checked_path(text(value.get("path"), "the path", MAX_PATH + 1).removesuffix("/"))
        if key == "file":
            files[path] = _content(value)
        elif key == "deletedFile":
            deleted.append(path)
        elif key == "deletedFolder":
            folders.append(path)
        else:
            raise Problem(400, "the local hub stores regular files only")
    parent = header.get("parentCommit")
    return Order(
        summary=line(header.get("summary"), "the commit message", MAX_TITLE),
        description=optional_text(header.get("description"), "the description", MAX_TEXT),
        parent=None if parent is None else str(parent),
        files=files,
        deleted=tuple(deleted),
        folders=tuple(folders),
    )


def land(
    discussions: Discussions, repo: Repo, ref: str, order: Order, by: Bearer, seconds: int, *, pull: bool
) -> Landed:
    """Commit `order` on `ref`, or (with `pull`) beside it as a new pull request."""
    if pull:
        by.require("write-discussions", "open a pull request")
    elif ref == MAIN:
        if not by.owns(repo.id):
            raise Problem(403, f"Only a maintainer of {repo.id} may commit to main. Open a pull request instead.")
        by.require("write-repos", "commit to main")
    head = repo.git.commit_of(ref)
    if head is None or not ref.startswith("refs/"):
        raise Problem(404, "Invalid rev id", "RevisionNotFound")
    if order.parent is not None and order.parent != head:
        raise Problem(412, "A commit has happened since. Please refresh and try again.")
    oid = _write(repo, head, order, Signature(name=by.person.name, seconds=seconds))
    if pull:
        opened = discussions.open(repo, by, order.summary, order.description, head=oid, draft=False)
        return Landed(oid=oid, pull=opened)
    if ref == MAIN:
        if not repo.git.move(MAIN, oid, head):
            raise Problem(412, "A commit has happened since. Please refresh and try again.")
    else:
        discussions.push(discussions.get(repo, int(ref.rsplit("/", 1)[1])), by, order.summary, oid, head)
    return Landed(oid=oid, pull=None)


def _write(repo: Repo, head: str, order: Order, author: Signature) -> str:
    stands = {entry.path: entry.kind for entry in repo.git.entries(head, recursive=True)}
    gone = {path for path in order.deleted if stands.get(path) == "blob"}
    inside = {path for path, kind in stands.items() if kind == "blob" and path.startswith(_prefixes(order.folders))}
    if len(gone) < len(set(order.deleted)) or any(stands.get(folder) != "tree" for folder in order.folders):
        raise no_entry()
    for path in order.files:
        above = [path[:place] for place, character in enumerate(path) if character == "/"]
        if stands.get(path) == "tree" or any(stands.get(one) == "blob" or one in order.files for one in above):
            raise Problem(400, "a path is a file on one side and a folder on the other")
    oids = repo.git.write_blobs(tuple(order.files.values()))
    changes = dict.fromkeys(gone | inside) | dict(zip(order.files, oids, strict=True))
    message = "\n\n".join(part for part in (order.summary, order.description) if part)
    return repo.git.write_commit(repo.git.write_tree(head, changes), (head,), message, author)


def _prefixes(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{folder}/" for folder in folders)


def _is_item(item: object) -> bool:
    return isinstance(item, dict) and isinstance(item.get("key"), str) and isinstance(item.get("value"), dict)


def _content(value: dict[str, object]) -> bytes:
    content = value.get("content")
    if not isinstance(content, str) or value.get("encoding") != "base64":
        raise Problem(400, "a file needs base64 content")
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem(400, "a file's content is not base64") from error
