"""The submission document that the builder makes of a disclosure and a run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from baselines import CONTROLS, Inputs, prediction_bytes
from baselines.scheduling import load as load_problems
from baselines.scheduling import prediction_bytes as schedule_bytes
from baselines.systems import SYSTEMS
from baselines.systems.submission import build, names
from evaluator import suite_for
from evaluator.schedule import load_schedule_suite
from submissions_schema import read_submission

ROOT = Path(__file__).resolve().parents[3]
QUESTIONS = (ROOT / "corpora" / "core-v0.1" / "test.questions.jsonl").read_bytes()
SCHEDULERS = [f"scheduling-{name}" for name in ("cp-sat", "edf", "in-window", "list", "restarts")]
REVISION = "0123456789abcdef0123456789abcdef01234567"
REPORT: dict[str, Any] = {
    "validation": [{"category": "spatial", "tier": 1, "correct": 30, "answered": 80, "total": 100}],
    "configurations_tried": 4,
    "parameters": 7,
    "features": 5,
    "fit_ms": 1200,
    "inference_ms": 34,
}


def document(name: str, inputs: Inputs, report: dict[str, Any] = REPORT) -> bytes:
    predictions = prediction_bytes(inputs.test, ["A"] * len(inputs.test))
    return build(name, predictions, report, revision=REVISION, test_runs=2, questions=QUESTIONS)


def test_every_control_and_system_has_a_disclosure() -> None:
    assert names() == sorted([*CONTROLS, *SYSTEMS, *SCHEDULERS])


@pytest.mark.parametrize("name", SCHEDULERS)
def test_the_reader_accepts_the_document_of_a_scheduler(name: str) -> None:
    root = ROOT / "corpora" / "scheduling-v0.2"
    problems, questions = load_problems(root), (root / "test.questions.jsonl").read_bytes()
    data = build(name, schedule_bytes(problems, [None] * 300), {}, revision=REVISION, test_runs=1, questions=questions)
    submission = read_submission(data, load_schedule_suite(root).contract)
    assert (submission.suite, submission.canonical()) == ("nnai-sched-0.2", data)


@pytest.mark.parametrize("name", [*CONTROLS, *SYSTEMS])
def test_the_reader_of_submissions_accepts_the_document_as_it_is(name: str, inputs: Inputs) -> None:
    data = document(name, inputs)
    submission = read_submission(data, suite_for("nnai-bench-0.1").contract)
    assert submission.canonical() == data
    assert submission.submitted_by == "vynly"


def test_the_run_fills_in_its_own_figures(inputs: Inputs) -> None:
    made = json.loads(document("trees", inputs))
    assert made["runtime_ms"] == {"inference": 34, "preprocessing": 1200, "index_build": 0}
    assert "30 of 100 right" in made["provenance"]["training_data"]
    assert made["test_exposure"]["test_runs"] == 2
    assert all(file["lines"] > 10 for file in made["provenance"]["authored_code"]["files"])


@pytest.mark.parametrize("name", names())
def test_neural_assistance_is_disclosed_and_nothing_claims_to_be_unadapted_that_saw_labels(name: str) -> None:
    told = json.loads((ROOT / "baselines" / "systems" / "disclosures" / f"{name}.json").read_bytes())
    assert told["provenance"]["neural_assistance"]["status"] == "disclosed"
    assert told["test_exposure"]["test_adapted"] is (name in ("template", "scheduling-restarts"))
    assert told["test_exposure"]["template_informed"] is (name in ("template", "trees", "kernel", "induced"))


def test_the_command_writes_the_document_and_refuses_a_branch_name(inputs: Inputs, tmp_path: Path) -> None:
    predictions, out = tmp_path / "p.json", tmp_path / "s.json"
    predictions.write_bytes(prediction_bytes(inputs.test, ["B"] * len(inputs.test)))
    command = [sys.executable, "-m", "baselines", "submission", "random", "--predictions", str(predictions)]
    refused = subprocess.run(
        [*command, "--revision", "main", "--out", str(out)], cwd=ROOT, capture_output=True, check=False
    )
    assert refused.returncode == 2
    assert not out.exists()
    done = subprocess.run(
        [*command, "--revision", REVISION, "--out", str(out)], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(out.read_bytes())["source"]["revision"] == REVISION
