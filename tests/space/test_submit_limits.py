"""Sliding windows: how many calls, how long to wait, how much memory."""

from __future__ import annotations

from space import submit_limits
from space.submit_limits import Rate, Window


class Clock:
    """Seconds that only a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_window_lets_its_calls_through_and_says_how_long_to_wait() -> None:
    clock = Clock()
    window = Window(Rate(calls=2, seconds=10), clock)
    assert [window.take("a"), window.take("a"), window.take("a")] == [0, 0, 10]
    clock.now = 9.5
    assert window.take("a") == 1
    clock.now = 10.0
    assert window.take("a") == 0


def test_keys_do_not_share_a_window_and_asking_does_not_count() -> None:
    window = Window(Rate(calls=1, seconds=10), Clock())
    assert window.take("a") == 0
    assert [window.wait("b"), window.wait("b"), window.take("b")] == [0, 0, 0]


def test_many_names_do_not_grow_the_memory() -> None:
    window = Window(Rate(calls=1, seconds=10), Clock())
    for number in range(submit_limits.MOST_KEYS + 10):
        window.take(str(number))
    assert len(window._calls) == submit_limits.MOST_KEYS
