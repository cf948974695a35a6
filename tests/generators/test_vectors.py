"""The published vectors of the keyed stream."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from records import PREFIX, Stream

FILE = Path(__file__).resolve().parent.parent / "cases" / "stream" / "vectors.json"
VECTORS = json.loads(FILE.read_bytes())


def test_the_file_belongs_to_this_suite() -> None:
    assert (VECTORS["schema"], VECTORS["prefix"], len(VECTORS["vectors"])) == ("nnai-stream-vectors/1", PREFIX, 11)


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: "/".join(map(str, vector["path"])) or "empty")
def test_the_stream_gives_the_published_draws(vector: dict[str, Any]) -> None:
    path = vector["path"]
    stream = Stream(*path)
    assert [f"{stream.u64():016x}" for _ in vector["u64"]] == vector["u64"]
    assert Stream(*path).shuffled(range(10)) == vector["shuffled_10"]
    assert Stream(*path).sample("abcdefghijklmnopqrstuvwxyz", 3) == vector["sample_3_of_26"]


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: "/".join(map(str, vector["path"])) or "empty")
def test_bounded_draws_follow_each_other_on_one_stream(vector: dict[str, Any]) -> None:
    stream = Stream(*vector["path"])
    for call in vector["below"]:
        assert stream.below(int(call["n"])) == int(call["result"])
