"""One candidate: the instance, its witness and its English, from one stream path.

Invariant: a candidate depends on its path alone; a rejected one is followed by the next number, never by more draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from generators.scheduling.derive import derive
from generators.scheduling.instance import Instance
from generators.scheduling.shape import PREFIX, Cell
from generators.scheduling.witness import Reject, Witness, draw_witness
from generators.scheduling.wording import words
from records import Stream


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """An instance with the schedule that proves it feasible and the text that states it."""

    number: int
    instance: Instance
    witness: Witness
    text: str


def draw(cell: Cell, number: int) -> Draft | Reject:
    """Candidate `number` of a cell."""
    witness = draw_witness(Stream(*cell.path, number, "witness", prefix=PREFIX), cell.params)
    if isinstance(witness, Reject):
        return witness
    instance = derive(Stream(*cell.path, number, "constraints", prefix=PREFIX), cell.params, witness)
    if isinstance(instance, Reject):
        return instance
    return Draft(number=number, instance=instance, witness=witness, text=words(instance))
