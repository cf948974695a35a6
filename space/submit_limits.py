"""How often one visitor, and everybody together, may call the submit handler.

Invariant: bounded memory whoever calls; a refusal says how many seconds to wait; the clock is an argument.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

MOST_KEYS = 4096


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """At most `calls` in any `seconds`."""

    calls: int
    seconds: float


EVERYBODY = Rate(calls=120, seconds=60)
ATTEMPTS = Rate(calls=40, seconds=300)
OPENED = Rate(calls=20, seconds=3600)


class Window:
    """Counts calls per key in a sliding window; the keys heard of least recently are forgotten first."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._lock = threading.Lock()
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, key: str) -> int:
        """Seconds until `key` may call; 0 when it may now. Does not count."""
        with self._lock:
            return self._wait(key, self._clock())

    def take(self, key: str) -> int:
        """Count a call of `key` and return 0, or return the seconds to wait without counting."""
        with self._lock:
            now = self._clock()
            seconds = self._wait(key, now)
            if seconds == 0:
                self._calls.setdefault(key, deque()).append(now)
                self._calls.move_to_end(key)
                while len(self._calls) > MOST_KEYS:
                    self._calls.popitem(last=False)
            return seconds

    def _wait(self, key: str, now: float) -> int:
        calls = self._calls.get(key)
        while calls and calls[0] <= now - self._rate.seconds:
            calls.popleft()
        if not calls or len(calls) < self._rate.calls:
            return 0
        return max(1, math.ceil(calls[0] + self._rate.seconds - now))


class Limits:
    """The three windows of the submit handler: everybody's calls, one visitor's calls, one visitor's pull requests."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.everybody = Window(EVERYBODY, clock)
        self.attempts = Window(ATTEMPTS, clock)
        self.opened = Window(OPENED, clock)
