"""The demo users of the local hub and the tokens that speak for them.

Invariant: a token is known by its hash, belongs to one user, carries scopes, and stops working when it expires. The
organisation `vynly` has one member, demo-maintainer; nobody else may write to what `vynly` owns.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hub.local.call import Call, Problem
from hub.local.store import Store, hashed

OWNER = "vynly"
MAINTAINER = "demo-maintainer"
DEMO_USERS = (
    ("demo-submitter", "Demo Submitter"),
    ("demo-second-submitter", "Demo Second Submitter"),
    (MAINTAINER, "Demo Maintainer"),
)
SCOPES = ("openid", "profile", "write-discussions", "write-repos")


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A user: `subject` is the stable id, `organisations` are (name, role) pairs."""

    name: str
    fullname: str
    subject: str
    organisations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Bearer:
    """Who speaks, with which scopes; `kind` is oauth (from sign-in) or access (stored on this machine)."""

    person: Person
    scopes: frozenset[str]
    kind: str

    def require(self, scope: str, what: str) -> None:
        """Refuse with 403 and an honest reason when the token lacks `scope`."""
        if scope not in self.scopes:
            raise Problem(403, f"This token lacks the scope {scope}, which is needed to {what}.")

    def owns(self, repo: str) -> bool:
        """Whether the person may write to repositories of `repo`'s owner."""
        owner = repo.split("/")[0]
        return owner == self.person.name or (owner, "write") in self.person.organisations


class People:
    """Users and tokens in the store; `clock` gives seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        with store.writing() as db:
            for position, (name, fullname) in enumerate(DEMO_USERS):
                row = (name, fullname, hashed(f"local hub user {name}")[:24], position)
                db.execute("INSERT OR REPLACE INTO users VALUES (?, ?, ?, ?)", row)
            db.execute("INSERT OR REPLACE INTO members VALUES (?, ?, 'write')", (MAINTAINER, OWNER))
            db.execute("DELETE FROM tokens WHERE expires < ?", (clock() - 86_400,))
            db.execute("DELETE FROM codes WHERE expires < ?", (clock() - 86_400,))

    def all(self) -> list[Person]:
        """Every demo user, in the order of the consent page."""
        with self._store.reading() as db:
            names = [row["name"] for row in db.execute("SELECT name FROM users ORDER BY position")]
        return [person for name in names if (person := self.person(name)) is not None]

    def person(self, name: str) -> Person | None:
        """The user of that name."""
        with self._store.reading() as db:
            row = db.execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone()
            roles = db.execute("SELECT organisation, role FROM members WHERE user = ?", (name,)).fetchall()
        if row is None:
            return None
        organisations = tuple((role["organisation"], role["role"]) for role in roles)
        return Person(name=name, fullname=row["fullname"], subject=row["subject"], organisations=organisations)

    def issue(self, user: str, scope: str, *, kind: str, seconds: float | None, code: str | None = None) -> str:
        """A new token; only its hash is stored."""
        token = f"hf_{kind}_local_{secrets.token_urlsafe(32)}"
        expires = None if seconds is None else self._clock() + seconds
        with self._store.writing() as db:
            db.execute(
                "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)", (hashed(token), user, scope, kind, expires, code)
            )
        return token

    def bearer(self, token: str) -> Bearer | None:
        """Whom a token speaks for, or None when it is unknown or expired."""
        with self._store.reading() as db:
            row = db.execute("SELECT * FROM tokens WHERE hash = ?", (hashed(token),)).fetchone()
        if row is None or (row["expires"] is not None and row["expires"] <= self._clock()):
            return None
        person = self.person(row["user"])
        return (
            None if person is None else Bearer(person=person, scopes=frozenset(row["scope"].split()), kind=row["kind"])
        )

    def of(self, call: Call) -> Bearer | None:
        """The caller, None when anonymous; a token that does not work is a 401, never anonymous."""
        header = call.headers.get("authorization", "")
        if not header:
            return None
        scheme, _, token = header.partition(" ")
        found = self.bearer(token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise Problem(401, "Invalid credentials in Authorization header")
        return found

    def required(self, call: Call) -> Bearer:
        """The caller; anonymous is a 401."""
        found = self.of(call)
        if found is None:
            raise Problem(401, "Invalid username or password.")
        return found


def keep_maintainer_token(people: People, path: Path) -> None:
    """The maintainer's command-line token in `path` (mode 0600): kept while it works, made anew otherwise."""
    if path.is_file() and people.bearer(path.read_text(errors="replace").strip()) is not None:
        path.chmod(0o600)
        return
    token = people.issue(MAINTAINER, "openid profile write-discussions write-repos", kind="access", seconds=None)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.unlink(missing_ok=True)
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(token + "\n")
    scratch.replace(path)
