"""Markov: a count model of train text with a recency cache; the answer is the option that would most likely be read
next.

Train questions followed by their right answers give word counts up to 4-grams, interpolated by Witten-Bell weights; a
cache adds the words of the question itself, later ones more. Each option is scored as the continuation of the
question, per token.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from baselines.questions import LABELS, Example, Inputs, Question
from baselines.systems.contract import Fit

ORDER = 4
CACHE_WEIGHTS, DECAYS = (0, 20, 50), (90, 98)
"""Per cent: how much the cache counts, and how much of a word's weight is left one word later."""
_TOKEN = re.compile(r"[A-Za-z]+|[0-9]|[.?]")


@dataclass(kw_only=True, slots=True)
class Counts:
    """How often each token followed each context of up to ORDER - 1 tokens."""

    next: dict[tuple[str, ...], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    total: Counter[tuple[str, ...]] = field(default_factory=Counter)
    vocabulary: set[str] = field(default_factory=set)

    def learn(self, tokens: Sequence[str]) -> None:
        """Count one text."""
        self.vocabulary.update(tokens)
        for place, token in enumerate(tokens):
            for length in range(min(ORDER, place + 1)):
                context = tuple(tokens[place - length : place])
                self.next[context][token] += 1
                self.total[context] += 1

    def probability(self, context: Sequence[str], token: str) -> float:
        """Interpolated over all context lengths, down to an even share among known words and one unknown."""
        found = 1 / (len(self.vocabulary) + 1)
        for length in range(min(ORDER, len(context) + 1)):
            seen = tuple(context[len(context) - length :])
            kinds = len(self.next[seen]) if seen in self.next else 0
            if kinds:
                found = (self.next[seen][token] + kinds * found) / (self.total[seen] + kinds)
        return found


def fit(inputs: Inputs, seed: int) -> Fit:
    """Count train; choose cache weight and decay by the right answers on validation. The seed is not used."""
    counts = Counts()
    for example in inputs.train:
        counts.learn(_tokens(example.question.text) + _tokens(_answer(example)))
    grid = list(product(CACHE_WEIGHTS, DECAYS))
    right = [
        sum(choose(counts, example.question, weight, decay) == example.label for example in inputs.validation)
        for weight, decay in grid
    ]
    weight, decay = grid[right.index(max(right))]
    return Fit(
        choose=lambda question: choose(counts, question, weight, decay),
        settings={"order": ORDER, "cache_percent": weight, "decay_percent": decay},
        configurations=len(grid),
        features=len(counts.next),
        parameters=sum(map(len, counts.next.values())),
        explain=lambda: [f"{len(counts.vocabulary)} words, {len(counts.next)} contexts"],
    )


def choose(counts: Counts, question: Question, weight: int, decay: int) -> str:
    """The option with the highest mean log probability, the first letter among equals (to nine decimals)."""
    text = _tokens(question.text)
    cache: Counter[str] = Counter()
    for age, token in enumerate(reversed(text)):
        cache[token] += round(10**9 * (decay / 100) ** age)
    whole = cache.total()
    scores: list[float] = []
    for option in question.options:
        logs: list[float] = []
        read = text[1 - ORDER :]
        for token in _tokens(option):
            likely = counts.probability(read, token)
            logs.append(math.log((100 - weight) / 100 * likely + weight / 100 * cache[token] / whole + 1e-12))
            read = [*read, token][1 - ORDER :]
        scores.append(round(math.fsum(logs) / max(len(logs), 1), 9))
    return LABELS[scores.index(max(scores))]


def _answer(example: Example) -> str:
    return example.question.options[LABELS.index(example.label)]


def _tokens(text: str) -> list[str]:
    """Words, single digits and final marks."""
    return _TOKEN.findall(text)
