"""What can be wrong with data, as values: a finding, and the exception that carries all of them.

Invariant: a finding is about data somebody sent or stored; everything that is the environment's or the
programmer's fault is another exception. Codes are API, messages are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN = 50
"""How many findings a report prints; the total is always printed beside them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is wrong: a stable `code`, a JSON pointer (`where`, "" is the whole document), a message.

    The message says what was wrong and what was expected, in one line of printable text.
    """

    code: str
    where: str
    message: str

    def to_dict(self) -> dict[str, str]:
        """The finding as three strings, for JSON."""
        return {"code": self.code, "where": self.where, "message": self.message}

    def __str__(self) -> str:
        return f"{self.code} at {self.where or 'the document'}: {self.message}"


class Rejected(Exception):
    """Data was refused; `findings` (one or more) say why. Raised once, with everything that was found."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        if not self.findings:
            raise ValueError("a rejection needs at least one finding")
        first, more = self.findings[0], len(self.findings) - 1
        super().__init__(f"{first}" + (f" (and {more} more)" if more else ""))


def printable(value: object, limit: int = 60) -> str:
    """`value` as short ASCII text that cannot carry control characters, markup tricks or look-alike letters."""
    text = ascii(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path of keys and indices."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
