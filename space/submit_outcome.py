"""What became of a submission, as a value: the handler returns it, the browser draws it.

Invariant: every way a submission can end has a state of its own, and no state carries a token, a traceback or text
that the visitor did not send or the hub did not answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from records import Finding, canonical_bytes


class State(StrEnum):
    """Where a submission stands after the call."""

    SENT = "sent"
    ALREADY_OPEN = "already_open"
    ALREADY_ACCEPTED = "already_accepted"
    SIGNED_OUT = "signed_out"
    WRONG_IDENTITY = "wrong_identity"
    MISSING_SCOPE = "missing_scope"
    INVALID = "invalid"
    RATE_LIMITED = "rate_limited"
    HUB_BUSY = "hub_busy"
    HUB_UNREACHABLE = "hub_unreachable"
    HUB_REFUSED = "hub_refused"
    UNCERTAIN = "uncertain"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """A state, one line for a person, and where it applies: a link, findings, seconds to wait."""

    state: State
    message: str = ""
    url: str | None = None
    findings: tuple[Finding, ...] = ()
    retry_after: int | None = None

    def to_json(self) -> str:
        """The outcome as one JSON object; absent parts are left out."""
        parts: dict[str, object] = {"state": self.state.value, "message": self.message}
        if self.url is not None:
            parts["url"] = self.url
        if self.findings:
            parts["findings"] = [finding.to_dict() for finding in self.findings]
        if self.retry_after is not None:
            parts["retry_after"] = self.retry_after
        return canonical_bytes(parts).decode("ascii")
