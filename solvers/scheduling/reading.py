"""The English of a scheduling question back into its facts, written against docs/SCHEDULING.md.

Invariant: nothing is guessed; a sentence that is not on that page, or says a thing twice, raises Unreadable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from solvers.text import Unreadable

_SENTENCE = re.compile(r"[A-Z][^.]*\.")
_ID = r"([TWR][1-9][0-9]*)"
_N = r"(0|[1-9][0-9]*)"
_STEPS = rf"{_N} steps?"
_OPENING = re.compile(rf"Time runs in whole steps from 0 to {_N}\.")
_CLOSING = "Give every task one worker and one start."
_TASK = re.compile(
    rf"Task {_ID} takes {_STEPS}, starts at {_N} or later, ends at {_N} or earlier, "
    r"needs the skill ([a-z]+)(?: and uses (.+))?\."
)
_WORKER = re.compile(
    rf"Worker {_ID} has the skills? ([a-z, ]+), is available (.+), and works at most {_STEPS} in all\."
)
_RESOURCE = re.compile(rf"At most {_N} units? of {_ID} are in use at any time\.")
_AFTER = re.compile(rf"{_ID} starts at the end of {_ID} or later\.")
_WAIT = re.compile(rf"{_ID} starts {_STEPS} or more after the end of {_ID}\.")
_SEPARATE = re.compile(rf"{_ID} and {_ID} are done by different workers\.")
_USE = re.compile(rf"{_N} units? of {_ID}")
_WINDOW = re.compile(rf"from {_N} to {_N}")


@dataclass
class _Facts:
    """What the sentences so far have said."""

    tasks: list[dict[str, Any]] = field(default_factory=list)
    workers: list[dict[str, Any]] = field(default_factory=list)
    resources: list[dict[str, Any]] = field(default_factory=list)
    precedence: list[list[Any]] = field(default_factory=list)
    separate: list[list[str]] = field(default_factory=list)


def read_text(text: str) -> dict[str, Any]:
    """The facts of a question (horizon, tasks, workers, resources, precedence, separate) as they stand in its row."""
    sentences = _SENTENCE.findall(text)
    if " ".join(sentences) != text or len(sentences) < 2:
        raise Unreadable("sentences with one space between them are expected")
    opening = _OPENING.fullmatch(sentences[0])
    if opening is None or sentences[-1] != _CLOSING:
        raise Unreadable("the first or the last sentence is not that of a scheduling question")
    facts = _Facts()
    for sentence in sentences[1:-1]:
        _read(sentence, facts)
    _check_names(facts)
    return {
        "horizon": int(opening[1]),
        "tasks": facts.tasks,
        "workers": facts.workers,
        "resources": facts.resources,
        "precedence": facts.precedence,
        "separate": facts.separate,
    }


def _read(sentence: str, facts: _Facts) -> None:
    if found := _TASK.fullmatch(sentence):
        facts.tasks.append(_task(found))
    elif found := _WORKER.fullmatch(sentence):
        facts.workers.append(_worker(found))
    elif found := _RESOURCE.fullmatch(sentence):
        facts.resources.append({"id": found[2], "capacity": int(found[1])})
    elif found := _AFTER.fullmatch(sentence):
        facts.precedence.append([found[2], found[1], 0])
    elif found := _WAIT.fullmatch(sentence):
        facts.precedence.append([found[3], found[1], int(found[2])])
    elif found := _SEPARATE.fullmatch(sentence):
        facts.separate.append([found[1], found[2]])
    else:
        raise Unreadable(f"not a sentence of the template document: {sentence!r}")


def _task(found: re.Match[str]) -> dict[str, Any]:
    uses = [_part(_USE, part) for part in _listed(found[6])] if found[6] else []
    return {
        "id": found[1],
        "duration": int(found[2]),
        "release": int(found[3]),
        "deadline": int(found[4]),
        "skill": found[5],
        "demand": {use[2]: int(use[1]) for use in uses},
    }


def _worker(found: re.Match[str]) -> dict[str, Any]:
    windows = [_part(_WINDOW, part) for part in _listed(found[3])]
    return {
        "id": found[1],
        "skills": _listed(found[2]),
        "windows": [[int(window[1]), int(window[2])] for window in windows],
        "max_load": int(found[4]),
    }


def _listed(text: str) -> list[str]:
    """The parts of `a`, `a and b`, `a, b and c`."""
    first, _, last = text.rpartition(" and ")
    return [*first.split(", "), last] if first else [last]


def _part(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise Unreadable(f"not a part of a sentence of the template document: {text!r}")
    return found


def _check_names(facts: _Facts) -> None:
    """Every name is introduced once, and used only for what it was introduced as."""
    names = {
        kind: [row["id"] for row in rows]
        for kind, rows in (("T", facts.tasks), ("W", facts.workers), ("R", facts.resources))
    }
    for kind, found in names.items():
        if len(set(found)) != len(found) or any(not name.startswith(kind) for name in found):
            raise Unreadable(f"names are introduced twice or as something else: {found}")
    used = [name for *pair, _ in facts.precedence for name in pair] + [name for pair in facts.separate for name in pair]
    uses = [name for task in facts.tasks for name in task["demand"]]
    if not (set(used) <= set(names["T"]) and set(uses) <= set(names["R"])):
        raise Unreadable("a name is used that was not introduced")
