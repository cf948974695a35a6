"""Shallow cues of an option, as ranks among its three rivals: nothing here understands a sentence.

Every feature is an integer: the number of rivals with a smaller value, doubled, plus the number of equal rivals (0 to
6). A rank cannot carry the meaning of a word or a number from one item to the next, only its place in the crowd.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from baselines.questions import Question

_TOKEN = re.compile(r"[a-z0-9]+")
Cue = Callable[[list[str], list[str]], int]
"""(tokens of the option, tokens of the question) -> a value."""


def _numbers(option: list[str]) -> list[int]:
    return [int(token) for token in option if token.isdigit()]


def _places(option: list[str], text: list[str]) -> list[int]:
    wanted = set(option)
    return [place for place, token in enumerate(text) if token in wanted]


CUES: dict[str, Cue] = {
    "length": lambda option, text: len("".join(option)),
    "words": lambda option, text: len(option),
    "mentions": lambda option, text: len(_places(option, text)),
    "mentions of the first word": lambda option, text: text.count(option[0]),
    "mentions of the last word": lambda option, text: text.count(option[-1]),
    "first mention": lambda option, text: min(_places(option, text), default=len(text)),
    "last mention": lambda option, text: max(_places(option, text), default=-1),
    "words mentioned": lambda option, text: len(set(option) & set(text)),
    "sum of numbers": lambda option, text: sum(_numbers(option)),
    "first number": lambda option, text: next(iter(_numbers(option)), 0),
    "sum of digits": lambda option, text: sum(int(mark) for mark in "".join(option) if mark.isdigit()),
    "parity": lambda option, text: sum(_numbers(option)) % 2,
}


def ranks(values: Sequence[int]) -> list[int]:
    """For each value: twice the number of smaller ones plus the number of other equal ones."""
    return [2 * sum(other < value for other in values) + values.count(value) - 1 for value in map(int, values)]


def features(question: Question) -> list[list[int]]:
    """One row per option: the rank on every cue, on alphabetical order, and on closeness to the other options."""
    text = _TOKEN.findall(question.text.lower())
    options = [_TOKEN.findall(option.lower()) or [""] for option in question.options]
    columns = [ranks([cue(option, text) for option in options]) for cue in CUES.values()]
    alphabet = sorted(question.options)
    columns.append(ranks([alphabet.index(option) for option in question.options]))
    columns.append(ranks([_closeness(option, options) for option in options]))
    return [list(row) for row in zip(*columns, strict=True)]


NAMES = (*CUES, "alphabetical order", "closeness to the others")


def _closeness(option: list[str], options: Sequence[list[str]]) -> int:
    """Shared letters and digits at equal places, over all options: the centre of the crowd is largest."""
    own = " ".join(option)
    return sum(a == b for other in options for a, b in zip(own, " ".join(other), strict=False))
