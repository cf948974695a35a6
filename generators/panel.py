"""The panel of independent solvers that must confirm every item. Given from outside: generators import no solver.

Invariant: an item stands only if every solver of its family finds the gold true and the three other options false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Verifier(Protocol):
    """What the panel needs of a solver; `decide(question, option)` raises ValueError for text it cannot read."""

    @property
    def id(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def paradigm(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def decide(self) -> Callable[[str, str], bool]: ...


@dataclass(frozen=True, slots=True)
class Panel:
    """Solvers by family."""

    solvers: tuple[Verifier, ...]

    def of(self, family: str) -> tuple[Verifier, ...]:
        """The solvers of `family`, at least one."""
        found = tuple(solver for solver in self.solvers if solver.family == family)
        if not found:
            raise ValueError(f"no solver verifies {family}")
        return found

    def ids(self, family: str) -> tuple[str, ...]:
        """The names under which provenance records the solvers of `family`."""
        return tuple(solver.id for solver in self.of(family))

    def objections(self, family: str, question: str, options: Sequence[str], gold: int) -> list[tuple[str, str]]:
        """(code, message) for every solver that does not find exactly the option with index `gold` true."""
        expected = [index == gold for index in range(len(options))]
        result = []
        for solver in self.of(family):
            try:
                verdicts = [solver.decide(question, option) for option in options]
            except ValueError as error:
                result.append(("E_TEMPLATE", f"{solver.id} cannot read the item: {error}"))
                continue
            if verdicts != expected:
                true = [options[i] for i, verdict in enumerate(verdicts) if verdict]
                message = f"{solver.id} finds {true} true; exactly {options[gold]!r} is expected"
                result.append(("E_SOLVER", message))
        return result
