"""The way in: which requests reach a handler, and what every answer carries.

Invariant: only requests addressed to a loopback name are heard (a foreign page cannot reach the hub by DNS rebinding);
paths are matched before percent-decoding, so `refs%2Fpr%2F1` is one part; a body is read up to the endpoint's limit and
no further; handlers run in threads of their own, never on the event loop or in the pool of the app's handlers.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import parse_qsl, unquote

import anyio.to_thread
from anyio import CapacityLimiter
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from hub.local.call import Call, Problem
from hub.local.desk import Desk, Endpoint
from hub.local.faults import Fault, Faults, Kind
from hub.local.git import GitFailed
from hub.local.html import page, shown

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
THREADS = 8
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
}
log = logging.getLogger("hub.local")


class Door:
    """The ASGI application of one hub."""

    def __init__(self, desk: Desk, endpoints: Iterable[Endpoint], faults: Faults) -> None:
        self._desk, self._faults = desk, faults
        self._limiter: CapacityLimiter | None = None
        routes = [Route(one.path, self._serve(one), methods=list(one.methods), name=one.name) for one in endpoints]
        self._router = Router(routes, redirect_slashes=False, default=_nowhere)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the host, restore the raw path, dress the answer."""
        if scope["type"] != "http":
            await WebSocketClose()(scope, receive, send)
            return
        if not is_loopback(_header(scope, b"host")):
            problem = Problem(421, "The local hub answers only under 127.0.0.1, localhost and [::1].")
            await problem.response()(scope, receive, send)
            return
        await self._router(_raw(scope), receive, _dressed(send))

    def _serve(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            fault = self._faults.take(endpoint.name)
            try:
                call = _call(request, await _body(request, endpoint.max_body))
            except Problem as problem:
                return self._refusal(endpoint, problem)
            if fault is not None and fault.kind is Kind.DELAY:
                await anyio.sleep(fault.seconds)
            self._limiter = self._limiter or CapacityLimiter(THREADS)
            return await anyio.to_thread.run_sync(self._answer, endpoint, call, fault, limiter=self._limiter)

        return serve

    def _answer(self, endpoint: Endpoint, call: Call, fault: Fault | None) -> Response:
        if fault is not None and not fault.kind.after:
            return fault.response()
        try:
            response = endpoint.handler(self._desk, call)
        except Problem as problem:
            response = self._refusal(endpoint, problem)
        except (GitFailed, sqlite3.Error, OSError) as error:
            log.warning("%s failed: %s", endpoint.name, error)
            response = self._refusal(endpoint, Problem(500, "The local hub could not do this; its log says why."))
        return response if fault is None or fault.kind is Kind.DELAY else fault.response()

    def _refusal(self, endpoint: Endpoint, problem: Problem) -> Response:
        if endpoint.name not in ("page", "authorize", "consent"):
            return problem.response()
        body = f'<section class="card narrow"><h1>{problem.status}</h1><p>{shown(problem.message)}</p></section>'
        return page(self._desk.root, str(problem.status), body, status=problem.status)


def is_loopback(host: str) -> bool:
    """Whether a Host header names this machine itself."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        name, port = host, ""
    return name.lower() in LOOPBACK and (not port or (port.isascii() and port.isdigit()))


def _raw(scope: Scope) -> Scope:
    """The scope with the path as it was sent, still percent-encoded, below the mount point."""
    raw = scope.get("raw_path") or scope["path"].encode()
    root = scope.get("root_path", "")
    below = raw.decode("latin-1").partition("?")[0].removeprefix(root)
    return {name: value for name, value in scope.items() if name not in ("app", "router")} | {"path": root + below}


async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    await Problem(404, "There is nothing at this address.").response()(scope, receive, send)


async def _body(request: Request, limit: int) -> bytes:
    too_large = Problem(413, f"The body is larger than {limit} bytes.", Connection="close")
    announced = request.headers.get("content-length", "0")
    if not (announced.isascii() and announced.isdigit()) or int(announced[:20]) > limit:
        raise too_large
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > limit:
                raise too_large
            parts.append(part)
    except ClientDisconnect as error:
        raise Problem(400, "The connection ended before the body did.") from error
    return b"".join(parts)


def _call(request: Request, body: bytes) -> Call:
    try:
        query = parse_qsl(request.url.query, keep_blank_values=True, max_num_fields=100)
    except ValueError as error:
        raise Problem(400, "too many query parameters") from error
    return Call(
        method=request.method,
        origin=f"{request.url.scheme}://{request.headers.get('host', '')}",
        parameters={name: unquote(str(value)) for name, value in request.path_params.items()},
        query=tuple(query),
        headers={name.lower(): value for name, value in request.headers.items()},
        body=body,
    )


def _header(scope: Scope, name: bytes) -> str:
    values = [value for key, value in scope["headers"] if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else ""


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra = [(n.lower().encode(), v.encode()) for n, v in HEADERS.items() if n.lower().encode() not in present]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return dressed
