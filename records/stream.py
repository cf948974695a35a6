"""The keyed SHA-256 stream: the only source of randomness of generators, controls and resampling.

    key   = SHA256(prefix, part1, part2, …  joined by U+001F)
    block = SHA256(key, uint64_be(counter))          counter = 0, 1, …; four big-endian 64-bit draws a block

Two different paths give independent streams; a retried candidate is the next candidate number, never "keep drawing".
Published vectors pin it in Python and in JavaScript (tests/cases/stream/vectors.json).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
PREFIX = "nnai-bench-0.1"
_SEPARATOR = "\x1f"


class Stream:
    """Draws of one path. Not thread-safe; make one stream per purpose."""

    def __init__(self, *path: str | int, prefix: str = PREFIX) -> None:
        parts = [prefix, *(str(part) for part in path)]
        if any(_SEPARATOR in part for part in parts):
            raise ValueError("a path part holds the separator U+001F")
        self._key = hashlib.sha256(_SEPARATOR.join(parts).encode("utf-8")).digest()
        self._counter = 0
        self._ready: list[int] = []

    def u64(self) -> int:
        """The next draw, 0 ≤ x < 2^64."""
        if not self._ready:
            block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._ready = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
        return self._ready.pop()

    def below(self, n: int) -> int:
        """A uniform integer, 0 ≤ x < n, by rejection (no modulo bias)."""
        if not 0 < n <= 2**64:
            raise ValueError(f"below({n}): 1 to 2^64 is expected")
        limit = 2**64 - 2**64 % n
        while (draw := self.u64()) >= limit:
            pass
        return draw % n

    def between(self, low: int, high: int) -> int:
        """A uniform integer, low ≤ x ≤ high."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One element, uniformly."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list in uniformly random order (Fisher-Yates from the end)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """The first k of a shuffle."""
        if not 0 <= k <= len(items):
            raise ValueError(f"sample of {k} from {len(items)}")
        return self.shuffled(items)[:k]
