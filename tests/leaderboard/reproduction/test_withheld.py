"""Gold, provenance, generation programs, records and answer files stay outside, wherever and however they lie."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from leaderboard.reproduction import withhold
from leaderboard.reproduction.withheld import named_ids

ROOT = Path(__file__).resolve().parents[3]
CORE = ROOT / "corpora" / "core-v0.1"
GOLD = (CORE / "test.gold.jsonl").read_bytes()
PROGRAM = (ROOT / "generators" / "families" / "q_clock.py").read_bytes()


@pytest.fixture
def outside(source, own):
    """The paths that are withheld of these files."""
    return lambda files: [one.path for one in withhold(source(files), own, "predictions.json")]


def test_answers_are_found_under_any_name_packed_or_not(outside):
    wide = GOLD.decode().encode("utf-16")
    files = {"a.txt": GOLD, "b.gz": gzip.compress(GOLD), "c.bin": b"\x00\xff" + GOLD, "d.txt": wide}
    assert outside(files) == sorted(files)


def test_forty_nine_ids_are_a_discussion_and_fifty_an_answer_file(outside, suite):
    ids = [item.id for item in suite.items]
    assert outside({"few.md": "\n".join(ids[:49])}) == []
    assert outside({"many.md": "\n".join(ids[:50])}) == ["many.md"]
    assert outside({"one.md": f"{ids[0]}\n" * 900}) == []


def test_ids_inside_longer_words_and_unknown_ids_do_not_count(suite):
    ids = frozenset(item.id for item in suite.items)
    assert named_ids(b"nb1-te-ded-1-999 nb1-tr-ded-1-000", ids) == frozenset()
    assert named_ids(json.dumps(sorted(ids)).encode(), ids) == ids
    assert named_ids(json.dumps(sorted(ids)).upper().encode(), ids) == ids
    assert named_ids(b"", frozenset({"a"})) == frozenset()


def test_answers_in_small_pieces_are_answers(outside, suite):
    ids = [item.id for item in suite.items]
    pieces = {f"p{start}.txt": "\n".join(ids[start : start + 9]) for start in range(0, 54, 9)}
    assert outside({**pieces, "other.txt": "nothing"}) == sorted(pieces)
    assert outside({name: pieces[name] for name in sorted(pieces)[:5]}) == []


def test_the_benchmarks_own_programs_are_known_by_their_bytes(outside):
    assert outside({"lib/mine.py": PROGRAM, "lib/other.py": PROGRAM + b"\n"}) == ["lib/mine.py"]


def test_names_of_secret_files_are_withheld_whatever_they_hold(outside):
    assert outside({"x/test.gold.jsonl": b"", "Provenance.JSONL": b"", "y/test.gold.jsonl.gz": b""}) == [
        "Provenance.JSONL",
        "x/test.gold.jsonl",
        "y/test.gold.jsonl.gz",
    ]


def test_a_copy_of_the_benchmark_loses_its_secrets_and_keeps_its_programs(outside):
    inside = ("generators/x.py", "leaderboard/records/core-v0.1/a.json", "leaderboard/decisions.jsonl", "tests/t.py")
    files = {f"vendor/Bench/{name}": b"x" for name in (*inside, "baselines/y.py", "leaderboard/state.py")}
    corpus = "vendor/Bench/corpora/core-v0.1/manifest.json"
    assert outside(files) == []
    assert outside({**files, corpus: b"{}"}) == sorted([corpus, *(f"vendor/Bench/{name}" for name in inside)])


def test_folders_of_these_names_elsewhere_are_the_submitters_own(outside):
    assert outside({"generators/mine.py": b"x", "tests/mine.py": b"x", "corpora/other/a.json": b"x"}) == []


def test_old_predictions_never_stand_where_new_ones_are_written(outside, source, own):
    assert outside({"predictions.json": b"[]"}) == ["predictions.json"]
    (one,) = withhold(source({"out/p.json": b"[]"}), own, "out/p.json")
    assert one.reason == "stands where the predictions are written"
