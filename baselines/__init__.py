"""Baselines: the launch controls, programs that see train, validation and label-free test questions, nothing else.

Invariant: no gold, no provenance, no generation program is read or imported here.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines import bm25, majority, random_choice
from baselines.predictions import prediction_bytes, save
from baselines.questions import Example, Inputs, Question, load

CONTROLS: dict[str, Callable[[Inputs, int], list[str]]] = {
    "random": random_choice.predict,
    "majority": majority.predict,
    "bm25": bm25.predict,
}
"""name -> (inputs, seed) -> one label per test question."""

__all__ = ["CONTROLS", "Example", "Inputs", "Question", "load", "prediction_bytes", "save"]
