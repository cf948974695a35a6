"""Solvers: independent verifiers (V2) that read an item's rendered English and decide each option.

Invariant: nothing here imports generators; input is one question and one option, as a reader would get them. They are
written against docs/TEMPLATES.md.
"""

from __future__ import annotations

from solvers import (
    deduction_chain,
    deduction_class,
    induction_sequence,
    induction_string,
    quantity_clock,
    quantity_ledger,
    relations_order,
    relations_sets,
    spatial_layout,
    spatial_walk,
    tracking_places,
    tracking_swap,
)
from solvers.offers import ChoiceOffers
from solvers.text import Solver, Unreadable

SOLVERS: tuple[Solver, ...] = (
    deduction_chain.SOLVER,
    deduction_class.SOLVER,
    quantity_ledger.SOLVER,
    quantity_clock.SOLVER,
    tracking_places.SOLVER,
    tracking_swap.SOLVER,
    spatial_walk.SOLVER,
    spatial_layout.SOLVER,
    induction_string.SOLVER,
    induction_sequence.SOLVER,
    relations_order.SOLVER,
    relations_sets.SOLVER,
)


def solver_for(question: str) -> Solver:
    """The solver whose family asks this kind of question. Raises Unreadable if there is none."""
    for solver in SOLVERS:
        found = list(solver.opening.finditer(question))
        if found and found[-1].end() == len(question):
            return solver
    raise Unreadable("the last sentence is not a question of the template document")


def judge(question: str, option: str) -> bool:
    """Whether `option` answers `question`, by the text alone. Raises Unreadable."""
    return solver_for(question).decide(question, option)


__all__ = ["SOLVERS", "ChoiceOffers", "Solver", "Unreadable", "judge", "solver_for"]
