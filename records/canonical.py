"""The one byte form of a JSON value: sorted keys, no spaces, ASCII escapes, integers only.

A subset of RFC 8785, so that JavaScript writes the same bytes. Digests of documents are taken over this form.
"""

from __future__ import annotations

import hashlib
import json

JsonValue = None | bool | int | str | list["JsonValue"] | dict[str, "JsonValue"]


def canonical_bytes(value: object) -> bytes:
    """`value` in canonical form, without a final newline. Floats raise ValueError: they have no one spelling."""
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


def canonical_line(value: object) -> bytes:
    """One line of a JSONL file: the canonical form and a single line feed."""
    return canonical_bytes(value) + b"\n"


def sha256_hex(data: bytes) -> str:
    """SHA-256 as 64 hexadecimal digits: the content of every field called `sha256` or `*_sha256`."""
    return hashlib.sha256(data).hexdigest()


def digest(data: bytes) -> str:
    """SHA-256 in the form `sha256:<64 hex>`: the content of every field called `digest` or `*_digest`."""
    return "sha256:" + sha256_hex(data)


def _refuse_floats(value: object) -> None:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if not all(map(_is_text, item)):
                raise ValueError("object keys are strings")
            stack.extend(part for part in item.values() if not _is_text(part))
        elif isinstance(item, (list, tuple)):
            stack.extend(item)
        elif isinstance(item, float):
            raise ValueError("a float has no canonical form; write integers")


def _is_text(item: object) -> bool:
    return type(item) is str or isinstance(item, str)
