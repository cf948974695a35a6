"""What a maintainer-run system is to the command line, and the run that writes its own account of itself.

Invariant: a system is fitted on train, chooses among configurations by validation, and then answers one label-free
question at a time; nothing that it returns can depend on the other test questions or their order.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from baselines.questions import Example, Inputs, Question
from records import JsonValue

ABSTAIN = "ABSTAIN"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """A fitted system and what its disclosure must say of it."""

    choose: Callable[[Question], str]
    """question -> A, B, C, D or ABSTAIN."""
    settings: dict[str, JsonValue]
    """The configuration in use."""
    configurations: int
    """How many configurations (or programs) were compared on train or validation before this one."""
    features: int
    """Distinct features that the system looks at; 0 where the word means nothing."""
    parameters: int
    """Numbers (or operators) fitted to data and kept."""
    explain: Callable[[], list[str]]
    """What was learned, in lines for a reader."""


class System(Protocol):
    """A module `baselines.systems.NAME`."""

    def fit(self, inputs: Inputs, seed: int) -> Fit:
        """Fit on `inputs.train`, choose by `inputs.validation`. `inputs.test` must not be touched."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """A run: one label per test question in file order, the report, and the explanation."""

    labels: list[str]
    report: dict[str, JsonValue]
    explanation: list[str]


def run(name: str, system: System, inputs: Inputs, seed: int) -> Outcome:
    """Fit, score validation, answer the test questions; times are integer milliseconds of wall time."""
    started = time.monotonic_ns()
    blind = Inputs(train=inputs.train, validation=inputs.validation, test=())
    fit = system.fit(blind, seed)
    fitted = time.monotonic_ns()
    validation = _counts(fit, inputs.validation)
    judged = time.monotonic_ns()
    labels = [fit.choose(question) for question in inputs.test]
    answered = time.monotonic_ns()
    report: dict[str, JsonValue] = {
        "schema": "nnai-system-report/1",
        "system": name,
        "seed": seed,
        "settings": fit.settings,
        "configurations_tried": fit.configurations,
        "features": fit.features,
        "parameters": fit.parameters,
        "fit_ms": (fitted - started) // 1_000_000,
        "validation_ms": (judged - fitted) // 1_000_000,
        "inference_ms": (answered - judged) // 1_000_000,
        "validation": validation,
        "test_labels": dict(sorted(Counter(labels).items())),
    }
    return Outcome(labels=labels, report=report, explanation=fit.explain())


def _counts(fit: Fit, examples: tuple[Example, ...]) -> list[JsonValue]:
    """Correct, answered and total per category and tier, in order of first appearance."""
    cells: dict[tuple[str, int], Counter[str]] = {}
    for example in examples:
        label = fit.choose(example.question)
        cell = cells.setdefault((example.question.category, example.question.tier), Counter())
        cell.update(total=1, answered=label != ABSTAIN, correct=label == example.label)
    return [
        {"category": category, "tier": tier, **{key: cell[key] for key in ("correct", "answered", "total")}}
        for (category, tier), cell in cells.items()
    ]
