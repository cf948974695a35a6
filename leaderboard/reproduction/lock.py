"""The lock file of a submission: exact pins, one a line, and nothing that would make pip do more than fetch a wheel.

Invariant: a line is a name, `==`, one version, an optional marker and optional hashes; every other line is a finding,
so no option, address, path or include of a stranger's file ever reaches pip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from records import Finding, Rejected, printable

MAX_BYTES, MAX_PINS = 4 << 20, 2000
_PIN = re.compile(
    r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[A-Za-z0-9._, -]*\])?\s*==\s*([A-Za-z0-9][A-Za-z0-9.!+_-]*)"
    r"\s*(?:;\s*([A-Za-z0-9_.<>=!~'\"() ]{1,200}?))?((?:\s+--hash=sha256:[0-9a-f]{64})*)\s*"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Lock:
    """`requirements` as pip reads them, in file order; `hashed` where every one of them has a hash."""

    requirements: tuple[str, ...]
    hashed: bool


def read_lock(data: bytes, where: str) -> Lock:
    """The pins of a lock file. Rejected(R_LOCK) naming every line that is none."""
    if len(data) > MAX_BYTES:
        raise Rejected([_finding(where, f"{len(data)} bytes; at most {MAX_BYTES} are expected")])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Rejected([_finding(where, "it is no UTF-8 text")]) from error
    requirements: list[str] = []
    found: list[Finding] = []
    for number, line in _lines(text):
        pin = _PIN.fullmatch(line)
        if pin is None:
            message = f"{printable(line)}: an exact pin (name==version, hashes) is expected, one wheel a line"
            found.append(_finding(f"{where}:{number}", message))
        else:
            name, version, marker, hashes = pin.groups()
            requirements.append(f"{name}=={version}{f' ; {marker}' if marker else ''}{hashes}")
    if len(requirements) > MAX_PINS:
        found.append(_finding(where, f"{len(requirements)} pins; at most {MAX_PINS} are expected"))
    if found:
        raise Rejected(found)
    return Lock(
        requirements=tuple(requirements), hashed=bool(requirements) and all("--hash=" in one for one in requirements)
    )


def _lines(text: str) -> list[tuple[int, str]]:
    """Whole lines with the number of their first: continued ones joined, comments and blanks left out."""
    lines: list[tuple[int, str]] = []
    held, start = "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(?:^|\s)#.*$", "", raw).strip()
        start = start or number
        held = f"{held} {line.removesuffix(chr(92)).strip()}".strip()
        if line.endswith("\\"):
            continue
        if held:
            lines.append((start, held))
        held, start = "", 0
    return [*lines, (start, held)] if held else lines


def _finding(where: str, message: str) -> Finding:
    return Finding(code="R_LOCK", where=where, message=message)
