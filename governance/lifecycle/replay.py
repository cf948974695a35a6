"""What the transitions of a corpus amount to: every task's state, and every step that was not allowed.

Invariant: the replay never depends on what the registry says the states are; it goes on after a faulty step as if the
step had been taken, so that one slip is named once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from governance.corpus import finding
from governance.lifecycle.state import State, allowed, may_follow
from governance.lifecycle.transitions import REGISTRY, Transition
from records import Finding, pointer, printable

CODE = "G_LIFECYCLE_MOVE"


@dataclass(frozen=True, kw_only=True, slots=True)
class Replay:
    """The state after the last step of every task that has joined, and what was wrong on the way."""

    states: Mapping[str, State]
    findings: tuple[Finding, ...]


def replay(transitions: Sequence[Transition], families: Mapping[str, str]) -> Replay:
    """Walk through the history; `families` gives the family of every task that ever was part of the corpus."""
    later = {task for step in transitions if step.before is None for task in step.tasks}
    states = {task: State.DRAFT for task in families if task not in later}
    findings: list[Finding] = []
    for number, step in enumerate(transitions):
        if number and step.date < transitions[number - 1].date:
            message = f"{step.date} lies before {transitions[number - 1].date}, the day of the step before it"
            findings.append(_finding("G_LIFECYCLE_ORDER", number, "date", message))
        findings += _take(step, number, states, families)
    return Replay(states=states, findings=tuple(findings))


def _take(step: Transition, number: int, states: dict[str, State], families: Mapping[str, str]) -> list[Finding]:
    """Move the tasks of one step in `states`."""
    members = step.members({task: families[task] for task in states})
    findings = [] if members else [_finding(CODE, number, "family", "no task is meant by it")]
    if step.before is not None and not allowed(step.before, step.to):
        message = f"{step.before} may be followed by {may_follow(step.before)}, not by {step.to}"
        findings.append(_finding(CODE, number, "to", message))
    for task in members:
        if task not in families:
            findings.append(_finding("G_LIFECYCLE_UNKNOWN", number, "tasks", f"{printable(task)} is no task"))
            continue
        before = states.get(task)
        if before is not step.before:
            message = f"{task} was {before or 'absent'} at that point, not {step.before or 'absent'}"
            findings.append(_finding(CODE, number, "from", message))
        states[task] = step.to
    return findings


def _finding(code: str, number: int, field: str, message: str) -> Finding:
    return finding(code, REGISTRY, pointer("transitions", number, field), message)
