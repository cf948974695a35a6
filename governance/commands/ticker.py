"""Progress of long work on standard error: one line that moves on a terminal, plain lines elsewhere.

Invariant: says counts, times and fixed words only; nothing of a corpus is ever part of it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

PLAIN_SECONDS = 15
"""Elsewhere than on a terminal a line is written at the start, at the end, and not more often than this between."""


@dataclass(kw_only=True, slots=True)
class Ticker:
    """Tells done, left and elapsed of `unit`; `stream` is where to, `clock` gives seconds."""

    unit: str
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    clock: Callable[[], float] = time.monotonic
    _started: float | None = None
    _said: float = 0.0

    def __call__(self, done: int, total: int, what: str) -> None:
        """Tell that `done` of `total` are done, the last of them as `what` says."""
        now = self.clock()
        if self._started is None:
            self._started = now
        line = f"{done} {self.unit} done, {total - done} left, {_duration(now - self._started)} elapsed"
        line += f", the last {what}" if what else ""
        if self.stream.isatty():
            self.stream.write(f"\r\x1b[K{line}" + ("\n" if done == total else ""))
        elif done in (0, total) or now - self._said >= PLAIN_SECONDS:
            self.stream.write(f"{line}\n")
            self._said = now
        self.stream.flush()


def _duration(elapsed: float) -> str:
    minutes, seconds = divmod(int(elapsed), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
