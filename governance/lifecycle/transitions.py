"""One transition of the lifecycle registry: which tasks moved, from and to which state, when, who decided, why.

Invariant: a transition names its tasks in exactly one way: a list of ids, a family, or all tasks that the registry
knows at that point of its history. The transition from "absent" to draft is how a task of a later release joins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from governance.corpus import Fields
from governance.lifecycle.state import State
from governance.lifecycle.toml_text import Value, entry

REGISTRY = "corpus/task-lifecycle.toml"
CODE = "G_LIFECYCLE"
ABSENT = "absent"
_FIELDS = frozenset({"from", "to", "date", "reviewer", "reason"})
_SCOPES = ("tasks", "family", "all")


@dataclass(frozen=True, kw_only=True, slots=True)
class Transition:
    """One step of the history; `before` is None where tasks join the corpus."""

    before: State | None
    to: State
    date: date
    reviewer: str
    reason: str
    tasks: tuple[str, ...] = ()
    family: str | None = None
    everything: bool = False

    def members(self, families: Mapping[str, str]) -> tuple[str, ...]:
        """The tasks it names, given the family of every task that is known at this point."""
        if self.everything:
            return tuple(families)
        if self.family is not None:
            return tuple(task for task, family in families.items() if family == self.family)
        return self.tasks

    def toml(self) -> str:
        """Its table in the registry."""
        scope: tuple[str, Value] = ("tasks", self.tasks)
        if self.everything:
            scope = ("all", True)
        elif self.family is not None:
            scope = ("family", self.family)
        lines = (
            scope,
            ("from", self.before or ABSENT),
            ("to", self.to),
            ("date", self.date),
            ("reviewer", self.reviewer),
            ("reason", self.reason),
        )
        return "\n[[transitions]]\n" + "".join(entry(name, value) for name, value in lines)

    def __str__(self) -> str:
        tasks = f"{len(self.tasks)} task{'s' * (len(self.tasks) != 1)}"
        which = "all tasks" if self.everything else f"family {self.family}" if self.family is not None else tasks
        return f"{which}: {self.before or ABSENT} -> {self.to} on {self.date} by {self.reviewer}"


def transition_from(value: object, at: str) -> Transition:
    """One transition of a file, at the pointer `at`. Raises Rejected naming every misfit."""
    fields = Fields(value, code=CODE, file=REGISTRY, at=at, known=_FIELDS, optional=frozenset(_SCOPES))
    scopes = [name for name in _SCOPES if name in fields]
    if len(scopes) != 1:
        fields.complain("tasks", f"exactly one of {', '.join(_SCOPES)} is expected, not {len(scopes)} of them")
    if "all" in fields:
        fields.expect("all", True)
    tasks = fields.texts("tasks") if "tasks" in fields else ()
    if "tasks" in fields and not tasks:
        fields.complain("tasks", "at least one task is expected")
    before = fields.one_of("from", (ABSENT, *State))
    made = Transition(
        before=None if before == ABSENT else State(before),
        to=State(fields.one_of("to", tuple(State))),
        date=date.fromisoformat(fields.day("date")),
        reviewer=fields.text("reviewer"),
        reason=fields.text("reason"),
        tasks=tasks,
        family=fields.text("family") if "family" in fields else None,
        everything="all" in fields,
    )
    if before == ABSENT and (made.to is not State.DRAFT or not made.tasks):
        fields.complain("from", 'a transition from "absent" names tasks and goes to draft')
    fields.finish()
    return made
