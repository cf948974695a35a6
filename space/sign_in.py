"""Sign-in: gradio's own flow with the ways it fails closed, and what the page may know of a session.

Invariant: the token stays inside the signed cookie; nothing here returns, logs or draws it. A sign-in that does not
happen (Cancel, a provider that cannot be reached, a stale link) leads back to the page with a reason, never to a 500.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
from authlib.integrations.base_client.errors import OAuthError  # type: ignore[import-untyped]
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from records import canonical_bytes

COOKIE_ROOM = 3_000
"""Bytes of session JSON that fit a 4,096-byte cookie after base64 (4/3) and the signature."""

RETRIES, RETRIES_IN_SPACE = 2, 4
"""Restarts after which a sign-in is given up; in a Space gradio tries once more outside the frame."""
SIGN_IN_PATHS = ("/login/huggingface", "/login/callback")

log = logging.getLogger("space.sign_in")

CALLBACK = "/login/callback"
_KEPT = ("access_token", "scope", "expires_at")
_CLAIMS = {"preferred_username": 96, "name": 120, "profile": 300, "picture": 300}
_OPTIONAL = ("picture", "profile", "name")


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionView:
    """What a page may know of its own session: the name, the scopes, when it ends (Unix seconds). Never the token."""

    user: str | None = None
    scopes: tuple[str, ...] = ()
    expires_at: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The view as JSON."""
        return {"user": self.user, "scopes": list(self.scopes), "expires_at": self.expires_at}


def session_view(session: Mapping[str, Any], now: float) -> SessionView:
    """Who the signed cookie says is signed in at `now` (Unix seconds); an expired or odd session is signed out."""
    info = session.get("oauth_info")
    if not isinstance(info, dict) or not isinstance(info.get("userinfo"), dict):
        return SessionView()
    user, expires = info["userinfo"].get("preferred_username"), info.get("expires_at")
    if not isinstance(user, str) or (isinstance(expires, int | float) and expires < now):
        return SessionView()
    scopes = tuple(str(info.get("scope", "")).split())
    return SessionView(user=user, scopes=scopes, expires_at=int(expires) if expires is not None else None)


def trim_session(session: MutableMapping[str, Any]) -> None:
    """Keep of the provider's answer what is used, so that the cookie fits; a long profile loses its ornaments first."""
    info = session.get("oauth_info")
    if not isinstance(info, dict):
        return
    claims = info.get("userinfo")
    claims = claims if isinstance(claims, dict) else {}
    profile = {name: str(claims.get(name) or "")[:limit] for name, limit in _CLAIMS.items()}
    kept = {name: info[name] for name in _KEPT if name in info} | {"userinfo": profile}
    for ornament in _OPTIONAL:
        if _size(kept) <= COOKIE_ROOM:
            break
        profile[ornament] = ""
    session["oauth_info"] = kept


def forget_attempts(session: MutableMapping[str, Any]) -> None:
    """Drop the state of sign-ins that were begun: once one is complete the others cannot be."""
    for key in [key for key in session if key.startswith("_state_huggingface_")]:
        del session[key]


def _size(info: dict[str, Any]) -> int:
    return len(canonical_bytes({"oauth_info": info}))


class SignInCare:
    """ASGI middleware inside the session's: trims what goes into the cookie, turns a failed sign-in into a reason."""

    def __init__(self, app: ASGIApp, space_host: str = "") -> None:
        self.app = app
        self.patience = RETRIES_IN_SPACE if space_host else RETRIES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; on the sign-in's own paths nothing but a redirect leaves."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answering = False

        async def trimmed(message: Message) -> None:
            nonlocal answering
            if message["type"] == "http.response.start":
                answering = True
                if "session" in scope:
                    trim_session(scope["session"])
                    if scope["path"] == CALLBACK and scope["session"].get("oauth_info"):
                        forget_attempts(scope["session"])
                if scope["path"].startswith(("/login", "/logout")):
                    MutableHeaders(scope=message)["cache-control"] = "no-store"
            await send(message)

        if scope["path"] not in SIGN_IN_PATHS:
            await self.app(scope, receive, trimmed)
        elif self._is_going_round(request):
            await _back(request, "cookies")(scope, receive, trimmed)
        else:
            try:
                await self.app(scope, receive, trimmed)
            except Exception as error:
                if answering:
                    raise
                log.warning("a sign-in did not complete: %s", type(error).__name__)
                await _back(request, reason(error))(scope, receive, trimmed)

    def _is_going_round(self, request: Request) -> bool:
        """Whether gradio restarted the sign-in so often that this browser evidently keeps no cookie."""
        count = request.query_params.get("_nb_redirects", "0")
        return not (count.isascii() and count.isdigit() and len(count) < 3 and int(count) <= self.patience)


def reason(error: Exception) -> str:
    """One fixed word for why a sign-in did not happen: the page has a sentence for each."""
    if isinstance(error, httpx2.HTTPError):
        return "unreachable"
    return "cancelled" if isinstance(error, OAuthError) and error.error == "access_denied" else "refused"


def _back(request: Request, reason: str) -> Response:
    """A redirect to the local path the visitor came from, with the reason as a fixed word."""
    target = urlsplit(request.query_params.get("_target_url", "/"))
    path = "/" + target.path.lstrip("/\\")
    query = "&".join(part for part in (target.query, urlencode({"sign_in": reason})) if part)
    fragment = f"#{target.fragment}" if target.fragment else ""
    return RedirectResponse(f"{path}?{query}{fragment}", status_code=303)


def now() -> float:
    """Unix seconds; the one clock of the session's expiry."""
    return time.time()
