"""Discussions and pull requests of the local hub: who may open, comment, close, rename, push and merge.

Invariant: a pull request is visible exactly when its row is committed, and its ref `refs/pr/N` was written before,
inside the same transaction; a ref without a row (a crash between the two) is not served and is overwritten by the
next pull request. A merge is one new commit on `main`, as on the Hub: it moves `main` by compare-and-swap before the
row says `merged`, and `heal` completes one that a crash cut. Conflicts are found file by file: a file that both sides
changed differently conflicts.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hub.local.call import Problem
from hub.local.git import Signature
from hub.local.people import Bearer, People
from hub.local.repositories import MAIN, Repo, Repositories
from hub.local.store import Store

LIVE = ("open", "draft")


@dataclass(frozen=True, kw_only=True, slots=True)
class Discussion:
    """One discussion; `pull` tells a pull request, whose ref is `refs/pr/<num>`."""

    repo: Repo
    num: int
    title: str
    author: str
    created: str
    status: str
    pull: bool
    merge_oid: str | None

    @property
    def ref(self) -> str:
        """The ref that the author may push to."""
        return f"refs/pr/{self.num}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One thing that happened in a discussion; `data` as the Hub's API shows it."""

    id: str
    type: str
    author: str
    created: str
    data: dict[str, Any]


class Discussions:
    """All discussions of the hub's repositories."""

    def __init__(self, store: Store, repositories: Repositories, people: People, clock: Callable[[], float]) -> None:
        self._store, self._people, self._clock = store, people, clock
        for repo in repositories.all():
            self.heal(repo)

    # reading

    def get(self, repo: Repo, num: int) -> Discussion:
        """The discussion, or 404."""
        with self._store.reading() as db:
            return _get(db, repo, num)

    def select(self, repo: Repo, *, status: str = "all", author: str = "", kind: str = "all") -> list[Discussion]:
        """Newest first. `status`: open (or draft), closed (or merged), all. `kind`: pull_request, discussion, all."""
        wanted = {"open": LIVE, "closed": ("closed", "merged")}.get(status)
        with self._store.reading() as db:
            rows = db.execute("SELECT * FROM discussions WHERE repo = ? ORDER BY num DESC", (repo.key,)).fetchall()
        found = [_discussion(repo, row) for row in rows]
        return [
            one
            for one in found
            if (wanted is None or one.status in wanted)
            and author in ("", one.author)
            and kind in ("all", "pull_request" if one.pull else "discussion")
        ]

    def events(self, discussion: Discussion) -> list[Event]:
        """Oldest first."""
        where = (discussion.repo.key, discussion.num)
        with self._store.reading() as db:
            rows = db.execute("SELECT * FROM events WHERE repo = ? AND num = ? ORDER BY seq", where).fetchall()
        return [_event(row) for row in rows]

    def visible(self, repo: Repo, ref: str) -> bool:
        """Whether a pull request's ref belongs to a row."""
        with self._store.reading() as db:
            num = int(ref.rsplit("/", 1)[1])
            row = db.execute("SELECT pull FROM discussions WHERE repo = ? AND num = ?", (repo.key, num)).fetchone()
        return row is not None and bool(row["pull"])

    # writing

    def open(
        self, repo: Repo, by: Bearer, title: str, description: str, *, head: str | None, draft: bool
    ) -> Discussion:
        """A new discussion, or a pull request at commit `head`."""
        by.require("write-discussions", "open a discussion or pull request")
        with self._store.writing() as db:
            num = db.execute(
                "SELECT COALESCE(MAX(num), 0) + 1 FROM discussions WHERE repo = ?", (repo.key,)
            ).fetchone()[0]
            ref = f"refs/pr/{num}"
            if head is not None and not repo.git.move(ref, head, repo.git.commit_of(ref)):
                raise Problem(409, "the pull request could not be numbered; try again")
            row = (
                repo.key,
                num,
                title,
                by.person.name,
                self._now(),
                "draft" if draft else "open",
                head is not None,
                None,
            )
            db.execute("INSERT INTO discussions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            made = _get(db, repo, num)
            if description.strip():
                self._comment(db, made, by, description)
            if head is not None and not draft:
                self._add(db, made, by, "commit", {"subject": title, "oid": head})
            return made

    def push(self, discussion: Discussion, by: Bearer, summary: str, new: str, expected: str) -> None:
        """Move the pull request's head; only its author and the maintainer may, and only while it is open."""
        by.require("write-discussions", "push to a pull request")
        self._author_or_owner(discussion, by, "push to it")
        with self._store.writing() as db:
            current = _get(db, discussion.repo, discussion.num)
            if current.status not in LIVE:
                raise Problem(409, f"pull request {current.num} is {current.status}")
            if not current.repo.git.move(current.ref, new, expected):
                raise Problem(412, "The pull request has moved since you last read it.")
            self._add(db, current, by, "commit", {"subject": summary, "oid": new})

    def comment(self, discussion: Discussion, by: Bearer, content: str) -> Event:
        """A comment by any signed-in user."""
        by.require("write-discussions", "comment")
        with self._store.writing() as db:
            return self._comment(db, _get(db, discussion.repo, discussion.num), by, content)

    def rename(self, discussion: Discussion, by: Bearer, title: str) -> Event:
        """A new title; author or maintainer."""
        by.require("write-discussions", "rename it")
        self._author_or_owner(discussion, by, "rename it")
        with self._store.writing() as db:
            old = _get(db, discussion.repo, discussion.num)
            self._set(db, old, title=title)
            return self._add(db, old, by, "title-change", {"from": old.title, "to": title})

    def change_status(self, discussion: Discussion, by: Bearer, status: str, comment: str) -> Event:
        """Close or reopen; author or maintainer. A merged pull request stays merged."""
        by.require("write-discussions", "change its status")
        self._author_or_owner(discussion, by, "change its status")
        with self._store.writing() as db:
            current = _get(db, discussion.repo, discussion.num)
            if current.status == "merged":
                raise Problem(409, f"pull request {current.num} is merged")
            if comment.strip():
                self._comment(db, current, by, comment)
            self._set(db, current, status=status)
            return self._add(db, current, by, "status-change", {"status": status})

    def merge(self, discussion: Discussion, by: Bearer, comment: str) -> str:
        """Merge into `main`; only the maintainer with the scope write-repos. The merge commit's oid."""
        if not by.owns(discussion.repo.id):
            raise Problem(403, f"Only a maintainer of {discussion.repo.id} may merge.")
        by.require("write-repos", "merge")
        with self._store.writing() as db:
            current = _get(db, discussion.repo, discussion.num)
            if not current.pull or current.status != "open":
                raise Problem(409, f"number {current.num} is not an open pull request; it is {current.status}")
            oid = self._merge_commit(current, by)
            if comment.strip():
                self._comment(db, current, by, comment)
            self._set(db, current, status="merged", merge_oid=oid)
            self._add(db, current, by, "status-change", {"status": "merged"})
            return oid

    def conflicts(self, discussion: Discussion) -> list[str]:
        """The files that both `main` and the pull request changed differently since they parted."""
        return _three_way(discussion.repo, _head(discussion.repo, discussion.ref))[1]

    def heal(self, repo: Repo) -> None:
        """Mark as merged what a crash left merged in git but open in the store."""
        waiting = [one for one in self.select(repo, status="open", kind="pull_request") if one.status == "open"]
        if not waiting:
            return
        merged = {one.message.rpartition("\n")[2]: one for one in repo.git.log(MAIN, limit=200)}
        heads = repo.git.refs("refs/pr/")
        for one in waiting:
            landed = merged.get(_landed(one, heads.get(one.ref, "")))
            person = None if landed is None else self._people.person(landed.author)
            if landed is None or person is None:
                continue
            by = Bearer(person=person, scopes=frozenset(), kind="heal")
            with self._store.writing() as db:
                self._set(db, one, status="merged", merge_oid=landed.oid)
                self._add(db, one, by, "status-change", {"status": "merged"})

    # pieces

    def _merge_commit(self, discussion: Discussion, by: Bearer) -> str:
        repo = discussion.repo
        head, main = _head(repo, discussion.ref), _head(repo, MAIN)
        changes, conflicting = _three_way(repo, head)
        if conflicting:
            raise Problem(409, f"cannot merge: {len(conflicting)} file(s) changed on both sides")
        tree = repo.git.write_tree(main, changes)
        signature = Signature(name=by.person.name, seconds=int(self._clock()))
        message = f"{discussion.title} (#{discussion.num})\n\n{_landed(discussion, head)}"
        oid = repo.git.write_commit(tree, (main,), message, signature)
        if not repo.git.move(MAIN, oid, main):
            raise Problem(409, "main moved during the merge; try again")
        return oid

    def _author_or_owner(self, discussion: Discussion, by: Bearer, what: str) -> None:
        if by.person.name != discussion.author and not by.owns(discussion.repo.id):
            raise Problem(403, f"Only {discussion.author} or a maintainer of {discussion.repo.id} may {what}.")

    def _comment(self, db: sqlite3.Connection, discussion: Discussion, by: Bearer, content: str) -> Event:
        return self._add(db, discussion, by, "comment", {"raw": content})

    def _set(self, db: sqlite3.Connection, discussion: Discussion, **values: str) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        where = (*values.values(), discussion.repo.key, discussion.num)
        db.execute(f"UPDATE discussions SET {columns} WHERE repo = ? AND num = ?", where)

    def _add(
        self, db: sqlite3.Connection, discussion: Discussion, by: Bearer, kind: str, data: dict[str, Any]
    ) -> Event:
        event = Event(id=secrets.token_hex(12), type=kind, author=by.person.name, created=self._now(), data=data)
        row = (event.id, discussion.repo.key, discussion.num, kind, event.author, event.created, json.dumps(data))
        db.execute("INSERT INTO events (id, repo, num, type, author, created, data) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return event

    def _now(self) -> str:
        moment = datetime.fromtimestamp(self._clock(), UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def base_of(repo: Repo, head: str) -> str:
    """The commit of `main` that a pull request's head started from."""
    base = repo.git.merge_base(_head(repo, MAIN), head)
    if base is None:
        raise Problem(409, "the pull request shares no history with main")
    return base


def parted_at(discussion: Discussion) -> tuple[str, str]:
    """(base, head) of a pull request. A merge is one new commit on `main`, so the base stays what it was."""
    head = _head(discussion.repo, discussion.ref)
    return base_of(discussion.repo, head), head


def _landed(discussion: Discussion, head: str) -> str:
    """The last line of a merge commit's message: by it `heal` recognises a merge whose row was not written."""
    return f"Merged {discussion.ref} at {head}"


def _three_way(repo: Repo, head: str) -> tuple[dict[str, str | None], list[str]]:
    base, main = base_of(repo, head), _head(repo, MAIN)
    theirs = {change.path: change.oid for change in repo.git.changes(base, main)}
    ours = {change.path: change.oid for change in repo.git.changes(base, head)}
    return ours, sorted(path for path, oid in ours.items() if path in theirs and theirs[path] != oid)


def _head(repo: Repo, ref: str) -> str:
    oid = repo.git.commit_of(ref)
    if oid is None:
        raise Problem(404, "Invalid rev id", "RevisionNotFound")
    return oid


def _get(db: sqlite3.Connection, repo: Repo, num: int) -> Discussion:
    row = db.execute("SELECT * FROM discussions WHERE repo = ? AND num = ?", (repo.key, num)).fetchone()
    if row is None:
        raise Problem(404, "Discussion not found", "DiscussionNotFound")
    return _discussion(repo, row)


def _event(row: sqlite3.Row) -> Event:
    data = json.loads(row["data"])
    return Event(id=row["id"], type=row["type"], author=row["author"], created=row["created"], data=data)


def _discussion(repo: Repo, row: sqlite3.Row) -> Discussion:
    return Discussion(
        repo=repo,
        num=row["num"],
        title=row["title"],
        author=row["author"],
        created=row["created"],
        status=row["status"],
        pull=bool(row["pull"]),
        merge_oid=row["merge_oid"],
    )
