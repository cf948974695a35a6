"""The published contracts, whole: frozen, sound, small enough, checked on bare Python; and what the command writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bench as door

ROOT = Path(__file__).resolve().parents[3]
CORPORA = {"core-v0.1": (900, 7200, 1_500_000), "scheduling-v0.2": (300, 4226, 3_000_000)}
FILES = ("contracts/fixtures.jsonl", "contracts/contracts.json")


def test_every_task_of_the_published_corpora_has_a_sound_contract() -> None:
    """Without site packages: checking needs neither OR-tools nor anything else."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "bench.py", "contracts", "--corpus-root", "corpora", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    reports = {Path(report["root"]).name: report for report in json.loads(done.stdout)["corpora"]}
    assert reports.keys() == CORPORA.keys()
    for corpus, (tasks, cases, most_bytes) in CORPORA.items():
        report = reports[corpus]
        assert (report["tasks"], report["cases"], report["findings"]) == (tasks, cases, [])
        assert all(one["covered"] == one["required"] for one in report["coverage"].values())
        assert (ROOT / "corpora" / corpus / FILES[0]).stat().st_size <= most_bytes
    assert done.stderr.count("contracts judged") == 6, "three plain lines a corpus"


Run = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """`bench.py contracts --corpus-root ROOT … --json`: the exit code and the one report."""

    def run(root: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
        code = door.main(["contracts", "--corpus-root", str(root), *arguments, "--json"])
        (report,) = json.loads(capsys.readouterr().out)["corpora"]
        return code, report

    return run


def test_sound_contracts_are_left_alone(choice: Any, run: Run) -> None:
    before = [(choice.root / name).stat() for name in FILES]
    assert run(choice.root, "--apply")[0] == 0
    assert [(choice.root / name).stat().st_ino for name in FILES] == [one.st_ino for one in before]
    assert [(choice.root / name).stat().st_mtime_ns for name in FILES] == [one.st_mtime_ns for one in before]


def test_contracts_are_only_made_when_they_are_to_be_applied(choice: Any, run: Run) -> None:
    before = [(choice.root / name).read_bytes() for name in FILES]
    shutil.rmtree(choice.root / "contracts")
    code, report = run(choice.root)
    assert (code, [one["code"] for one in report["findings"]]) == (1, ["G_CONTRACTS"])
    assert not (choice.root / "contracts").exists()
    assert run(choice.root, "--apply")[0] == 0
    assert [(choice.root / name).read_bytes() for name in FILES] == before


def test_nothing_is_written_where_solvers_and_evaluator_disagree(choice: Any, run: Run) -> None:
    """A gold label that the text contradicts: the verifiers say so, and the old files stay."""
    gold = choice.root / "test.gold.jsonl"
    lines = gold.read_bytes().splitlines(keepends=True)
    right = json.loads(lines[0])
    wrong = {**right, "label": next(label for label in "ABCD" if label != right["label"])}
    choice.change_data("test.gold.jsonl", json.dumps(wrong, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    before = [(choice.root / name).read_bytes() for name in FILES]
    code, report = run(choice.root, "--apply")
    assert code == 1
    assert {one["code"] for one in report["findings"]} == {"G_CONTRACT_OFFER"}
    assert [(choice.root / name).read_bytes() for name in FILES] == before
