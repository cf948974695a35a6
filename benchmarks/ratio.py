"""How a ratio is measured and printed. Invariant: the two sides alternate, so that a slow moment hits both."""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Ratio:
    """One figure: what was measured, against what, the ratio, and the limit the issue sets (None: informative)."""

    name: str
    against: str
    value: float
    limit: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the limit is kept; an informative figure always holds."""
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"   limit {self.limit:g}   {'ok' if self.holds else 'OVER'}"
        return f"{self.value:8.2f} x  {self.name}  /  {self.against}{limit}"


def seconds(call: Callable[[], object]) -> float:
    """Wall time of one call, with the garbage collector quiet."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        call()
        return time.perf_counter() - start
    finally:
        gc.enable()


def alternate(measured: Callable[[], object], base: Callable[[], object], rounds: int = 9) -> float:
    """Median time of `measured` over median time of `base`, taken in turn; one untimed round first."""
    measured(), base()
    pairs = [(seconds(measured), seconds(base)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)


def report(*ratios: Ratio) -> int:
    """Print the figures; 1 when any limit is broken."""
    for ratio in ratios:
        sys.stdout.write(f"{ratio}\n")
    sys.stdout.flush()
    return 0 if all(ratio.holds for ratio in ratios) else 1
