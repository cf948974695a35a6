"""The published corpora are what their releases claim: every rule holds for both, on bare Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CORPORA = {"core-v0.1": ("0.1.0", 900, 7200, 1_500_000), "scheduling-v0.2": ("0.2.0", 300, 4226, 3_000_000)}


def test_both_published_corpora_are_active_releases_with_sound_contracts() -> None:
    """Without site packages: checking needs neither OR-tools nor anything else. Every case is judged twice in it."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "bench.py", "release-check", "--corpus-root", ".", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    reports = {Path(report["root"]).name: report for report in json.loads(done.stdout)["corpora"]}
    assert reports.keys() == CORPORA.keys()
    for report in reports.values():
        assert (report["structural"], report["activation"]) == ("sound", "active")
        assert len(report["rules"]) == 20
        assert {rule["verdict"] for rule in report["rules"]} == {"holds"}
    assert done.stderr.count("contracts judged") == 6, "three plain lines a corpus"


def test_their_manifests_count_every_task_and_case() -> None:
    for corpus, (version, tasks, cases, most_bytes) in CORPORA.items():
        root = ROOT / "corpora" / corpus
        manifest = json.loads((root / "releases" / f"{version}.json").read_bytes())
        assert (len(manifest["digests"]), manifest["cases"]) == (tasks, cases)
        assert (root / "contracts" / "fixtures.jsonl").stat().st_size <= most_bytes
