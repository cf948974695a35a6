"""Parallel solvers (V3): for every family a second verifier of another paradigm than its text solver (V2).

Invariant: a parallel solver shares nothing with the text solver of its family but the cutting of a text into sentences;
its patterns are its own, written against docs/TEMPLATES.md, so that a slip in one of the two shows as a disagreement.
"""

from solvers.parallel import (
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
from solvers.text import Solver

PARALLEL: tuple[Solver, ...] = (
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

__all__ = ["PARALLEL"]
