"""`corpus/task-lifecycle.toml`, schema 2: the state of every release-controlled task and the history of all moves.

Invariant: history only appends; the states written are those that the history replays to; only this file writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from governance.corpus import Fields, Governed, finding, read_toml
from governance.lifecycle.state import State, allowed, may_follow
from governance.lifecycle.toml_text import entry
from governance.lifecycle.transitions import CODE, REGISTRY, Transition, transition_from
from records import Finding, Rejected, pointer, printable

SCHEMA = 2
_KNOWN = frozenset({"schema_version", "states"})
_HEADER = "# The states are what the transitions replay to; `bench.py lifecycle` and `bench.py calibrate` write both.\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Lifecycle:
    """The registry: the state of each task of the corpus, in its order, and all transitions."""

    states: Mapping[str, State]
    transitions: tuple[Transition, ...] = ()

    def of(self, state: State) -> tuple[str, ...]:
        """The tasks that stand in one state."""
        return tuple(task for task, each in self.states.items() if each is state)

    def counts(self) -> Mapping[State, int]:
        """How many tasks stand in each state; every state is named."""
        standing = list(self.states.values())
        return {state: standing.count(state) for state in State}


def read_lifecycle(governed: Governed) -> Lifecycle:
    """The registry of a corpus, whose tasks give the order; `lifecycle_findings` compares the two.

    Raises Rejected naming every misfit of the file.
    """
    table = read_toml(governed.root, REGISTRY, code=CODE)
    fields = Fields(table, code=CODE, file=REGISTRY, known=_KNOWN, optional=frozenset({"transitions"}))
    fields.expect("schema_version", SCHEMA)
    states = _states(fields)
    transitions = []
    for number, value in enumerate(fields.items("transitions") if "transitions" in fields else ()):
        try:
            transitions.append(transition_from(value, pointer("transitions", number)))
        except Rejected as error:
            fields.absorb(error)
    fields.finish()
    ordered = {task: states[task] for task in governed.digests if task in states} | states
    return Lifecycle(states=MappingProxyType(ordered), transitions=tuple(transitions))


def lifecycle_bytes(lifecycle: Lifecycle) -> bytes:
    """The registry as its file; equal registries have equal bytes."""
    states = "".join(entry(state, lifecycle.of(state)) for state in State)
    history = "".join(step.toml() for step in lifecycle.transitions)
    return f"{_HEADER}schema_version = {SCHEMA}\n\n[states]\n{states}{history}".encode()


def start(tasks: Sequence[str]) -> Lifecycle:
    """The registry of a corpus that has none: every task is a draft."""
    return Lifecycle(states=dict.fromkeys(tasks, State.DRAFT))


def join(lifecycle: Lifecycle, tasks: Sequence[str], *, on: date, reviewer: str, reason: str) -> Lifecycle:
    """The registry with tasks that a later release added, as drafts. Raises Rejected for a task that it has already."""
    here = [task for task in tasks if task in lifecycle.states]
    if here:
        raise Rejected(_refusals(here, "is in the registry already"))
    step = Transition(before=None, to=State.DRAFT, date=on, reviewer=reviewer, reason=reason, tasks=tuple(tasks))
    states = {**lifecycle.states, **dict.fromkeys(tasks, State.DRAFT)}
    return Lifecycle(states=states, transitions=(*lifecycle.transitions, step))


def move(
    lifecycle: Lifecycle,
    tasks: Sequence[str],
    to: State,
    *,
    on: date,
    reviewer: str,
    reason: str,
    families: Mapping[str, str],
) -> Lifecycle:
    """The registry after these tasks moved: one transition for each state that they come from.

    `families` gives the family of every task that ever was part of the corpus. Raises Rejected naming every task that
    is unknown or may not move there, and where the day lies before that of the last transition.
    """
    _refuse(lifecycle, tasks, to, on)
    chosen = frozenset(tasks)
    steps = []
    for state in State:
        moving = tuple(task for task in lifecycle.of(state) if task in chosen)
        if moving:
            step = Transition(before=state, to=to, date=on, reviewer=reviewer, reason=reason, tasks=moving)
            steps.append(_shortest(step, families))
    states = {task: to if task in chosen else state for task, state in lifecycle.states.items()}
    return Lifecycle(states=states, transitions=(*lifecycle.transitions, *steps))


def _refuse(lifecycle: Lifecycle, tasks: Sequence[str], to: State, on: date) -> None:
    findings = [] if tasks else [finding("G_LIFECYCLE_MOVE", REGISTRY, "", "no task is meant")]
    findings += _refusals([task for task in tasks if task not in lifecycle.states], "is no task of this corpus")
    for task in tasks:
        state = lifecycle.states.get(task)
        if state is not None and not allowed(state, to):
            findings += _refusals([task], f"is {state}, which may be followed by {may_follow(state)}, not by {to}")
    if lifecycle.transitions and on < lifecycle.transitions[-1].date:
        message = f"{on} lies before {lifecycle.transitions[-1].date}, the day of the last transition"
        findings.append(finding("G_LIFECYCLE_ORDER", REGISTRY, "/transitions", message))
    if findings:
        raise Rejected(findings)


def _shortest(step: Transition, families: Mapping[str, str]) -> Transition:
    """The same step, named by family or as all tasks where it is just that."""
    chosen = frozenset(step.tasks)
    if chosen == families.keys():
        return replace(step, tasks=(), everything=True)
    for name in {families.get(task) for task in step.tasks}:
        if name is not None and chosen == {task for task, family in families.items() if family == name}:
            return replace(step, tasks=(), family=name)
    return step


def _refusals(tasks: Sequence[str], why: str) -> list[Finding]:
    return [finding("G_LIFECYCLE_MOVE", REGISTRY, "/states", f"{printable(task)} {why}") for task in tasks]


def _states(fields: Fields) -> dict[str, State]:
    found: dict[str, State] = {}
    try:
        listed = Fields(
            fields.table("states"), code=CODE, file=REGISTRY, at="/states", known=frozenset(map(str, State))
        )
        for state in State:
            for number, task in enumerate(listed.texts(state)):
                if task in found:
                    message = f"{printable(task)} stands in {found[task]} already; a task has exactly one state"
                    listed.complain(state, message, number)
                found.setdefault(task, state)
        listed.finish()
    except Rejected as error:
        fields.absorb(error)
    return found
