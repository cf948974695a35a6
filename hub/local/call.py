"""What a handler of the local hub receives and what it may answer with.

Invariant: a handler is a plain function of a `Call`; it never sees a connection and never blocks the event loop. A
refusal is raised as `Problem` and leaves the hub in the Hub's error format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from starlette.responses import JSONResponse, Response

MAX_FIELDS = 2000


class Problem(Exception):
    """A refusal: HTTP status, message, and the Hub's error code where it has one."""

    def __init__(self, status: int, message: str, code: str | None = None, **headers: str) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.headers = status, message, code, headers

    def response(self) -> Response:
        """The Hub's error format: JSON body, X-Error-Code and X-Error-Message."""
        headers = {"X-Error-Message": _header(self.message)} | self.headers
        if self.code is not None:
            headers["X-Error-Code"] = self.code
        return JSONResponse({"error": self.message}, self.status, headers)


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One request: method, decoded path parameters, query and headers (names in lower case), and the whole body."""

    method: str
    origin: str
    parameters: Mapping[str, str]
    query: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    def asked(self, name: str, default: str = "") -> str:
        """The first value of a query parameter."""
        return next((value for key, value in self.query if key == name), default)

    def form(self) -> dict[str, list[str]]:
        """A form-encoded body."""
        fields: dict[str, list[str]] = {}
        try:
            for key, value in parse_qsl(self.body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS):
                fields.setdefault(key, []).append(value)
        except ValueError as error:
            raise Problem(400, "the body is not a readable form") from error
        return fields

    def json(self) -> dict[str, Any]:
        """A JSON object body; an empty body or `null` is an empty object."""
        value = loads(self.body) if self.body.strip() else None
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise Problem(400, "the body is not a JSON object")
        return value

    def cookie(self, name: str) -> str:
        """The value of a cookie, or the empty string."""
        pairs = (part.strip().partition("=") for part in self.headers.get("cookie", "").split(";"))
        return next((value for key, _, value in pairs if key == name), "")


def loads(data: bytes) -> Any:
    """JSON that an attacker may have written; anything unreadable is a 400."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Problem(400, "the body is not JSON") from error


def text(value: object, what: str, limit: int) -> str:
    """`value` as text of at most `limit` characters, or a 400 that names it."""
    found = optional_text(value, what, limit)
    if not found.strip():
        raise Problem(400, f"{what} must be text of 1 to {limit} characters")
    return found


def optional_text(value: object, what: str, limit: int) -> str:
    """`text` that may be empty or missing."""
    found = "" if value is None else value
    if not isinstance(found, str) or len(found) > limit:
        raise Problem(400, f"{what} must be text of at most {limit} characters")
    if any(0xD800 <= ord(character) <= 0xDFFF or character == "\0" for character in found):
        raise Problem(400, f"{what} holds characters that cannot be stored")
    return found


def line(value: object, what: str, limit: int) -> str:
    """`text` without line breaks and other control characters."""
    found = text(value, what, limit)
    if any(character < " " or character == "\x7f" for character in found):
        raise Problem(400, f"{what} must be one line")
    return found


def _header(message: str) -> str:
    return "".join(character if " " <= character <= "~" else "?" for character in message)[:500]
