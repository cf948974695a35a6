"""Text that must not become public: keys, tokens and e-mail addresses in any free text of a submission.

Invariant: Python and JavaScript find the same, because both take the patterns, and the way of searching that
secret-patterns.json describes, from that file. Predictions, digests and the revision are not searched, and a text is
searched only within the bounds of the schema, so that hostile text cannot make the search slow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from records import Finding, pointer
from submissions_schema.codes import finding
from submissions_schema.contract import RowKind
from submissions_schema.shape import schema_for

LONG_TOKEN: Final = 20
_UNBOUNDED = 200
_TABLE: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("secret-patterns.json").read_text(encoding="utf-8"))
_EMAIL: Final = re.compile(_TABLE["email"], re.ASCII)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_LINE_END = re.compile(r"[\n\r]")
_NOT_SEARCHED = re.compile(r"predictions|revision|(?:.*_)?sha256")


@dataclass(frozen=True, slots=True)
class SecretPattern:
    """One form of secret: its name for people, and whether it needs a long token to match at all."""

    name: str
    expression: re.Pattern[str]
    long_token: bool


PATTERNS: Final = tuple(
    SecretPattern(
        row["name"],
        re.compile(row["pattern"], re.ASCII | (re.IGNORECASE if row["ignore_case"] else 0)),
        row["long_token"],
    )
    for row in _TABLE["patterns"]
)
_SHORT: Final = tuple(pattern for pattern in PATTERNS if not pattern.long_token)


def secret_in(text: str) -> str | None:
    """The name of the first form of secret that `text` holds, or None."""
    for line in _lines(text):
        long = any(len(token) >= LONG_TOKEN for token in line.split())
        for pattern in PATTERNS if long else _SHORT:
            if pattern.expression.search(line):
                return pattern.name
    return None


def email_in(text: str) -> bool:
    """Whether `text` holds something that looks like an e-mail address (git@host: of a clone address is none)."""
    return "@" in text and any(_EMAIL.search(line) for line in _lines(text))


def secret_findings(document: dict[str, Any], kind: RowKind) -> Iterator[Finding]:
    """E_SECRET and E_EMAIL for every text field of a bounded document that has its place in the schema."""
    for where, text in _texts(document, schema_for(kind), ()):
        name = secret_in(text)
        if name is not None:
            yield finding("E_SECRET", pointer(*where), found=name)
        if email_in(text):
            yield finding("E_EMAIL", pointer(*where))


def _lines(text: str) -> list[str]:
    plain = text if text.isascii() else _BEYOND_ASCII.sub("~", text)
    return _LINE_END.split(plain)


def _texts(
    value: Any, schema: dict[str, Any], where: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if schema["type"] == "object" and isinstance(value, dict):
        for name, part in _searched(schema["properties"]):
            if name in value:
                yield from _texts(value[name], part, (*where, name))
    elif schema["type"] == "array" and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, schema["items"], (*where, index))
    elif schema["type"] == "string" and isinstance(value, str) and len(value) <= schema.get("maxLength", _UNBOUNDED):
        yield where, value


@cache
def _names(properties: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in properties if not _NOT_SEARCHED.fullmatch(name))


def _searched(properties: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in _names(tuple(properties)):
        part = properties[name]
        if not ("enum" in part or "const" in part):
            yield name, part
