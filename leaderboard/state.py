"""The state folder: accepted records, the decision log, the derived CSVs, and the one lock over them.

    <root>/records/<corpus>/<sha256>.json   canonical bytes of an accepted submission
    <root>/evidence/<corpus>/<sha256>.json  canonical bytes of the evidence of a reproduction
    <root>/held-out/<corpus>/<sha256>.json  redacted bundles, read by leaderboard.held_out, written by nobody here
    <root>/decisions.jsonl                  append-only, hash-chained
    <root>/<corpus>.csv                     derived from the two above, never edited

Invariant: only this file writes them, each atomically; the name of a record and of evidence is the digest of its bytes;
whatever is damaged
is isolated and named, and never stops anything else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leaderboard.decisions import Decision
from records import (
    Finding,
    Rejected,
    append,
    canonical_bytes,
    locked,
    read_chain,
    read_regular,
    sha256_hex,
    write_atomic,
)
from records import pointer as json_pointer

MAX_RECORD = 4 << 20
MAX_EVIDENCE = 16 << 20
LOG_NAME = "decisions.jsonl"
_LOCK_NAME = ".review.lock"
_CHECKS_NAME = ".checks.json"
_MAX_CHECKS = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Log:
    """The log as read: decisions in order, lines that are no decision (named), digest of the head, torn bytes."""

    decisions: tuple[Decision, ...]
    damaged: tuple[Finding, ...]
    head: str
    torn: int


class State:
    """One state folder. Reading needs no lock; every writer holds `locked`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def log_path(self) -> Path:
        """Where the decision log is."""
        return self.root / LOG_NAME

    def csv_path(self, corpus: str) -> Path:
        """Where a board's CSV is."""
        return self.root / f"{corpus}.csv"

    def record_path(self, corpus: str, sha256: str) -> Path:
        """Where a record is."""
        return self.root / "records" / corpus / f"{sha256}.json"

    @contextmanager
    def locked(self, holder: str) -> Iterator[None]:
        """Hold the state. Raises records.Busy at once, naming the holder, when somebody else has it."""
        with locked(self.root / _LOCK_NAME, describe=lambda: holder):
            yield

    def log(self) -> Log:
        """Replay the log. Raises Rejected where the chain is broken; a line that is no decision is named instead."""
        chain = read_chain(self.log_path)
        decisions: list[Decision] = []
        damaged: list[Finding] = []
        for line in chain.lines:
            try:
                decisions.append(Decision.from_dict(line))
            except Rejected as error:
                where = json_pointer(line["seq"] - 1)
                message = f"log line {line['seq']} is no decision this version knows: {error.findings[0]}"
                damaged.append(Finding(code="L_DECISION", where=where, message=message))
        return Log(decisions=tuple(decisions), damaged=tuple(damaged), head=chain.head, torn=len(chain.torn))

    def append(self, decision: Decision) -> None:
        """Add one decision and flush it to disk. The caller holds the lock."""
        append(self.log_path, decision.to_dict())

    def drop_torn_line(self, log: Log) -> None:
        """Cut the log, read under the lock that the caller holds, after its last whole line.

        What follows was never acknowledged.
        """
        if log.torn:
            with open(self.log_path, "r+b") as stream:
                stream.truncate(self.log_path.stat().st_size - log.torn)
                os.fsync(stream.fileno())

    def store_record(self, corpus: str, data: bytes) -> str:
        """Keep the canonical bytes of a submission; its SHA-256. Storing the same bytes again changes nothing."""
        sha256 = sha256_hex(data)
        path = self.record_path(corpus, sha256)
        if not (path.exists() and path.read_bytes() == data):
            write_atomic(path, data)
        return sha256

    def record(self, corpus: str, sha256: str) -> bytes:
        """The bytes of a record. Raises Rejected when they are gone, no regular file, or not what the name says."""
        path = self.record_path(corpus, sha256)
        try:
            data = read_regular(path, max_bytes=MAX_RECORD)
        except FileNotFoundError as error:
            raise Rejected([_damaged(corpus, sha256, "the file is gone")]) from error
        except Rejected as error:
            raise Rejected([_damaged(corpus, sha256, error.findings[0].message)]) from error
        if sha256_hex(data) != sha256:
            raise Rejected([_damaged(corpus, sha256, f"its bytes have the digest {sha256_hex(data)[:12]}…")])
        return data

    def record_names(self, corpus: str) -> tuple[str, ...]:
        """The SHA-256 of every stored record of a corpus, sorted: what the file names say."""
        folder = self.root / "records" / corpus
        return tuple(sorted(path.stem for path in folder.glob("[0-9a-f]*.json"))) if folder.is_dir() else ()

    def remove_record(self, corpus: str, sha256: str) -> None:
        """Drop a record that no decision names: the leftover of an accept that was cut off before it was decided."""
        self.record_path(corpus, sha256).unlink(missing_ok=True)

    def evidence_path(self, corpus: str, sha256: str) -> Path:
        """Where the evidence of a reproduction is."""
        return self.root / "evidence" / corpus / f"{sha256}.json"

    def store_evidence(self, corpus: str, data: bytes) -> str:
        """Keep the canonical bytes of evidence; its SHA-256. Storing the same bytes again changes nothing."""
        sha256 = sha256_hex(data)
        path = self.evidence_path(corpus, sha256)
        if not (path.exists() and path.read_bytes() == data):
            write_atomic(path, data)
        return sha256

    def evidence(self, corpus: str, sha256: str) -> bytes:
        """The bytes of evidence. Raises Rejected when they are gone, no regular file, or not what the name says."""
        where = f"evidence/{corpus}/{sha256}.json"
        try:
            data = read_regular(self.evidence_path(corpus, sha256), max_bytes=MAX_EVIDENCE)
        except FileNotFoundError as error:
            message = f"evidence {sha256[:12]} is damaged: the file is gone"
            raise Rejected([Finding(code="V_EVIDENCE", where=where, message=message)]) from error
        if sha256_hex(data) != sha256:
            message = f"evidence {sha256[:12]} is damaged: its bytes have the digest {sha256_hex(data)[:12]}…"
            raise Rejected([Finding(code="V_EVIDENCE", where=where, message=message)])
        return data

    def evidence_names(self, corpus: str) -> tuple[str, ...]:
        """The SHA-256 of all stored evidence of a corpus, sorted: what the file names say."""
        folder = self.root / "evidence" / corpus
        return tuple(sorted(path.stem for path in folder.glob("[0-9a-f]*.json"))) if folder.is_dir() else ()

    def remove_evidence(self, corpus: str, sha256: str) -> None:
        """Drop evidence that no decision names: the leftover of a command that was cut off before it decided."""
        self.evidence_path(corpus, sha256).unlink(missing_ok=True)

    def write_csv(self, corpus: str, data: bytes) -> bool:
        """Put a derived board in place; whether anything changed."""
        if self.read_csv(corpus) == data:
            return False
        write_atomic(self.csv_path(corpus), data)
        return True

    def read_csv(self, corpus: str) -> bytes | None:
        """The stored CSV, or None."""
        path = self.csv_path(corpus)
        return path.read_bytes() if path.exists() else None

    def checks(self) -> dict[str, str]:
        """Which head commit each pull request had when it was last checked; private to this machine, never published.

        A damaged memory is an empty one: the worst that follows is another check.
        """
        path = self.root / _CHECKS_NAME
        try:
            value: Any = json.loads(read_regular(path, max_bytes=_MAX_CHECKS))
        except (FileNotFoundError, Rejected, ValueError):
            return {}
        if not isinstance(value, dict):
            return {}
        return {key: head for key, head in value.items() if isinstance(head, str)}

    def remember_check(self, pull: str, head: str) -> None:
        """Note that `pull` was looked at when its head was `head`."""
        write_atomic(self.root / _CHECKS_NAME, canonical_bytes({**self.checks(), pull: head}))


def _damaged(corpus: str, sha256: str, reason: str) -> Finding:
    where = f"records/{corpus}/{sha256}.json"
    return Finding(code="B_RECORD", where=where, message=f"record {sha256[:12]} is damaged: {reason}")
