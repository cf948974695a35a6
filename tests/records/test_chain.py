"""The log: every line holds the digest of the line before it; a torn tail is named, and dropped by the next append."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from records import GENESIS, Busy, Rejected, append, canonical_line, digest, locked, read_chain
from records.chain import MAX_LINE

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "decisions.jsonl"
    for number in range(3):
        append(path, {"note": f"entry {number}"})
    return path


def test_a_missing_log_is_empty(tmp_path: Path) -> None:
    chain = read_chain(tmp_path / "none.jsonl")
    assert (chain.lines, chain.head, chain.torn) == ((), GENESIS, b"")


def test_lines_are_numbered_and_chained(log: Path) -> None:
    chain = read_chain(log)
    assert [line["seq"] for line in chain.lines] == [1, 2, 3]
    assert chain.lines[0]["prev"] == GENESIS
    assert chain.lines[2]["prev"] == digest(canonical_line(chain.lines[1]))
    assert chain.head == digest(canonical_line(chain.lines[2]))


@pytest.mark.parametrize("cut", [1, 2, 40])
def test_a_torn_tail_is_named_and_the_next_append_drops_it(log: Path, cut: int) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole[:-cut])
    torn = read_chain(log)
    assert len(torn.lines) == 2
    assert torn.torn == whole.splitlines(keepends=True)[2][:-cut]
    append(log, {"note": "after the crash"})
    healed = read_chain(log)
    assert [line["note"] for line in healed.lines] == ["entry 0", "entry 1", "after the crash"]
    assert healed.torn == b""


def edited(data: bytes) -> bytes:
    return data.replace(b"entry 1", b"entry X")


def reordered(data: bytes) -> bytes:
    first, second, third = data.splitlines(keepends=True)
    return second + first + third


def cut_out(data: bytes) -> bytes:
    first, _, third = data.splitlines(keepends=True)
    return first + third


@pytest.mark.parametrize(("change", "line"), [(edited, 2), (reordered, 0), (cut_out, 1)])
def test_a_changed_history_is_refused_at_its_first_line(log: Path, change: Callable[[bytes], bytes], line: int) -> None:
    log.write_bytes(change(log.read_bytes()))
    with pytest.raises(Rejected) as caught:
        read_chain(log)
    assert [(item.code, item.where) for item in caught.value.findings] == [("L_CHAIN", f"/{line}")]


@pytest.mark.parametrize("raw", [b"\n", b"{}x\n", b"[]\n", b'{ "seq":4}\n'])
def test_a_line_that_is_no_canonical_object_is_refused(log: Path, raw: bytes) -> None:
    log.write_bytes(log.read_bytes() + raw)
    with pytest.raises(Rejected, match="L_LINE at /3"):
        read_chain(log)


def test_a_line_beyond_the_limit_is_not_written(log: Path) -> None:
    before = log.read_bytes()
    with pytest.raises(ValueError, match="log line"):
        append(log, {"note": "x" * MAX_LINE})
    assert log.read_bytes() == before


def test_a_second_process_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from records import locked\nwith locked(Path(sys.argv[1])): pass"
    lock = tmp_path / "lock"
    with locked(lock, describe=lambda: "accept 12"):
        with pytest.raises(Busy, match="accept 12"), locked(lock):
            pass
        other = subprocess.run(
            [sys.executable, "-c", script, str(lock)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert "Busy: accept 12" in other.stderr
    with locked(lock):
        assert lock.read_text().startswith("process ")


def test_the_lock_is_free_after_a_crash(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    script = "import os, sys; from pathlib import Path; from records import locked\nlock = locked(Path(sys.argv[1]))\n"
    script += "lock.__enter__(); os.kill(os.getpid(), 9)"
    done = subprocess.run([sys.executable, "-c", script, str(lock)], cwd=ROOT, check=False)
    assert done.returncode == -9
    with locked(lock):
        pass


def test_what_was_written_is_what_json_reads(log: Path) -> None:
    assert [json.loads(line)["note"] for line in log.read_text().splitlines()] == ["entry 0", "entry 1", "entry 2"]
