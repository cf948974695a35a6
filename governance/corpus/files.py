"""Files of a corpus root as governance reads them: bounded, regular, strict, every fault a finding with its place.

Invariant: nothing here follows a link or reads more than the stated bound. `where` is "file:/pointer", the file named
relative to the corpus root, so that no finding tells where a corpus lies.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from records import Finding, JsonValue, Rejected, parse, printable, read_regular

MAX_TOML = 4 << 20
MAX_JSON = 64 << 20
MAX_DEPTH = 12
LONGEST = 2_000


def finding(code: str, name: str, at: str, message: str) -> Finding:
    """A finding about the file `name` at the JSON pointer `at` ("" is the whole file).

    Names and texts of a file may be anybody's: signs that a terminal would obey are written as escapes.
    """
    return Finding(code=code, where=plain(f"{name}:{at}" if at else name), message=plain(message))


def plain(text: str, longest: int = LONGEST) -> str:
    """The text in one line of printable signs, of at most `longest`."""
    short = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return short if short.isprintable() else "".join(map(_printable, short))


def _printable(sign: str) -> str:
    return sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")


def relocated(error: Rejected, name: str, code: str) -> Rejected:
    """The same findings as findings with this code about the file `name`."""
    return Rejected([finding(code, name, one.where, f"{one.message} ({one.code})") for one in error.findings])


def read_toml(root: Path, name: str, *, code: str, max_bytes: int = MAX_TOML) -> dict[str, Any]:
    """The table of one TOML file of a corpus root. Raises Rejected with `code` for a file that cannot be read."""
    text = _bytes(root, name, code=code, max_bytes=max_bytes)
    try:
        return tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Rejected([finding(code, name, "", f"not TOML: {printable(str(error), 120)}")]) from error


def read_json(root: Path, name: str, *, code: str, max_bytes: int = MAX_JSON) -> JsonValue:
    """The value of one JSON file of a corpus root. Raises Rejected with `code` for a file that cannot be read."""
    data = _bytes(root, name, code=code, max_bytes=max_bytes)
    try:
        return parse(data, max_bytes=max_bytes, max_depth=MAX_DEPTH)
    except Rejected as error:
        raise relocated(error, name, code) from error


def read_bytes(root: Path, names: Iterable[str], *, code: str, max_bytes: int = MAX_JSON) -> dict[str, bytes]:
    """The bytes of several files by name. Raises Rejected naming each that cannot be read."""
    found: dict[str, bytes] = {}
    faults: list[Finding] = []
    for name in names:
        try:
            found[name] = _bytes(root, name, code=code, max_bytes=max_bytes)
        except Rejected as error:
            faults += error.findings
    if faults:
        raise Rejected(faults)
    return found


def _bytes(root: Path, name: str, *, code: str, max_bytes: int) -> bytes:
    try:
        return read_regular(root / name, max_bytes=max_bytes)
    except FileNotFoundError as error:
        raise Rejected([finding(code, name, "", "the file is missing")]) from error
    except Rejected as error:
        raise relocated(error, name, code) from error
