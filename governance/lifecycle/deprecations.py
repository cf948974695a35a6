"""`corpus/task-deprecations.toml`, schema 1: the tasks that enter no new release, and why.

Invariant: "Deprecated tasks remain identifiable": a task that was part of a release and is gone from the corpus stands
here, with the family that its history speaks of; an active one does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from governance.corpus import Fields, Governed, read_toml
from governance.lifecycle.toml_text import entry
from records import Rejected, pointer, printable

DEPRECATIONS = "corpus/task-deprecations.toml"
SCHEMA = 1
CODE = "G_DEPRECATIONS"
NO_REPLACEMENT = "none"
_FIELDS = frozenset({"task", "family", "date", "reason", "replacement"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Deprecation:
    """One task that was withdrawn for good; `replacement` is the task that took its place, if any did."""

    task: str
    family: str
    date: date
    reason: str
    replacement: str | None

    def toml(self) -> str:
        """Its table in the registry."""
        return "\n[[deprecations]]\n" + "".join(
            (
                entry("task", self.task),
                entry("family", self.family),
                entry("date", self.date),
                entry("reason", self.reason),
                entry("replacement", self.replacement or NO_REPLACEMENT),
            )
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Deprecations:
    """All deprecations, in the order in which they were recorded."""

    entries: tuple[Deprecation, ...]

    @property
    def tasks(self) -> frozenset[str]:
        """The tasks that stand there."""
        return frozenset(one.task for one in self.entries)


def read_deprecations(governed: Governed) -> Deprecations:
    """The deprecations of a corpus. Raises Rejected naming every misfit of the file."""
    known = frozenset({"schema_version", "deprecations"})
    table = read_toml(governed.root, DEPRECATIONS, code=CODE)
    fields = Fields(table, code=CODE, file=DEPRECATIONS, known=known)
    fields.expect("schema_version", SCHEMA)
    entries: dict[str, Deprecation] = {}
    for number, value in enumerate(fields.items("deprecations")):
        try:
            made = _deprecation(value, pointer("deprecations", number))
        except Rejected as error:
            fields.absorb(error)
            continue
        if made.task in entries:
            fields.complain("deprecations", f"{printable(made.task)} stands there twice", number)
        entries[made.task] = made
    fields.finish()
    return Deprecations(entries=tuple(entries.values()))


def deprecations_bytes(deprecations: Deprecations) -> bytes:
    """The registry as its file."""
    text = f"schema_version = {SCHEMA}\n"
    if not deprecations.entries:
        return (text + entry("deprecations", ())).encode()
    return (text + "".join(one.toml() for one in deprecations.entries)).encode()


def families_of(governed: Governed, deprecations: Deprecations) -> dict[str, str]:
    """The family of every task that ever was part of the corpus: its tasks in order, then those that are gone."""
    here = {task.id: task.family for task in governed.book.tasks}
    return here | {one.task: one.family for one in deprecations.entries if one.task not in here}


def _deprecation(value: object, at: str) -> Deprecation:
    fields = Fields(value, code=CODE, file=DEPRECATIONS, at=at, known=_FIELDS)
    replacement = fields.text("replacement")
    made = Deprecation(
        task=fields.text("task"),
        family=fields.text("family"),
        date=date.fromisoformat(fields.day("date")),
        reason=fields.text("reason"),
        replacement=None if replacement == NO_REPLACEMENT else replacement,
    )
    fields.finish()
    return made
