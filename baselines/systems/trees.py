"""Trees: gradient-boosted decision trees on shallow option ranks. An artefact meter: what surface cues alone can buy.

One classifier for all categories says for each option whether it is the right one; the most probable option is the
answer, the first letter among equals. The category is a feature, so that cues may count differently in each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier  # type: ignore[import-untyped]

from baselines.questions import LABELS, Example, Inputs, Question
from baselines.systems.contract import Fit
from baselines.systems.shallow import NAMES, features

ROUNDS, DEPTHS, RATE = (50, 150), (2, 3), 0.1
DIGITS = 9
"""Decimals at which two probabilities count as equal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Trees:
    model: GradientBoostingClassifier
    categories: tuple[str, ...]

    def choose(self, question: Question) -> str:
        scores = [round(float(p), DIGITS) for p in self.model.predict_proba(_rows([question], self.categories))[:, 1]]
        return LABELS[scores.index(max(scores))]


def fit(inputs: Inputs, seed: int) -> Fit:
    """Fit every configuration on train, keep the one with the most right answers on validation (the smaller among
    equals).
    """
    categories = tuple(sorted({example.question.category for example in inputs.train}))
    grid = list(product(ROUNDS, DEPTHS))
    candidates = [_trained(inputs.train, categories, rounds, depth, seed) for rounds, depth in grid]
    right = [sum(model.choose(e.question) == e.label for e in inputs.validation) for model in candidates]
    best = right.index(max(right))
    chosen = candidates[best]
    nodes = sum(int(tree.tree_.node_count) for tree in chosen.model.estimators_[:, 0])
    return Fit(
        choose=chosen.choose,
        settings={"rounds": grid[best][0], "depth": grid[best][1], "learning_rate_percent": int(RATE * 100)},
        configurations=len(grid),
        features=len(NAMES) + len(categories),
        parameters=nodes,
        explain=lambda: _explain(chosen),
    )


def _trained(train: Sequence[Example], categories: tuple[str, ...], rounds: int, depth: int, seed: int) -> _Trees:
    model = GradientBoostingClassifier(
        n_estimators=rounds, max_depth=depth, learning_rate=RATE, random_state=seed, min_samples_leaf=20
    )
    answers = [int(letter == example.label) for example in train for letter in LABELS]
    model.fit(_rows([example.question for example in train], categories), np.array(answers))
    return _Trees(model=model, categories=categories)


def _rows(questions: Sequence[Question], categories: tuple[str, ...]) -> np.ndarray:
    """Four rows a question, options in letter order."""
    return np.array(
        [
            [*row, *(int(question.category == category) for category in categories)]
            for question in questions
            for row in features(question)
        ],
        dtype=np.float32,
    )


def _explain(trees: _Trees) -> list[str]:
    names = (*NAMES, *trees.categories)
    weights = sorted(zip(trees.model.feature_importances_, names, strict=True), reverse=True)
    return [f"{weight:.3f} {name}" for weight, name in weights]
