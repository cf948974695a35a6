"""The guard in front of every route: whose requests are served, how large they may be, what headers leave.

gradio reflects any origin with credentials and the session cookie is SameSite=None, so a page of another site could
act for a visitor. Invariant: a request that a browser marks as coming from another site's script never reaches a
handler; no request body is kept beyond its cap; no upload endpoint answers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from records import printable

log = logging.getLogger("space.guard")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
FRAMES_SPACE = "'self' https://huggingface.co https://*.huggingface.co https://hf.co https://*.hf.space"
FRAMES_LOCAL = "'self' http://127.0.0.1:* http://localhost:*"
BODY_CAP = 6 * 1024 * 1024
"""A core submission (2 MiB at most) as an escaped JSON string."""
HUB_BODY_CAP = 16 * 1024 * 1024
"""A commit to the local hub carries files as base64."""
DRAINED = 64 * 1024 * 1024
"""How much of an oversized body is read and thrown away so that the sender can read the answer."""

GRADIO_API = "/gradio_api/"
GRADIO_USED = frozenset(
    [
        "api",
        "app_id",
        "call",
        "cancel",
        "heartbeat",
        "info",
        "login_check",
        "queue",
        "reset",
        "run",
        "startup-events",
        "theme.css",
        "user",
    ]
)
"""First path segments of gradio's API that the page needs; uploads, proxies, recordings and deep links are not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """`local`: only loopback names are served. `hosts`: names under which this app is known besides its Host header."""

    local: bool
    hosts: frozenset[str] = frozenset()

    @staticmethod
    def of_space(space_host: str) -> Policy:
        """The policy of a Space; SPACE_HOST may list several names."""
        return Policy(local=False, hosts=frozenset(_split(space_host)))


class Guard:
    """ASGI middleware that applies a Policy."""

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass the request on with a bounded body and security headers on the way out."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send = _with_headers(send, FRAMES_LOCAL if self.policy.local else FRAMES_SPACE)
        refusal = refuse(scope["method"], scope["path"], Headers(scope=scope), self.policy)
        if refusal is not None:
            await _drain(receive)
            await refusal(scope, receive, send)
            return
        if scope["method"] not in SAFE:
            body = await _read_body(receive, HUB_BODY_CAP if scope["path"].startswith("/localhub") else BODY_CAP)
            if body is None:
                await _say(413, "The request is too large.")(scope, receive, send)
                return
            receive = _replay(body, receive)
        await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever breaks inside is one line in the log and a plain 500 for the client."""
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:
            log.warning("%s %s failed: %s", scope["method"], printable(scope["path"]), type(error).__name__)
            if not started:
                await _say(500, "The request could not be served.")(scope, receive, send)


def refuse(method: str, path: str, headers: Headers, policy: Policy) -> Response | None:
    """The refusal of a request, or None. Pure: decided from method, path and headers alone."""
    if policy.local and _name(headers.get("host", "")) not in LOOPBACK:
        return _say(421, "This app serves only this machine: use http://127.0.0.1.")
    if not _same_site(method, headers, policy):
        return _say(403, "Requests from other sites are refused.")
    if path.startswith(GRADIO_API) and _segment(path) not in GRADIO_USED:
        return _say(404, "Nothing is served here.")
    return None


def _same_site(method: str, headers: Headers, policy: Policy) -> bool:
    """Origin must be this host, SPACE_HOST or the forwarded host.

    A browser's own Sec-Fetch-Site cannot be written by a script, X-Forwarded-Host can: so the first decides where it
    is sent, and a cross-site request is refused whatever it claims to be forwarded from.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site == "same-origin":
        return True
    if site in ("cross-site", "same-site") and (origin is not None or method not in SAFE):
        return False
    if origin is None:
        return True
    own = {headers.get("host", ""), *_split(headers.get("x-forwarded-host", "")), *policy.hosts}
    return urlsplit(origin).scheme in ("http", "https") and urlsplit(origin).netloc.lower() in {h.lower() for h in own}


def _split(hosts: str) -> Iterable[str]:
    return [host.strip().lower() for host in hosts.split(",") if host.strip()]


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _segment(path: str) -> str:
    return path.removeprefix(GRADIO_API).split("/", 1)[0]


def _say(status: int, error: str) -> Response:
    return JSONResponse({"error": error}, status_code=status, headers={"cache-control": "no-store"})


async def _read_body(receive: Receive, cap: int) -> bytes | None:
    """The whole body, or None when it is larger than `cap` or the sender went away; streamed bodies too."""
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        size += len(message.get("body", b""))
        if size > cap:
            if message.get("more_body"):
                await _drain(receive)
            return None
        chunks.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(chunks)


async def _drain(receive: Receive) -> None:
    """Throw the rest of a body away, so that the sender gets to read why it was refused."""
    size = 0
    while size < DRAINED:
        message = await receive()
        size += len(message.get("body", b"")) + 1
        if message["type"] != "http.request" or not message.get("more_body"):
            return


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive that gives the stored body once, then what the connection says (a disconnect)."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


def _with_headers(send: Send, frames: str) -> Send:
    policy = (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
        f"object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {frames}"
    )

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("content-security-policy", policy)
            headers["x-content-type-options"] = "nosniff"
            headers.setdefault("referrer-policy", "same-origin")
            headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"
            headers["cross-origin-resource-policy"] = "same-origin"
        await send(message)

    return guarded
