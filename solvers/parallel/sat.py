"""A small complete satisfiability test (DPLL): clauses of literals, each an atom with a sign.

Entailment by refutation: sentences entail a claim exactly if they cannot be satisfied together with its denial.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Literal = tuple[bool, Hashable]
Clause = frozenset[Literal]


def denied(literal: Literal) -> Literal:
    """The opposite literal."""
    return not literal[0], literal[1]


def satisfiable(clauses: Iterable[Clause]) -> bool:
    """Whether some assignment makes at least one literal of every clause true."""
    left = list(clauses)
    while unit := next((clause for clause in left if len(clause) == 1), None):
        left = _assume(left, *unit)
    if not left:
        return True
    if not all(left):
        return False
    literal = min(left[0], key=repr)
    return satisfiable(_assume(left, literal)) or satisfiable(_assume(left, denied(literal)))


def entails(clauses: Iterable[Clause], claim: Literal) -> bool:
    """Whether `claim` is true in every assignment that satisfies `clauses`."""
    return not satisfiable([*clauses, frozenset({denied(claim)})])


def _assume(clauses: list[Clause], literal: Literal) -> list[Clause]:
    """The clauses that `literal` leaves: satisfied ones go, its denial is struck out of the others."""
    opposite = denied(literal)
    return [clause - {opposite} for clause in clauses if literal not in clause]
