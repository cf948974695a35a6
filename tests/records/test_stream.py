"""The keyed stream against its published vectors, which the browser runs too."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from records import PREFIX, Stream

TABLE = json.loads((Path(__file__).parents[1] / "cases" / "stream" / "vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = TABLE["vectors"]


def test_there_are_vectors_of_the_released_prefix() -> None:
    assert TABLE["prefix"] == PREFIX
    assert len(VECTORS) >= 5


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: "/".join(map(str, vector["path"])) or "no path")
def test_the_stream_gives_its_vectors(vector: dict[str, Any]) -> None:
    path = vector["path"]
    draws = Stream(*path)
    assert [f"{draws.u64():016x}" for _ in vector["u64"]] == vector["u64"]
    bounded = Stream(*path)
    assert [str(bounded.below(int(row["n"]))) for row in vector["below"]] == [row["result"] for row in vector["below"]]
    assert Stream(*path).shuffled(range(10)) == vector["shuffled_10"]
    assert Stream(*path).sample("abcdefghijklmnopqrstuvwxyz", 3) == vector["sample_3_of_26"]


def test_paths_and_prefixes_separate_streams() -> None:
    first = {Stream(*path).u64() for path in ([], ["a"], ["b"], ["a", "b"], ["ab"], ["a", 1], ["a", 2])}
    assert len(first) == 7
    assert Stream("a").u64() == Stream("a").u64() != Stream("a", prefix="other").u64()


def test_draws_stay_in_their_bounds_and_reach_them() -> None:
    stream = Stream("bounds")
    assert set(Counter(stream.between(-1, 1) for _ in range(200))) == {-1, 0, 1}
    assert stream.choice("x") == "x"
    assert stream.below(1) == 0


def test_impossible_draws_are_refused() -> None:
    stream = Stream("refused")
    for work in (lambda: stream.below(0), lambda: stream.below(2**64 + 1), lambda: stream.sample("ab", 3)):
        with pytest.raises(ValueError, match=r"expected|sample"):
            work()
    with pytest.raises(ValueError, match="separator"):
        Stream("a\x1fb")
