"""The sqlite file of the local hub: users, codes, tokens, discussions and their events.

Invariant: every change happens inside `writing()`, one transaction that is visible whole or not at all, also after
`kill -9`; secrets (codes, tokens) are stored as SHA-256 only.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS users (
  name TEXT PRIMARY KEY, fullname TEXT NOT NULL, subject TEXT NOT NULL, position INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS members (
  user TEXT NOT NULL, organisation TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (user, organisation));
CREATE TABLE IF NOT EXISTS codes (
  hash TEXT PRIMARY KEY, user TEXT NOT NULL, redirect_uri TEXT NOT NULL, scope TEXT NOT NULL, nonce TEXT NOT NULL,
  challenge TEXT NOT NULL, expires REAL NOT NULL, used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS tokens (
  hash TEXT PRIMARY KEY, user TEXT NOT NULL, scope TEXT NOT NULL, kind TEXT NOT NULL, expires REAL, code TEXT);
CREATE TABLE IF NOT EXISTS discussions (
  repo TEXT NOT NULL, num INTEGER NOT NULL, title TEXT NOT NULL, author TEXT NOT NULL, created TEXT NOT NULL,
  status TEXT NOT NULL, pull INTEGER NOT NULL, merge_oid TEXT, PRIMARY KEY (repo, num));
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, repo TEXT NOT NULL, num INTEGER NOT NULL,
  type TEXT NOT NULL, author TEXT NOT NULL, created TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS events_of ON events (repo, num);
CREATE INDEX IF NOT EXISTS discussions_by ON discussions (repo, author, status);
"""


class Store:
    """One sqlite file, opened anew for each use, so that any thread may call."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(SCHEMA)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=20, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one consistent state."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The only writer; committed on leaving, rolled back on an exception."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")


def hashed(secret: str) -> str:
    """How a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
