"""Turns a case file of this folder into the bytes of the file that somebody sends (see README.md for the steps).

Invariant: a step that finds nothing to change is an error, so that a case cannot quietly become the base document.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
LABELS = "ABCD"


def base_document(ids: Sequence[str], test_sha256: str) -> dict[str, Any]:
    """base.json with the suite's test digest, and labels A B C D A … over the ids in suite order."""
    document: dict[str, Any] = json.loads((FOLDER / "base.json").read_text(encoding="utf-8"))
    document["test_sha256"] = test_sha256
    document["predictions"] = [{"id": one, "label": LABELS[place % 4]} for place, one in enumerate(ids)]
    return document


def build(steps: Sequence[dict[str, Any]], document: Any) -> bytes:
    """The bytes after all steps; the document becomes compact text, then UTF-8, as soon as a step needs it."""
    state: Any = document
    phase = "document"
    for step in steps:
        arguments = {key: value for key, value in step.items() if key != "op"}
        needed = next(name for name, steps_of in PHASES.items() if step["op"] in steps_of)
        while phase != needed:
            state, phase = _next(state, phase)
        state = PHASES[phase][step["op"]](state, **arguments)
    while phase != "bytes":
        state, phase = _next(state, phase)
    assert isinstance(state, bytes)
    return state


def _next(state: Any, phase: str) -> tuple[Any, str]:
    if phase == "document":
        return json.dumps(state, ensure_ascii=False, separators=(",", ":")), "text"
    if phase == "text":
        return state.encode("utf-8"), "bytes"
    raise ValueError("document steps come first, then text steps, then byte steps")


def _split(document: Any, at: str) -> tuple[Any, Any]:
    """The container and the key (or index) that a pointer names."""
    *path, last = [part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]]
    for part in path:
        document = document[int(part) if isinstance(document, list) else part]
    return document, int(last) if isinstance(document, list) else last


def _get(document: Any, at: str) -> Any:
    if at == "":
        return document
    container, key = _split(document, at)
    return container[key]


def _set(document: Any, *, at: str, value: Any, times: int = 1) -> Any:
    container, key = _split(document, at)
    container[key] = value if times == 1 else value * times
    return document


def _remove(document: Any, *, at: str) -> Any:
    container, key = _split(document, at)
    del container[key]
    return document


def _append(document: Any, *, at: str, value: Any) -> Any:
    _get(document, at).append(value)
    return document


def _each(document: Any, *, at: str, name: str, value: Any, first: int | None = None) -> Any:
    for row in _get(document, at)[:first]:
        row[name] = value
    return document


def _stride(document: Any, *, at: str, step: int) -> Any:
    rows = _get(document, at)
    rows[:] = [rows[place * step % len(rows)] for place in range(len(rows))]
    return document


def _turn_keys(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: _turn_keys(value) for key, value in reversed(document.items())}
    return [_turn_keys(item) for item in document] if isinstance(document, list) else document


def _only(document: Any, *, names: list[str]) -> Any:
    return {name: document[name] for name in names}


def _pretty(text: str, *, indent: int, newline: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False, indent=indent).replace("\n", newline)


def _replace(text: str, *, find: str, by: str, times: int = 1) -> str:
    assert find in text, f"{find!r} is not in the text"
    return text.replace(find, by * times, 1)


def _replace_hex(data: bytes, *, find: str, by: str) -> bytes:
    assert bytes.fromhex(find) in data, f"the bytes {find} are not there"
    return data.replace(bytes.fromhex(find), bytes.fromhex(by), 1)


PHASES: dict[str, dict[str, Any]] = {
    "document": {
        "set": _set,
        "remove": _remove,
        "append": _append,
        "each": _each,
        "stride": _stride,
        "turn_keys": _turn_keys,
        "take": lambda document, *, at: _get(document, at),
        "only": _only,
    },
    "text": {
        "pretty": _pretty,
        "replace": _replace,
        "before": lambda text, *, add: add + text,
        "after": lambda text, *, add: text + add,
        "whole": lambda text, *, add, times=1: add * times,
        "cut": lambda text, *, drop: text[:-drop],
    },
    "bytes": {
        "recode": lambda data, *, encoding: data.decode("utf-8").encode(encoding),
        "prefix_hex": lambda data, *, hex: bytes.fromhex(hex) + data,
        "whole_hex": lambda data, *, hex: bytes.fromhex(hex),
        "replace_hex": _replace_hex,
        "pad": lambda data, *, to: data.ljust(to, b" "),
    },
}
