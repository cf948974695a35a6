"""Digests and keyed draws in the browser equal Python's."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from records import Stream


def test_platform_and_fallback_digest_equal_hashlib(node: Callable[..., Any]) -> None:
    data = [bytes(i % 251 for i in range(size)) for size in (0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 70_000)]
    answers = node("digests", documents=[base64.b64encode(item).decode() for item in data])
    assert answers == [[hashlib.sha256(item).hexdigest()] * 2 for item in data]


def test_keyed_draws_equal_python(node: Callable[..., Any]) -> None:
    paths, bound, size = [["a"], ["a", "b"], ["résumé", "7"], []], 10**6 + 3, 50
    answers = node("draws", paths=paths, below=bound, size=size)
    for path, answer in zip(paths, answers, strict=True):
        stream = Stream(*path)
        assert answer["raw"] == [str(stream.u64()) for _ in range(9)]
        assert answer["bounded"] == [str(stream.below(bound)) for _ in range(9)]
        assert answer["shuffled"] == stream.shuffled(range(size))
