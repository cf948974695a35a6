"""What can go wrong between us and a hub.

    HubError
    ├── HubUnreachable   no answer, an answer that breaks off, a server error: the work may have been done
    ├── HubRefused       401 or 403: `missing` says what the token lacks
    ├── HubConflict      409 or 412: somebody else was faster, or the state does not allow it
    ├── HubBusy          429: `retry_after` seconds, where the hub says so
    ├── HubMissing       404: no such repository, revision or pull request
    └── HubExists        the file already stands on `main`: `url` says where

Invariant: a message holds what the hub said, cut to one printable line, and never a token, header or address with a
query.
"""

from __future__ import annotations

SAID = 300


class HubError(Exception):
    """Base. `status` is the HTTP status, None without an answer.

    `landed` is False when nothing was written: nothing was sent, it was refused, or the client looked and it is not
    there. It is None when something was sent and the client could not find out.
    """

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.landed: bool | None = False


class HubUnreachable(HubError):
    """No usable answer; the work may have been done."""


class HubRefused(HubError):
    """The token may not do this. `missing` is a scope, `sign-in` for a token that does not work, or `permission`."""

    def __init__(self, message: str, *, status: int, missing: str) -> None:
        super().__init__(message, status=status)
        self.missing = missing


class HubConflict(HubError):
    """The state moved (412), or does not allow it (409)."""


class HubBusy(HubError):
    """Rate limit. `retry_after` in seconds, None when the hub does not say."""

    def __init__(self, message: str, *, status: int, retry_after: int | None) -> None:
        super().__init__(message, status=status)
        self.retry_after = retry_after


class HubMissing(HubError):
    """There is no such repository, revision, file or pull request."""


class HubExists(HubError):
    """The same file is already on `main`; `url` is its page."""

    def __init__(self, message: str, *, url: str) -> None:
        super().__init__(message)
        self.url = url


def error_for(status: int, said: str, retry_after: str | None = None) -> HubError:
    """The error of an HTTP status and what the hub said with it."""
    text = _printable(said)
    if status in (401, 403):
        return HubRefused(f"the hub refused: {text}", status=status, missing=_missing(status, said))
    if status in (409, 412):
        return HubConflict(f"the hub answered {status}: {text}", status=status)
    if status == 429:
        wait = int(retry_after) if retry_after and retry_after.isascii() and retry_after.isdigit() else None
        hint = f"; try again in {wait} s" if wait is not None else ""
        return HubBusy(f"the hub is busy (429){hint}", status=status, retry_after=wait)
    if status == 404:
        return HubMissing(f"the hub has no such thing: {text}", status=status)
    if status == 408 or status >= 500:
        return HubUnreachable(f"the hub answered {status}: {text}", status=status)
    return HubError(f"the hub answered {status}: {text}", status=status)


def _missing(status: int, said: str) -> str:
    if status == 401:
        return "sign-in"
    return next((scope for scope in ("write-discussions", "write-repos") if scope in said), "permission")


def _printable(said: str) -> str:
    line = " ".join(said.split())
    text = "".join(character if character.isprintable() else "?" for character in line)
    return text[:SAID] or "no reason given"
