"""What the command of contracts says and writes; the published ones are checked with their releases."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bench as door

ROOT = Path(__file__).resolve().parents[3]
CORPORA = {"core-v0.1": (900, 7200, 1_500_000), "scheduling-v0.2": (300, 4226, 3_000_000)}
FILES = ("contracts/fixtures.jsonl", "contracts/contracts.json")


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
