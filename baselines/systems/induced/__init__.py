"""Induced: sentence patterns found by alignment, an operator for each found by search, answers by running them.

No sentence, pattern, category or family of the suite is written here. What is given is a generic library of kinds of
reasoning (one module each: cells, groups, orders, implications, word edits, sequences, walks, amounts, spans) and a
search that finds out from right answers which kind a group of questions needs and what each sentence pattern does in
it.
"""

from __future__ import annotations

from baselines.questions import Inputs
from baselines.systems.contract import Fit
from baselines.systems.induced.explain import explain
from baselines.systems.induced.model import ENGINES, induce


def fit(inputs: Inputs, seed: int) -> Fit:
    """Induce on train; validation decides for each group whether inexact answers are given or withheld."""
    model = induce(inputs.train, inputs.validation, seed)
    understood = [group for group in model.groups if group.engine is not None]
    return Fit(
        choose=model.choose,
        settings={
            "engines": [engine.name for engine in ENGINES],
            "groups": len(model.groups),
            "groups_understood": len(understood),
            "groups_that_guess": sum(group.guess for group in understood),
        },
        configurations=sum(group.tried for group in model.groups),
        features=len({key for group in understood for key in group.program}),
        parameters=sum(len(group.program) for group in understood) + len(model.reader.constants),
        explain=lambda: explain(model),
    )


__all__ = ["fit"]
