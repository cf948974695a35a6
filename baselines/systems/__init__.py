"""Systems: the maintainer-run systems, from an artefact meter to a learner of sentence patterns and operators.

Invariant: a system sees train, validation and one label-free test question at a time, through `baselines.questions`.
Modules are imported when they are run, so that the launch controls need nothing but Python.
"""

from __future__ import annotations

import importlib
from typing import cast

from baselines.questions import Inputs
from baselines.systems.contract import ABSTAIN, Fit, Outcome, System
from baselines.systems.contract import run as _run

SYSTEMS: dict[str, str] = {
    "trees": "boosted trees on shallow option ranks: the artefact meter",
    "kernel": "linear classifier on masked context n-grams around option mentions",
    "markov": "interpolated 4-gram counts with a recency cache",
    "template": "the authored text solvers, run as a model",
    "induced": "sentence patterns and operators induced from train",
}
"""name -> one line about it; each is the module or package of that name here."""


def run(name: str, inputs: Inputs, seed: int) -> Outcome:
    """Fit and run one system. Raises ModuleNotFoundError where libraries of baselines/requirements.txt are missing."""
    module = cast(System, importlib.import_module(f"baselines.systems.{name}"))
    return _run(name, module, inputs, seed)


__all__ = ["ABSTAIN", "SYSTEMS", "Fit", "Outcome", "System", "run"]
