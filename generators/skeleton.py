"""Skeletons: an item's question with names, numbers and words of the lexicon replaced by variables.

Invariant: two questions share a skeleton exactly if renaming makes them equal. It is published to show how little the
exact-text check promises, never used to choose items.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generators.cell import Item
from generators.lexicon import (
    ADJECTIVES,
    CLASSES,
    COLOURS,
    CONTAINERS,
    COUNTED,
    LANDMARKS,
    NAMES,
    OBJECTS,
    PLACES,
    WEEKDAYS,
)
from generators.shape import CATEGORIES

_KINDS = {
    "N": NAMES,
    "A": ADJECTIVES,
    "P": PLACES,
    "O": OBJECTS,
    "C": CONTAINERS,
    "T": COUNTED,
    "K": CLASSES,
    "L": LANDMARKS,
    "R": COLOURS,
    "D": WEEKDAYS,
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words}
_TOKEN = re.compile(r"[A-Za-z]+|[0-9]+")


def skeleton(question: str, *, words_are_free: bool) -> str:
    """The canonical form under renaming; `words_are_free`: the words after "turn", "turns" and "into" count too."""
    names: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        token = match.group()
        before = question[: match.start()].rsplit(" ", 2)[-2:-1]
        free = words_are_free and before in (["turns"], ["into"], ["turn"])
        kind = "W" if free else "#" if token.isdecimal() else _KIND_OF.get(token, "")
        return names.setdefault(token, f"{kind}{len(names)}") if kind else token

    return _TOKEN.sub(rename, question)


def overlap(items: Iterable[Item]) -> dict[str, int]:
    """Per category: how many test items have a skeleton that occurs in train."""
    seen: dict[str, None] = {}
    hits = dict.fromkeys(CATEGORIES, 0)
    for item in items:
        form = skeleton(item.question, words_are_free=item.cell.category == "induction")
        if item.cell.split == "train":
            seen[form] = None
        elif item.cell.split == "test" and form in seen:
            hits[item.cell.category] += 1
    return hits
