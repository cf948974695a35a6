"""Rules every set of four options keeps, and the parallelogram of numbers.

Invariant: two options never look the same after normalisation; in a parallelogram the gold sits at a uniformly random
corner, so that neither its size nor its distance to the others tells it apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from records import Stream

SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def normal(option: str) -> str:
    """The key under which options must differ: NFKC, casefold, single spaces, integers without leading zeros."""
    words = unicodedata.normalize("NFKC", option).casefold().split()
    return " ".join(str(int(word)) if word.isdecimal() else word for word in words)


def distinct(options: Sequence[str]) -> bool:
    """True if all options differ after `normal`."""
    return len({normal(option): None for option in options}) == len(options)


def parallelogram(gold: int, slips: tuple[int, int], signs: tuple[int, int]) -> tuple[int, int, int]:
    """The three other corners: two are one slip away from `gold`, the last is two slips away."""
    first, second = slips[0] * signs[0], slips[1] * signs[1]
    return gold + first, gold + second, gold + first + second


def draw_signs(stream: Stream) -> tuple[int, int]:
    """Which corner the gold takes; drawn before anything that can reject the candidate."""
    return stream.choice(SIGNS)
