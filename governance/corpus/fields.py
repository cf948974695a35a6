"""Typed reading of one table or object. Invariant: every misfit of it is named, in one Rejected."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from governance.corpus.files import finding
from records import Finding, Rejected, pointer, printable

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST = 4_000


class Fields:
    """The fields of one table. Unknown and missing fields and wrong types become findings.

    Readers return a harmless value after complaining; `finish` raises what was gathered, so call it before using them.
    `optional` names the fields that may be absent.
    """

    def __init__(
        self, value: object, *, code: str, file: str, at: str = "", known: Set[str], optional: Set[str] = frozenset()
    ) -> None:
        self._code, self._file, self._at = code, file, at
        self._found: list[Finding] = []
        if not isinstance(value, Mapping):
            raise Rejected([finding(code, file, at, f"a table is expected, not {printable(value)}")])
        self._value: Mapping[str, Any] = value
        for name in sorted(map(str, value.keys() - known - optional)):
            self.complain(name, f"unknown field; known are {', '.join(sorted(known | optional))}")
        for name in sorted(known - value.keys()):
            self.complain(name, "missing field")

    def __contains__(self, name: str) -> bool:
        return name in self._value

    def text(self, name: str, *, longest: int = LONGEST) -> str:
        """Printable text that says something, of at most `longest` characters."""
        value = self._value.get(name)
        if not isinstance(value, str):
            return self._wrong(name, "a text is expected", "")
        if not value.strip() or len(value) > longest or not value.replace("\n", " ").isprintable():
            return self._wrong(name, f"printable text of 1 to {longest} characters is expected", "")
        return value

    def matching(self, name: str, pattern: str, meaning: str) -> str:
        """A text of this form, which `meaning` names."""
        value = self._value.get(name)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            return self._wrong(name, f"{meaning} is expected", "")
        return value

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """One of a few words; the first of them after a complaint."""
        value = self._value.get(name)
        if not isinstance(value, str) or value not in choices:
            return self._wrong(name, f"one of {', '.join(choices)} is expected", choices[0])
        return value

    def count(self, name: str, *, least: int = 0) -> int:
        """An integer of `least` or more; true is not 1."""
        value = self._value.get(name)
        if type(value) is not int or value < least:
            self._wrong(name, f"a whole number of {least} or more is expected", "")
            return least
        return value

    def truth(self, name: str) -> bool:
        """true or false."""
        value = self._value.get(name)
        if type(value) is not bool:
            self._wrong(name, "true or false is expected", "")
            return False
        return value

    def day(self, name: str) -> str:
        """A calendar day as text, "2026-11-30"; a TOML date is taken as its text."""
        value = self._value.get(name)
        if type(value) is datetime.date:
            return value.isoformat()
        if isinstance(value, str) and _DAY.fullmatch(value):
            try:
                return datetime.date.fromisoformat(value).isoformat()
            except ValueError:
                pass
        return self._wrong(name, "a day like 2026-11-30 is expected", "1970-01-01")

    def items(self, name: str) -> list[Any]:
        """A list."""
        value = self._value.get(name)
        if not isinstance(value, list):
            self._wrong(name, "a list is expected", "")
            return []
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, each of them once."""
        values = self.items(name)
        if not all(isinstance(one, str) for one in values):
            self._wrong(name, "a list of texts is expected", "")
            return ()
        seen: set[str] = set()
        for place, one in enumerate(values):
            if one in seen:
                self.complain(name, f"{printable(one)} stands twice", place)
            seen.add(one)
        return tuple(values)

    def table(self, name: str) -> Mapping[str, Any]:
        """A table (an object) whose own fields are read by another Fields."""
        value = self._value.get(name)
        if not isinstance(value, Mapping):
            self._wrong(name, "a table is expected", "")
            return {}
        return value

    def raw(self, name: str) -> object:
        """The value as it is (None where it is absent), for a part that another reader reads."""
        return self._value.get(name)

    def expect(self, name: str, expected: object) -> None:
        """A value that can only be this one; true is not 1."""
        value = self._value.get(name)
        if type(value) is not type(expected) or value != expected:
            self._wrong(name, f"{printable(expected, 80)} is expected", "")

    def complain(self, name: str, message: str, *path: str | int) -> None:
        """Gather one finding about the field `name`, or about `path` inside it."""
        self._found.append(finding(self._code, self._file, self._at + pointer(name, *path), message))

    def absorb(self, error: Rejected) -> None:
        """Gather the findings of a part that was read by itself."""
        self._found += error.findings

    def finish(self) -> None:
        """Raise Rejected when anything was found."""
        if self._found:
            raise Rejected(self._found)

    def _wrong(self, name: str, expected: str, harmless: str) -> str:
        if name in self._value:  # an absent field was named when the table was opened
            self.complain(name, f"{expected}, not {printable(self._value[name], 80)}")
        return harmless
