"""Who calls the submit handler: a signed-in visitor, or the reason why not.

A profile comes from the signed cookie. A token does not have to: gradio injects one that the caller supplied when the
session has none, with an empty scope. Invariant: a Visitor exists only with both, unexpired, with the scope that
opens a pull request; whose token it is, the hub is asked once per submission.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from space.submit_outcome import Outcome, State

SCOPE = "write-discussions"


class Token(Protocol):
    """gradio's OAuthToken as it is used here."""

    token: str
    scope: str
    expires_at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Visitor:
    """A signed-in visitor: the user name of the cookie, and the token that is to prove it (never printed)."""

    name: str
    token: str = field(repr=False)


def identify(profile: Mapping[str, object] | None, token: Token | None, now: float) -> Visitor | Outcome:
    """The visitor of a call at `now` (Unix seconds), or the outcome that refuses it."""
    name = profile.get("preferred_username") if profile is not None else None
    if not isinstance(name, str) or not name or token is None or not token.token:
        return Outcome(state=State.SIGNED_OUT)
    if not token.expires_at or token.expires_at <= now:
        return Outcome(state=State.SIGNED_OUT, message="The sign-in has expired.")
    if SCOPE not in token.scope.split():
        return Outcome(state=State.MISSING_SCOPE, message=f"The sign-in does not include {SCOPE}.")
    return Visitor(name=name, token=token.token)
