"""Kernel: what stands around the mentions of an option, with the words of the question's last sentence masked as Q.

Each option is described by the word n-grams in windows around its mentions in the text: the mentioned word becomes X,
words of the last sentence become Q, numbers become 0, the other options' words O. A linear classifier per category,
trained on the train items of that category, says how much each such context speaks for an option.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.svm import LinearSVC  # type: ignore[import-untyped]

from baselines.questions import LABELS, Example, Inputs, Question
from baselines.systems.contract import Fit

WINDOW, LONGEST = 5, 3
COSTS = (0.01, 0.1, 1.0)
DIGITS = 6
_TOKEN = re.compile(r"[A-Za-z0-9]+|[.?]")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Linear:
    """One category: which column each context has, and the weights."""

    columns: dict[str, int]
    classifier: LinearSVC

    def scores(self, question: Question) -> list[float]:
        rows = _matrix(contexts(question), self.columns)
        return [round(float(score), DIGITS) for score in self.classifier.decision_function(rows)]


def contexts(question: Question) -> list[dict[str, int]]:
    """For each option the counts of masked n-grams near its mentions; those near the last are counted apart, too."""
    text = _TOKEN.findall(question.text)
    last = max((place for place, token in enumerate(text[:-1]) if token in ".?"), default=-1) + 1
    asked = set(text[last:])
    options = [set(_TOKEN.findall(option)) for option in question.options]
    shared = set.intersection(*options)
    found: list[dict[str, int]] = []
    for own in options:
        others = set.union(*options) - own
        masked = [_masked(token, own - shared, others, asked) for token in text]
        found.append(dict(_near(masked)))
    return found


def _masked(token: str, own: set[str], others: set[str], asked: set[str]) -> str:
    if token in own:
        return "X"
    if token in others:
        return "O"
    if token in asked and token not in ".?":
        return "Q"
    return "0" if token.isdigit() else token


def _near(masked: Sequence[str]) -> Counter[str]:
    counts: Counter[str] = Counter({"an option": 1})
    mentions = [place for place, token in enumerate(masked) if token == "X"]
    for number, place in enumerate(mentions):
        window = masked[max(0, place - WINDOW) : place + WINDOW + 1]
        latest = number == len(mentions) - 1
        for size in range(1, LONGEST + 1):
            for start in range(len(window) - size + 1):
                gram = " ".join(window[start : start + size])
                counts[gram] += 1
                if latest:
                    counts[f"last: {gram}"] += 1
    return counts


def fit(inputs: Inputs, seed: int) -> Fit:
    """One cost for all categories, chosen by the right answers on validation (the smaller among equals)."""
    candidates = [_trained(inputs.train, cost, seed) for cost in COSTS]
    right = [sum(_choose(models, e.question) == e.label for e in inputs.validation) for models in candidates]
    best = right.index(max(right))
    chosen = candidates[best]
    columns = sum(len(model.columns) for model in chosen.values())
    return Fit(
        choose=lambda question: _choose(chosen, question),
        settings={"cost_percent": int(COSTS[best] * 100), "window": WINDOW, "longest_gram": LONGEST},
        configurations=len(COSTS),
        features=columns,
        parameters=columns + len(chosen),
        explain=lambda: [line for category, model in chosen.items() for line in _explain(category, model)],
    )


def _trained(train: Sequence[Example], cost: float, seed: int) -> dict[str, _Linear]:
    models: dict[str, _Linear] = {}
    for category in sorted({example.question.category for example in train}):
        examples = [example for example in train if example.question.category == category]
        rows = [row for example in examples for row in contexts(example.question)]
        answers = [int(letter == example.label) for example in examples for letter in LABELS]
        names = sorted({name for row in rows for name in row})
        columns = {name: place for place, name in enumerate(names)}
        classifier = LinearSVC(C=cost, random_state=seed, max_iter=20_000, class_weight="balanced", dual=True)
        classifier.fit(_matrix(rows, columns), answers)
        models[category] = _Linear(columns=columns, classifier=classifier)
    return models


def _matrix(rows: Sequence[dict[str, int]], columns: dict[str, int]) -> csr_matrix:
    """Counts with 32-bit indices, which is what the classifier takes; contexts that train never had are left out."""
    known = [[(columns[name], n) for name, n in sorted(row.items()) if name in columns] for row in rows]
    ends = np.cumsum([0, *map(len, known)], dtype=np.int32)
    places = np.array([place for row in known for place, _ in row], dtype=np.int32)
    counts = np.array([n for row in known for _, n in row], dtype=np.float64)
    return csr_matrix((counts, places, ends), shape=(len(rows), len(columns)))


def _choose(models: dict[str, _Linear], question: Question) -> str:
    """The option with the highest score, the first letter among equals; A where the category was not in train."""
    model = models.get(question.category)
    scores = model.scores(question) if model else [0.0]
    return LABELS[scores.index(max(scores))]


def _explain(category: str, model: _Linear) -> list[str]:
    weights = zip(model.classifier.coef_[0], model.columns, strict=True)
    ranked = sorted(weights, reverse=True)
    return [f"{category} {weight:+.3f} {name}" for weight, name in (*ranked[:5], *ranked[-5:])]
