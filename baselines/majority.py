"""Training-label majority: the most frequent letter of train for every question; the alphabet breaks ties."""

from __future__ import annotations

from baselines.questions import LABELS, Inputs


def predict(inputs: Inputs, seed: int) -> list[str]:
    """The same letter for each test question; the seed is not used."""
    labels = [example.label for example in inputs.train]
    winner = max(LABELS, key=lambda letter: (labels.count(letter), -LABELS.index(letter)))
    return [winner] * len(inputs.test)
