"""Misbehaviour on request, for tests: what a hub does on a bad day.

Invariant: nothing misbehaves unless a test armed it, through the object or with the constructor's secret;
an armed fault strikes the named endpoint a fixed number of times and is gone. "After" means that the work was done.
"""

from __future__ import annotations

import hmac
import threading
from dataclasses import dataclass, replace
from enum import StrEnum

from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from hub.local.call import Call, Problem
from hub.local.desk import Desk, Endpoint


class Kind(StrEnum):
    """What goes wrong."""

    ERROR_BEFORE = "error-before"
    ERROR_AFTER = "error-after"
    FORBIDDEN = "forbidden"
    STALE = "stale"
    BUSY = "busy"
    DELAY = "delay"
    CUT_BEFORE = "cut-before"
    CUT_AFTER = "cut-after"

    @property
    def after(self) -> bool:
        """Whether the work is done although the answer is lost."""
        return self in (Kind.ERROR_AFTER, Kind.CUT_AFTER, Kind.DELAY)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One armed fault: `endpoint` is an Endpoint's name, `times` the strikes left, `seconds` for BUSY and DELAY."""

    endpoint: str
    kind: Kind
    times: int = 1
    seconds: float = 0.0

    def response(self) -> Response:
        """What the client gets instead of the answer."""
        if self.kind is Kind.FORBIDDEN:
            return Problem(403, "This token lacks the scope write-discussions.").response()
        if self.kind is Kind.STALE:
            return Problem(412, "A commit has happened since. Please refresh and try again.").response()
        if self.kind is Kind.BUSY:
            return Problem(429, "Too many requests.", **{"Retry-After": str(int(self.seconds))}).response()
        if self.kind in (Kind.CUT_BEFORE, Kind.CUT_AFTER):
            return Cut()
        return Problem(500, "Internal Error - We're working hard to fix this as soon as possible!").response()


class Cut(Response):
    """An answer that breaks off: the server closes the connection in the middle of the body."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Announce more than is sent, and stop."""
        headers = [(b"content-type", b"application/json"), (b"content-length", b"1000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})


class Faults:
    """The armed faults of one hub, for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._armed: list[Fault] = []

    def arm(self, endpoint: str, kind: Kind | str, *, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next `times` calls of `endpoint` go wrong."""
        fault = Fault(endpoint=endpoint, kind=Kind(kind), times=times, seconds=seconds)
        with self._lock:
            self._armed.append(fault)

    def clear(self) -> None:
        """Disarm everything."""
        with self._lock:
            self._armed.clear()

    def armed(self) -> tuple[Fault, ...]:
        """What has not struck yet."""
        with self._lock:
            return tuple(self._armed)

    def take(self, endpoint: str) -> Fault | None:
        """The fault that strikes this call, oldest first."""
        with self._lock:
            for place, fault in enumerate(self._armed):
                if fault.endpoint == endpoint:
                    left = replace(fault, times=fault.times - 1)
                    self._armed[place : place + 1] = [left] if left.times > 0 else []
                    return fault
        return None


def control(faults: Faults, secret: str) -> Endpoint:
    """The address through which a test in another process arms faults: POST a JSON object, header X-Fault-Secret."""

    def handler(desk: Desk, call: Call) -> Response:
        if not hmac.compare_digest(call.headers.get("x-fault-secret", "").encode(), secret.encode()):
            raise Problem(404, "There is nothing at this address.")
        asked = call.json()
        if asked.get("clear") is True:
            faults.clear()
            return JSONResponse({"armed": 0})
        try:
            times, seconds = int(asked.get("times", 1)), float(asked.get("seconds", 0))
            faults.arm(str(asked.get("endpoint")), str(asked.get("kind")), times=times, seconds=seconds)
        except (TypeError, ValueError) as error:
            raise Problem(400, f"kinds are {', '.join(Kind)}") from error
        return JSONResponse({"armed": 1})

    return Endpoint(name="faults", methods=("POST",), path="/-/faults", handler=handler)
