"""TOML as the tools write it: one form for every value, so that equal registries have equal bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

Value = bool | int | str | date | Sequence[str]


def entry(name: str, value: Value) -> str:
    """One line `name = value`; a list with more than one member stands on a line for each."""
    return f"{name} = {_value(value)}\n"


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | date):
        return str(value)
    if isinstance(value, str):
        return _string(value)
    if len(value) < 2:
        return f"[{''.join(map(_string, value))}]"
    return "[\n" + "".join(f"  {_string(item)},\n" for item in value) + "]"


def _string(value: str) -> str:
    """A basic string: the escapes of JSON are escapes of TOML, which also wants DEL escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
