"""Which test tasks of a corpus count: what its lifecycle registry says, as far as a score depends on it.

"A quarantined task does not contribute to headline scores until its contract is repaired and recalibrated"; drafts,
deprecated and retired tasks do not either. Calibrating and active ones do: a public development corpus may be scored
while it is calibrating. Whether a registry is sound (transitions, reviewers, calibration) is governance's question.

Invariant: without a registry every task is scored; with one, each test task stands in exactly one state, so that a
damaged registry stops scoring and never lets a withdrawn task back in.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from evaluator.corpus_files import fault
from records import Finding, Rejected, pointer, printable, read_regular

REGISTRY = "corpus/task-lifecycle.toml"
SCHEMA_VERSION = 2
STATES = ("draft", "calibrating", "active", "quarantined", "deprecated", "retired")
SCORED = ("calibrating", "active")
DESCRIPTIVE = 5
"""A category with fewer scored tasks is descriptive only."""
_CODE = "C_LIFECYCLE"
_MAX_BYTES = 16 << 20
_SHOWN = 20
_LONGEST = 1000
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Withdrawal:
    """Tasks that left the score together: their state, since when (YYYY-MM-DD, "" where unsaid), why, which ones."""

    state: str
    since: str
    reason: str
    tasks: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The withdrawal as JSON; tasks are in suite order."""
        return {"state": self.state, "since": self.since, "reason": self.reason, "tasks": list(self.tasks)}

    def __str__(self) -> str:
        since = f" since {self.since}" if self.since else ""
        reason = f": {self.reason}" if self.reason else ""
        return f"{len(self.tasks)} {self.state}{since}{reason}"


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskStates:
    """How many tasks are in each state (only states that occur, in STATES order), and what was withdrawn.

    `counts` is empty for a corpus without a registry: all its tasks are scored.
    """

    counts: tuple[tuple[str, int], ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()

    @property
    def withdrawn(self) -> frozenset[str]:
        """The tasks that do not count."""
        return frozenset(task for one in self.withdrawals for task in one.tasks)

    @property
    def scored_in_words(self) -> str:
        """ "840 active, 57 calibrating", or "" without a registry."""
        known = dict(self.counts)
        return ", ".join(f"{known[state]} {state}" for state in reversed(SCORED) if state in known)

    def sentence(self, total: int) -> str:
        """ "897 of 900 tasks scored; 3 quarantined since 2026-11-30: why", or "" when nothing is withdrawn."""
        if not self.withdrawals:
            return ""
        scored = total - len(self.withdrawn)
        return "; ".join([f"{scored} of {total} tasks scored", *(str(one).rstrip(".") for one in self.withdrawals)])


ALL_SCORED = TaskStates()


def read_task_states(corpus_root: Path, families: Mapping[str, str]) -> TaskStates:
    """The states of the tasks of a corpus root; `families` gives the family of every test task, in suite order.

    Raises Rejected C_LIFECYCLE where the registry cannot be read, or does not give each task exactly one state.
    """
    try:
        data = read_regular(corpus_root / REGISTRY, max_bytes=_MAX_BYTES)
    except FileNotFoundError:
        return ALL_SCORED
    registry = _parsed(data)
    states = _states(registry.get("states"), families)
    return TaskStates(
        counts=tuple((state, n) for state in STATES if (n := sum(one == state for one in states.values()))),
        withdrawals=_withdrawals(states, families, _transitions(registry.get("transitions", []))),
    )


def withdrawn_ids(withdrawn: frozenset[str], ids: Iterable[str]) -> dict[str, list[str]]:
    """{"withdrawn": those of `ids` that are, in their order}, or {}: data without a withdrawal have no such field."""
    return {"withdrawn": [one for one in ids if one in withdrawn]} if withdrawn else {}


def nothing_scored(suite: str) -> Finding:
    """The finding about a suite of which every task is withdrawn: it has no score, not a score of nought."""
    return fault("C_NOTHING_SCORED", f"/{REGISTRY}", f"no test task of {suite} is scored, so nothing has a score")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Transition:
    to: str
    since: str
    reason: str
    tasks: frozenset[str]
    family: str | None
    every: bool

    def covers(self, task: str, family: str) -> bool:
        return self.every or task in self.tasks or family == self.family


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        value = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Rejected([_fault("", f"this is no TOML: {printable(str(error), 200)}")]) from error
    version = value.get("schema_version")
    if type(version) is not int or version != SCHEMA_VERSION:
        raise Rejected([_fault("/schema_version", f"{SCHEMA_VERSION} is expected, not {printable(version)}")])
    return value


def _states(value: object, families: Mapping[str, str]) -> dict[str, str]:
    """Task to state, in suite order."""
    if not isinstance(value, dict):
        raise Rejected([_fault("/states", "a table with a list of tasks for each state is expected")])
    findings: list[Finding] = []
    found: dict[str, str] = {}
    for state, tasks in value.items():
        where = f"/states{pointer(state)}"
        if state not in STATES:
            findings.append(_fault(where, f"no state; one of {', '.join(STATES)} is expected"))
        elif not isinstance(tasks, list):
            findings.append(_fault(where, "a list of task ids is expected"))
        else:
            findings += _placed(state, tasks, families, found)
    findings += [_fault("/states", f"{task} has no state") for task in families if task not in found]
    if findings:
        more = [_fault("/states", f"and {len(findings) - _SHOWN} more")] if len(findings) > _SHOWN else []
        raise Rejected([*findings[:_SHOWN], *more])
    return {task: found[task] for task in families}


def _placed(state: str, tasks: list[Any], families: Mapping[str, str], found: dict[str, str]) -> Iterator[Finding]:
    """Puts `tasks` into `found`; what does not fit is yielded.

    A withdrawn task may be no longer part of the corpus: it has gone, and its history stays.
    """
    for number, task in enumerate(tasks):
        where = f"/states/{state}/{number}"
        if not isinstance(task, str) or (task not in families and state in SCORED):
            yield _fault(where, f"{printable(task)} is no test task of this corpus")
        elif task in found:
            yield _fault(where, f"{printable(task)} stands in {found[task]} already; exactly one state is expected")
        else:
            found[task] = state


def _transitions(value: object) -> tuple[_Transition, ...]:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise Rejected([_fault("/transitions", "tables are expected")])
    return tuple(
        _Transition(
            to=str(row.get("to", "")),
            since=_day(row.get("date")),
            reason=_line(row.get("reason")),
            tasks=_texts(row.get("tasks")),
            family=row["family"] if isinstance(row.get("family"), str) else None,
            every=row.get("all") is True,
        )
        for row in value
    )


def _withdrawals(
    states: Mapping[str, str], families: Mapping[str, str], transitions: tuple[_Transition, ...]
) -> tuple[Withdrawal, ...]:
    """Withdrawn tasks, together where they have state, day and reason in common: those of the last move there."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for task, state in states.items():
        if state in SCORED:
            continue
        moves = (one for one in reversed(transitions) if one.to == state and one.covers(task, families[task]))
        last = next(moves, None)
        key = (state, last.since, last.reason) if last else (state, "", "")
        groups.setdefault(key, []).append(task)
    return tuple(
        Withdrawal(state=state, since=since, reason=reason, tasks=tuple(groups[state, since, reason]))
        for state, since, reason in sorted(groups, key=lambda key: (STATES.index(key[0]), key[1], key[2]))
    )


def _texts(value: object) -> frozenset[str]:
    return frozenset(one for one in value if isinstance(one, str)) if isinstance(value, list) else frozenset()


def _day(value: object) -> str:
    text = value.isoformat() if type(value) is date else value
    return text if isinstance(text, str) and _DATE.fullmatch(text) else ""


def _line(value: object) -> str:
    """A reason as one printable line: control and direction marks cannot reach a page or a terminal."""
    if not isinstance(value, str):
        return ""
    words = " ".join(value.split())[:_LONGEST]
    return "".join(sign if sign.isprintable() else "·" for sign in words)


def _fault(where: str, message: str) -> Finding:
    return fault(_CODE, f"/{REGISTRY}{where}", message)
