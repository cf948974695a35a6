"""What a decision to `reproduce` says in the log: the evidence, and what it amounts to in integers.

Invariant: a mark is computed from evidence and compared with evidence; nobody types it. `equal` is the lowest count of
any run, so a mark is whole only where every run gave the recorded predictions in all items.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from leaderboard.fields import Fields

_HEX = re.compile(r"[0-9a-f]{64}")
_REVISION = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReproductionMark:
    """`evidence` is the SHA-256 of the stored evidence, `revision` the commit that ran, `equal` of `total` items gave
    the recorded prediction in every one of `runs` runs; `profile_digest` ("sha256:…") names the exact walls."""

    evidence: str
    revision: str
    equal: int
    total: int
    runs: int
    deterministic: bool
    profile: str
    profile_digest: str

    @property
    def whole(self) -> bool:
        """Whether every run equals the record in all items."""
        return self.equal == self.total

    def __str__(self) -> str:
        return f"{self.equal}/{self.total}"

    def to_dict(self) -> dict[str, Any]:
        """The mark as JSON."""
        return {
            "evidence": self.evidence,
            "revision": self.revision,
            "equal": self.equal,
            "total": self.total,
            "runs": self.runs,
            "deterministic": self.deterministic,
            "profile": self.profile,
            "profile_digest": self.profile_digest,
        }

    @classmethod
    def from_dict(cls, value: object) -> ReproductionMark:
        """Inverse of `to_dict`. Raises Rejected."""
        names = {"evidence", "revision", "equal", "total", "runs", "deterministic", "profile", "profile_digest"}
        fields = Fields(value, "/reproduction", names)
        mark = cls(
            evidence=fields.text("evidence"),
            revision=fields.text("revision"),
            equal=fields.count("equal"),
            total=fields.count("total"),
            runs=fields.count("runs"),
            deterministic=fields.flag("deterministic"),
            profile=fields.text("profile"),
            profile_digest=fields.text("profile_digest"),
        )
        if not _HEX.fullmatch(mark.evidence):
            fields.complain("evidence", "64 hex digits are expected")
        if not _REVISION.fullmatch(mark.revision):
            fields.complain("revision", "a full commit id is expected")
        if not mark.equal <= mark.total or not mark.total or not mark.runs:
            fields.complain("equal", "equal <= total, and one or more items and runs, are expected")
        fields.finish()
        return mark
