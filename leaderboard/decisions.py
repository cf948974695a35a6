"""Decisions: the lines of `decisions.jsonl` as typed values.

Invariant: the id of a decision is the digest of its content and of nothing else. Its place in the log (`seq`, `prev`),
the time of day and the commit it started from stay outside, so that acceptance order cannot change a board (ADR 4).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from leaderboard.fields import Fields
from leaderboard.marks import Mark, read_mark
from leaderboard.reproduction_mark import ReproductionMark
from leaderboard.status import Status
from records import Finding, Rejected, canonical_bytes, sha256_hex

SCHEMA = "nnai-decision/1"
MAX_NOTE = 1000
_OUTSIDE_ID = ("id", "seq", "prev", "time", "base")
_CONTROL = re.compile(r"[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]")


class Action(StrEnum):
    """What a decision does. `merge` and `close` complete an accept and a reject; `void` undoes an incomplete accept."""

    ACCEPT = "accept"
    MERGE = "merge"
    VOID = "void"
    REJECT = "reject"
    CLOSE = "close"
    REPRODUCE = "reproduce"
    CORRECT = "correct"
    DISPUTE = "dispute"
    RESOLVE = "resolve"
    RETRACT = "retract"


_NEEDS: dict[Action, tuple[str, ...]] = {
    Action.ACCEPT: ("record", "status", "score"),
    Action.MERGE: ("record", "target", "commit"),
    Action.VOID: ("record", "target"),
    Action.REJECT: ("pull",),
    Action.CLOSE: ("target",),
    Action.REPRODUCE: ("record", "reproduction"),
    Action.CORRECT: ("record", "old_score", "score"),
    Action.DISPUTE: ("record",),
    Action.RESOLVE: ("record",),
    Action.RETRACT: ("record",),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PullMark:
    """The pull request a decision is about, at the commit that was judged.

    `path` and `sha256` name the submission file and the digest of its bytes as they stood there; both are empty where
    a pull request without one such file is rejected.
    """

    repo: str
    number: int
    head: str
    author: str
    path: str
    sha256: str

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"pull request {self.number}"

    def to_dict(self) -> dict[str, str | int]:
        """The mark as JSON."""
        return {
            "repo": self.repo,
            "number": self.number,
            "head": self.head,
            "author": self.author,
            "path": self.path,
            "sha256": self.sha256,
        }

    @classmethod
    def from_dict(cls, value: object) -> PullMark:
        """Inverse of `to_dict`. Raises Rejected."""
        fields = Fields(value, "/pull", {"repo", "number", "head", "author", "path", "sha256"})
        mark = cls(
            repo=fields.text("repo"),
            number=fields.count("number"),
            head=fields.text("head"),
            author=fields.text("author"),
            path=fields.text("path"),
            sha256=fields.text("sha256"),
        )
        fields.finish()
        return mark


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """One decision of a maintainer.

    `record` is the SHA-256 of the submission, `nth` counts decisions of this action on this record (or pull request),
    `target` is the id of the decision that this one completes or voids, `base` the head of the queue's `main` before
    the merge (what an undo goes back to), `reproduction` what runs of the pinned source gave, `date` a UTC day and
    `time` the precise instant. `id` (64 hex digits over the content) is what boards and comments cite.
    """

    action: Action
    corpus: str
    actor: str
    date: str
    time: str
    note: str
    nth: int = 1
    record: str | None = None
    status: Status | None = None
    pull: PullMark | None = None
    score: Mark | None = None
    old_score: Mark | None = None
    target: str | None = None
    commit: str | None = None
    base: str | None = None
    reproduction: ReproductionMark | None = None
    findings: tuple[Finding, ...] = ()
    id: str = field(init=False)

    def __post_init__(self) -> None:
        content = {key: value for key, value in self._content().items() if key not in _OUTSIDE_ID}
        object.__setattr__(self, "id", sha256_hex(canonical_bytes(content)))

    def to_dict(self) -> dict[str, Any]:
        """The log line without `seq` and `prev`."""
        return {**self._content(), "id": self.id}

    @classmethod
    def from_dict(cls, line: Mapping[str, Any]) -> Decision:
        """The decision of one log line. Raises Rejected naming every field that does not fit."""
        fields = Fields(line, "", _FIELDS)
        decision = cls(
            action=Action(fields.one_of("action", tuple(Action))),
            corpus=fields.text("corpus"),
            actor=fields.text("actor"),
            date=fields.text("date"),
            time=fields.text("time"),
            note=fields.text("note"),
            nth=fields.count("nth"),
            record=fields.optional_text("record"),
            status=Status(line["status"]) if fields.optional_one_of("status", tuple(Status)) else None,
            pull=PullMark.from_dict(line["pull"]) if "pull" in line else None,
            score=read_mark(line["score"], "/score") if "score" in line else None,
            old_score=read_mark(line["old_score"], "/old_score") if "old_score" in line else None,
            target=fields.optional_text("target"),
            commit=fields.optional_text("commit"),
            base=fields.optional_text("base"),
            reproduction=ReproductionMark.from_dict(line["reproduction"]) if "reproduction" in line else None,
            findings=_findings(line.get("findings", [])),
        )
        fields.expect("schema", SCHEMA)
        fields.expect("id", decision.id)
        for name in _NEEDS[decision.action]:
            if getattr(decision, name) is None:
                fields.complain(name, f"a decision to {decision.action} needs {name}")
        fields.finish()
        return decision

    def _content(self) -> dict[str, Any]:
        optional = {
            "record": self.record,
            "status": self.status and str(self.status),
            "pull": self.pull and self.pull.to_dict(),
            "score": self.score and self.score.to_dict(),
            "old_score": self.old_score and self.old_score.to_dict(),
            "target": self.target,
            "commit": self.commit,
            "base": self.base,
            "reproduction": self.reproduction and self.reproduction.to_dict(),
            "findings": [finding.to_dict() for finding in self.findings] or None,
        }
        required = {
            "schema": SCHEMA,
            "action": str(self.action),
            "corpus": self.corpus,
            "actor": self.actor,
            "date": self.date,
            "time": self.time,
            "note": self.note,
            "nth": self.nth,
        }
        return required | {key: value for key, value in optional.items() if value is not None}


_FIELDS = {"schema", "id", "seq", "prev", "action", "corpus", "actor", "date", "time", "note", "nth"} | {
    "record",
    "status",
    "pull",
    "score",
    "old_score",
    "target",
    "commit",
    "base",
    "reproduction",
    "findings",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """Who decides, and when: the clock and the name are arguments, never looked up here."""

    actor: str
    now: datetime

    @property
    def date(self) -> str:
        """The UTC day."""
        return self.now.astimezone(UTC).strftime("%Y-%m-%d")

    @property
    def time(self) -> str:
        """The UTC instant, in whole seconds."""
        return self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_note(note: str) -> None:
    """A note is one readable paragraph. Raises Rejected(D_NOTE): reasons are shown wherever the status is."""
    if not note.strip():
        raise Rejected([Finding(code="D_NOTE", where="/note", message="a reason is needed, in one paragraph")])
    if len(note) > MAX_NOTE or _CONTROL.search(note):
        message = f"at most {MAX_NOTE} characters in one line, without control or direction marks"
        raise Rejected([Finding(code="D_NOTE", where="/note", message=message)])


def _findings(value: object) -> tuple[Finding, ...]:
    if not isinstance(value, list):
        raise Rejected([Finding(code="L_DECISION", where="/findings", message="a list of findings is expected")])
    result = []
    for number, item in enumerate(value):
        fields = Fields(item, f"/findings/{number}", {"code", "where", "message"})
        result.append(Finding(code=fields.text("code"), where=fields.text("where"), message=fields.text("message")))
        fields.finish()
    return tuple(result)
