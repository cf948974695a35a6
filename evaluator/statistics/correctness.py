"""Which items a system got right, as one integer: bit i is 1 where item i of the suite is right.

Invariant: an item without an answer is a wrong item here ("ABSTAIN = wrong in all tests"), so every vector of a suite
covers the same items and pairs can be compared with two machine operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def correctness(labels: Sequence[str], gold: Sequence[str]) -> int:
    """Return the bit vector of `labels` against `gold`, both in suite order and of one length.

    A str of one-letter labels serves as well as a list. Raises ValueError when the lengths differ.
    """
    if len(labels) != len(gold):
        raise ValueError(f"expected one label for each of {len(gold)} items, got {len(labels)}")
    return bits(label == answer for label, answer in zip(labels, gold, strict=True))


def bits(flags: Iterable[bool]) -> int:
    """Return the integer whose bit i is the i-th of `flags`; for suites whose items are right by another rule."""
    text = "".join("1" if flag else "0" for flag in flags)
    return int(text[::-1] or "0", 2)


def discordant(first: int, second: int) -> tuple[int, int]:
    """Return (b, c): items right only in `first`, and items right only in `second`."""
    return (first & ~second).bit_count(), (second & ~first).bit_count()
