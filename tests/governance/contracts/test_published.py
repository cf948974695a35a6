"""The published contracts, whole: frozen, sound, small enough, and checked on bare Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
CORPORA = {"core-v0.1": (900, 7200, 1_500_000), "scheduling-v0.2": (300, 4226, 3_000_000)}


def run(*arguments: str) -> tuple[int, dict[str, Any]]:
    """`python3 bench.py contracts … --json` without site packages; the exit code and the one report."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "bench.py", "contracts", *arguments, "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    (report,) = json.loads(done.stdout)["corpora"]
    return done.returncode, report


@pytest.mark.parametrize("corpus", CORPORA)
def test_every_task_of_the_published_corpora_has_a_sound_contract(corpus: str) -> None:
    tasks, cases, most_bytes = CORPORA[corpus]
    code, report = run("--corpus-root", f"corpora/{corpus}")
    assert (code, report["findings"]) == (0, [])
    assert (report["tasks"], report["cases"]) == (tasks, cases)
    assert all(one["covered"] == one["required"] for one in report["coverage"].values())
    assert (ROOT / "corpora" / corpus / "contracts" / "fixtures.jsonl").stat().st_size <= most_bytes


def test_sound_contracts_are_left_alone_and_missing_ones_are_made(tmp_path: Path, small_choice: Any) -> None:
    root = small_choice(tmp_path / "corpus")
    files = [root / "contracts" / name for name in ("fixtures.jsonl", "contracts.json")]
    before = [path.read_bytes() for path in files]
    inodes = [path.stat().st_ino for path in files]
    assert run("--corpus-root", str(root), "--apply")[0] == 0
    assert [path.stat().st_ino for path in files] == inodes
    shutil.rmtree(root / "contracts")
    code, report = run("--corpus-root", str(root))
    assert (code, [one["code"] for one in report["findings"]]) == (1, ["G_CONTRACTS"])
    assert not (root / "contracts").exists()
    assert run("--corpus-root", str(root), "--apply")[0] == 0
    assert [path.read_bytes() for path in files] == before
