"""Digests and keyed draws in the browser equal Python's."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "cases" / "stream" / "vectors.json"


def test_platform_and_fallback_digest_equal_hashlib(node: Callable[..., Any]) -> None:
    data = [bytes(i % 251 for i in range(size)) for size in (0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 70_000)]
    answers = node("digests", documents=[base64.b64encode(item).decode() for item in data])
    assert answers == [[hashlib.sha256(item).hexdigest()] * 2 for item in data]


def test_keyed_draws_equal_the_published_vectors(node: Callable[..., Any]) -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    assert vectors
    assert node("draws", vectors=vectors) == vectors
