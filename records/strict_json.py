"""Strict JSON in: bytes that anybody may have written become plain values, or one finding says why not.

Order of checks, the same in assets/preview/strict_json.mjs: size, empty, compressed, byte-order mark, NUL, UTF-8,
depth, syntax (with duplicate keys, constants and numbers refused as they are met), what follows the document,
lone surrogates. A fault in the bytes or the JSON stops with one code; nothing is trimmed or repaired.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from records.canonical import JsonValue
from records.findings import Finding, Rejected, printable

MAX_DEPTH = 8
LARGEST_INTEGER = 2**53
_BOM8 = b"\xef\xbb\xbf"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_COMPRESSED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"PK\x05\x06": "zip", b"\x28\xb5\x2f\xfd": "zstd"}
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.?+)*+"?|[\[\]{}]', re.DOTALL)
_NO_SIGNS = bytes(byte for byte in range(256) if byte not in b'[]{}:"')
_SIBLINGS = re.compile(rb"(?:\{\}){2,}")
_WHITESPACE = " \t\n\r"


def parse(data: bytes, *, max_bytes: int, max_depth: int = MAX_DEPTH) -> JsonValue:
    """The value of one JSON document. Integers lie within ±2^53, objects have unique keys, there are no floats.

    Raises Rejected with exactly one finding whose `where` is "" and whose message holds the line and column.
    """
    text = decode(data, max_bytes=max_bytes)
    try:
        value = _parse_sound(text, max_depth)
    except (ValueError, Rejected):
        value = _parse_exactly(text, max_depth)
    if "\\u" in text:
        _check_surrogates(value)
    return value


def _parse_sound(text: str, max_depth: int) -> JsonValue:
    """The value of a sound document in one fast pass; ValueError where `_parse_exactly` must have the word.

    A key stands twice where the objects hold fewer keys than colons stand outside the strings. A backslash outside a
    string hides brackets from this scan, but stops the decoder before it meets them.
    """
    signs = text.encode().replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _NO_SIGNS)
    # Two quotes side by side hide nothing between them, and without them all other signs stay inside or outside.
    outside = b"".join(signs.replace(b'""', b"").split(b'"')[::2])
    depth = 0
    for bracket in _SIBLINGS.sub(rb"{}", outside.replace(b":", b"")):
        depth += 1 if bracket in b"{[" else -1
        if depth > max_depth:
            raise ValueError("deep")
    sizes: list[int] = []

    def sized(item: dict[str, Any]) -> dict[str, Any]:
        sizes.append(len(item))
        return item

    decoder = json.JSONDecoder(object_hook=sized, parse_int=_integer, parse_float=_doubt, parse_constant=_doubt)
    value: JsonValue = decoder.decode(text)
    if sum(sizes) != outside.count(b":"):
        raise ValueError("a key twice")
    return value


def _parse_exactly(text: str, max_depth: int) -> JsonValue:
    """The value of a document, or its first fault in reading order."""
    _check_depth(text, max_depth)
    value, rest = _parse_document(text)
    while rest < len(text) and text[rest] in _WHITESPACE:
        rest += 1
    if rest < len(text):
        _fail("E_JSON_EXTRA", f"something follows the document at {_place(text, rest)}; one JSON document is expected")
    return value


def decode(data: bytes, *, max_bytes: int) -> str:
    """The text of a UTF-8 file; one leading byte-order mark is dropped. Raises Rejected for anything else."""
    if len(data) > max_bytes:
        _fail("E_TOO_LARGE", f"{len(data)} bytes; at most {max_bytes} are read")
    if not data:
        _fail("E_EMPTY", "the file has 0 bytes; a JSON document is expected")
    for magic, name in _COMPRESSED.items():
        if data.startswith(magic):
            _fail("E_COMPRESSED", f"this is a {name} file; send the JSON itself")
    if data.startswith(_WIDE_MARKS):
        _fail("E_BOM", "this is UTF-16 or UTF-32 text; save it as UTF-8")
    if data.startswith(_BOM8):
        data = data[len(_BOM8) :]
    if b"\x00" in data:
        _fail("E_NUL", f"a NUL byte at byte {data.index(0)}; UTF-8 text is expected")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        _fail("E_UTF8", f"byte {error.start} is not UTF-8; save the file as UTF-8")


def _check_depth(text: str, limit: int) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = match[0][0]
        if first == "{" or first == "[":
            depth += 1
            if depth > limit:
                _fail("E_DEPTH", f"nested deeper than {limit} at {_place(text, match.start())}")
        elif first != '"':
            depth = max(0, depth - 1)


def _parse_document(text: str) -> tuple[JsonValue, int]:
    start = 0
    while start < len(text) and text[start] in _WHITESPACE:
        start += 1
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        _fail("E_JSON", f"not JSON at {_place(text, error.pos)}: {error.msg[:1].lower()}{error.msg[1:]}")
    return value, end


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                _fail("E_DUP_KEY", f"the key {printable(key)} stands twice in one object")
            seen.add(key)
    return result


def _doubt(text: str) -> NoReturn:
    raise ValueError(text)


def _integer(digits: str) -> int:
    if len(digits) <= 17:
        value = int(digits)
        if -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
            return value
    _fail("E_NUMBER", f"the integer {printable(digits, 30)} lies beyond 2^53; JSON readers would round it")


def _no_float(text: str) -> NoReturn:
    _fail("E_NUMBER", f"the number {printable(text, 30)} is not an integer; no field holds fractions or exponents")


def _no_constant(text: str) -> NoReturn:
    _fail("E_CONST", f"{text} is not JSON")


def _check_surrogates(value: object) -> None:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if any("\ud800" <= char <= "\udfff" for char in item):
                _fail("E_SURROGATE", f"the string {printable(item)} holds half of a surrogate pair")
        elif isinstance(item, dict):
            stack.extend(item)
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return f"line {line}, column {column}"


def _fail(code: str, message: str) -> NoReturn:
    raise Rejected([Finding(code=code, where="", message=message)])


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_no_float, parse_constant=_no_constant
)
