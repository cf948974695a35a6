"""Typed reading of the fields of a log line or of stored evidence.

Invariant: every misfit of one object is named, in one Rejected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from records import Finding, Rejected, pointer, printable

CODE = "L_DECISION"


class Fields:
    """The fields of one JSON object. Unknown fields, missing ones and wrong types become findings.

    Readers return a harmless value after complaining; `finish` raises what was gathered, so call it before using them.
    A value without which nothing can be built (an enum) raises at once, together with what was gathered so far.
    """

    def __init__(self, value: object, where: str, known: Set[str], code: str = CODE) -> None:
        self._where, self._code = where, code
        self._found: list[Finding] = []
        if not isinstance(value, Mapping):
            raise Rejected([Finding(code=code, where=where, message="an object is expected")])
        self._value: Mapping[str, Any] = value
        for name in sorted(set(value) - known):
            self.complain(name, "unknown field")

    def text(self, name: str) -> str:
        """A string that must be there."""
        value = self._value.get(name)
        if not isinstance(value, str):
            self.complain(name, f"a string is expected, not {printable(value)}")
            return ""
        return value

    def optional_text(self, name: str) -> str | None:
        """A string, or None where the field is absent."""
        return self.text(name) if name in self._value else None

    def count(self, name: str) -> int:
        """An integer of 0 or more; true is not 1."""
        value = self._value.get(name)
        if type(value) is not int or value < 0:
            self.complain(name, f"a count is expected, not {printable(value)}")
            return 0
        return value

    def flag(self, name: str) -> bool:
        """true or false."""
        value = self._value.get(name)
        if not isinstance(value, bool):
            self.complain(name, f"true or false is expected, not {printable(value)}")
            return False
        return value

    def items(self, name: str) -> list[Any]:
        """A list that must be there."""
        value = self._value.get(name)
        if not isinstance(value, list):
            self.complain(name, f"a list is expected, not {printable(value)}")
            return []
        return value

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """One of a few words; anything else raises at once."""
        value = self.text(name)
        if value not in choices:
            self.complain(name, f"one of {', '.join(choices)} is expected, not {printable(value)}")
            self.finish()
        return value

    def optional_one_of(self, name: str, choices: Sequence[str]) -> str | None:
        """One of a few words, or None where the field is absent."""
        return self.one_of(name, choices) if name in self._value else None

    def expect(self, name: str, expected: str) -> None:
        """A string that can only be this one."""
        if self._value.get(name) != expected:
            self.complain(name, f"{printable(expected, 80)} is expected, not {printable(self._value.get(name), 80)}")

    def complain(self, name: str, message: str) -> None:
        """Gather one finding about the field `name`."""
        self._found.append(Finding(code=self._code, where=self._where + pointer(name), message=message))

    def finish(self) -> None:
        """Raise Rejected when anything was found."""
        if self._found:
            raise Rejected(self._found)
