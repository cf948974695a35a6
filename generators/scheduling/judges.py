"""Who must confirm every instance and its witness. Given from outside: generators import no solver and no evaluator.

Invariant: an instance stands only if no judge objects; a judge sees the row as it is written and a schedule, no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Row = Mapping[str, object]
Rows = Sequence[Mapping[str, object]]
Objection = Callable[[Row, Rows], str | None]
"""(question row, assignments) -> what is wrong, or None. Raises ValueError for a row it cannot read."""
Finder = Callable[[Row], Rows | None]
"""question row -> a schedule found without the witness, or None."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judge:
    """One independent check of a schedule, or of the text (then the schedule is not looked at)."""

    id: str
    paradigm: str
    version: int
    objection: Objection
    reads_text: bool = False
    """Whether this judge looks at the text alone."""

    def object_to(self, row: Row, schedule: Rows) -> str | None:
        """The judge's objection in words, or None."""
        try:
            found = self.objection(row, schedule)
        except ValueError as error:
            return f"{self.id} cannot read it: {error}"
        return None if found is None else f"{self.id}: {found}"


@dataclass(frozen=True, slots=True)
class Bench:
    """All judges, in the order in which provenance names them."""

    judges: tuple[Judge, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The names under which provenance records them."""
        return tuple(judge.id for judge in self.judges)

    def text_objections(self, row: Row) -> list[str]:
        """What the judges of the text have against the row."""
        return [found for judge in self.judges if judge.reads_text and (found := judge.object_to(row, ())) is not None]

    def objections(self, row: Row, schedule: Rows) -> list[str]:
        """What the judges have against the schedule or the text of the row."""
        return [found for judge in self.judges if (found := judge.object_to(row, schedule)) is not None]
