"""BM25 nearest training prompt: the answer letter of the most similar train question, without looking at the options.

Written out because libraries break ties by accident; here a tie goes to the earlier train question, sums are exact
(`math.fsum`), and scores that are neither clearly equal nor clearly different stop the run.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from baselines.questions import Inputs

K1, B = 1.5, 0.75
EQUAL, DIFFERENT = 1e-9, 1e-6
"""Scores within EQUAL of the best tie with it; none may lie between EQUAL and DIFFERENT below it."""


class Index:
    """The weights of every term in every document."""

    def __init__(self, documents: Sequence[str]) -> None:
        counts = [Counter(tokens(text)) for text in documents]
        lengths = [count.total() for count in counts]
        average = sum(lengths) / len(lengths)
        frequency = Counter(term for count in counts for term in count)
        self.size = len(documents)
        self.weights: dict[str, list[tuple[int, float]]] = {term: [] for term in frequency}
        for number, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for term, n in count.items():
                rarity = math.log(1 + (self.size - frequency[term] + 0.5) / (frequency[term] + 0.5))
                saturation = n * (K1 + 1) / (n + K1 * (1 - B + B * length / average))
                self.weights[term].append((number, rarity * saturation))

    def scores(self, query: str) -> list[float]:
        """The score of every document; a term that occurs twice in the query counts twice."""
        parts: list[list[float]] = [[] for _ in range(self.size)]
        for term, n in Counter(tokens(query)).items():
            for number, weight in self.weights.get(term, ()):
                parts[number].extend([weight] * n)
        return [math.fsum(part) for part in parts]

    def nearest(self, query: str) -> int:
        """The number of the best document; the lowest among equals. Near-ties raise ArithmeticError."""
        scores = self.scores(query)
        best = max(scores)
        if any(best - DIFFERENT < score < best - EQUAL for score in scores):
            raise ArithmeticError(f"a near-tie that rounding could decide, for the query {query!r}")
        return next(number for number, score in enumerate(scores) if score >= best - EQUAL)


def tokens(text: str) -> list[str]:
    """Runs of letters a to z and digits of the lower-cased text."""
    return re.findall(r"[a-z0-9]+", text.lower())


def predict(inputs: Inputs, seed: int) -> list[str]:
    """The letter of each test question's nearest train question; the seed is not used."""
    index = Index([example.question.text for example in inputs.train])
    return [inputs.train[index.nearest(question.text)].label for question in inputs.test]
