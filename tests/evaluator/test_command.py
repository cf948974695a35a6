"""The command `score`, as its user meets it: verdicts, exit codes, text that is safe to print."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluator import Suite, report_bytes, score
from evaluator.command import Outcome, ScoreRequest, guarded, run_score
from submissions_schema import Prediction

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Outcome]


@pytest.fixture
def run(write_corpus: Callable[..., Path]) -> Run:
    corpora = write_corpus().parent

    def run(file: object, data: bytes = b"", **options: Any) -> Outcome:
        arguments = {"suite": "nnai-demo-0.1", "json": False, "explain": None, **options}
        return run_score(ScoreRequest(file=str(file), **arguments), corpora, io.BytesIO(data))

    return run


@pytest.fixture
def sound(small: Suite) -> bytes:
    return json.dumps([{"id": item.id, "label": "A"} for item in small.items]).encode()


def test_a_sound_file_is_scored(run: Run, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_bytes(sound)
    outcome = run(tmp_path / "p.json")
    assert (outcome.code, outcome.complaint) == (0, "")
    assert "macro accuracy   25.00 %   95 % interval 8.89 to 53.23" in outcome.output
    assert "colours" in outcome.output


def test_standard_input_is_read(run: Run, sound: bytes) -> None:
    assert run("-", sound).output == run("-", b'{"predictions":' + sound + b"}").output


def test_json_is_exactly_the_report(run: Run, sound: bytes, small: Suite) -> None:
    expected = report_bytes(score([Prediction(item.id, "A") for item in small.items], small))
    assert run("-", sound, json=True).output.encode() == expected + b"\n"


def test_findings_are_counted_and_placed(run: Run, sound: bytes) -> None:
    outcome = run("-", sound.replace(b'"A"', b'"a"'))
    assert outcome.code == 1
    assert outcome.output.startswith("rejected: 12 findings, no score\n  E_LABEL           /0/label\n")


def test_fifty_findings_are_shown_and_the_rest_counted(run: Run) -> None:
    rows = [{"id": "x", "label": "a", "why": 1} for _ in range(20)]
    lines = run("-", json.dumps(rows).encode()).output.splitlines()
    assert lines[0] == "rejected: 91 findings, no score"
    assert sum(line.startswith("  E_") for line in lines) == 50
    assert lines[-1] == "  and 41 more"


def test_rejected_json_has_verdict_and_total(run: Run) -> None:
    record = json.loads(run("-", b"", json=True).output)
    assert (record["verdict"], record["total"], record["findings"][0]["code"]) == ("rejected", 1, "E_EMPTY")


def test_a_field_name_cannot_reach_the_terminal_raw(run: Run, sound: bytes) -> None:
    outcome = run("-", json.dumps({"predictions": json.loads(sound), "\x1b[31m\u202e": 1}).encode())
    assert outcome.code == 1
    assert outcome.output.isascii()
    assert "\x1b" not in outcome.output


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_refused(run: Run, tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "odd")
    outcome = run(tmp_path / "odd", json=True)
    assert outcome.code == 1
    assert json.loads(outcome.output)["findings"][0]["code"] == "E_NOT_REGULAR"


def test_usage_errors_say_what_is_known(run: Run, tmp_path: Path, sound: bytes) -> None:
    assert run(tmp_path / "none").code == 2
    unknown = run("-", sound, suite="nnai-bench-7")
    assert (unknown.code, unknown.complaint) == (2, "unknown suite 'nnai-bench-7'; known: nnai-demo-0.1\n")
    item = run("-", sound, explain="demo-99")
    assert item.code == 2
    assert "demo-00" in item.complaint


def test_a_damaged_corpus_is_the_environment_and_not_the_file(run: Run, sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "demo-v0.1" / "test.gold.jsonl").write_text("{}")
    outcome = run("-", sound)
    assert (outcome.code, outcome.output) == (3, "")
    assert "C_DIGEST /test.gold.jsonl" in outcome.complaint


def test_one_item_is_explained(run: Run, sound: bytes) -> None:
    text = run("-", sound, explain="demo-01").output
    assert "A  w  <- given\n" in text
    assert "B  x  <- right\n" in text
    assert text.endswith("answer A: wrong\n")
    record = json.loads(run("-", sound, explain="demo-00", json=True).output)
    assert (record["gold"], record["label"], record["correct"]) == ("A", "A", True)


def crash() -> Outcome:
    raise ZeroDivisionError("private detail")


def test_a_crash_is_e_internal_and_never_a_score() -> None:
    outcome = guarded(crash, as_json=True)
    (found,) = json.loads(outcome.output)["findings"]
    assert (outcome.code, found["code"]) == (3, "E_INTERNAL")
    assert "private detail" not in outcome.output


@pytest.mark.parametrize("python", [sys.executable, "python3"])
def test_the_door_works_from_any_python(python: str, core: Suite, tmp_path: Path) -> None:
    rows = [{"id": item.id, "label": item.label} for item in core.items]
    (tmp_path / "p.json").write_text(json.dumps({"predictions": rows}))
    command = [python, "-m", "evaluator", "score", "--suite", "nnai-bench-0.1", "--json", str(tmp_path / "p.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["total"]["macro_accuracy"] == "1/1"


def test_help_names_every_option() -> None:
    command = [sys.executable, "-m", "evaluator", "score", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for word in ("--suite", "--json", "--explain", "FILE", "standard input", "2 usage"):
        assert word in done.stdout
