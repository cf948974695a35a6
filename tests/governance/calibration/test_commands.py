"""The commands on stored studies of real isolated runs: report, decide, report again (B1, B2, B10, B11, N7)."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from governance.calibration import Verifier
from governance.commands import Report, UsageError, review_command
from governance.corpus import Governed
from governance.lifecycle import State, active_findings, read_calibrations, read_registries
from governance.studies import Options, read_system, run_study

Run = Callable[..., Report]
SYSTEM = """schema_version = 1
name = "Always {label}"
family = "always-{label}"
architecture = "constant"
source = "https://example.invalid/always"
revision = "1.0"
command = ["/usr/bin/python3", "{{agent}}/main.py", "{{questions}}", "{{out}}"]
seed = 0
track = "closed-book"
exposure = "unexposed"
timeout_s = 20
memory_mb = 256
[agent]
root = "{label}"
include = ["main.py"]
"""
PROGRAM = """import json, sys
ids = [json.loads(line)["id"] for line in open(sys.argv[1])]
json.dump([{{"id": one, "label": "{label}"}} for one in ids], open(sys.argv[2], "w"))
"""
LABELS = ("a", "b", "c")
REVIEWED = (
    *("--reviewer", "ada", "--date", "2026-11-30", "--rationale", "three constant systems observed each task"),
    *("--accepted-alternatives", "both verifiers decided every option: one holds"),
    *("--evaluator-disputes", "no verifier differs from the evaluator"),
)


def run_systems(governed: Governed, folder: Path, *, labels: Sequence[str] = LABELS, more: str = "") -> None:
    """A system for each label, each in real isolation."""
    for label in labels:
        (folder / label).mkdir(parents=True)
        (folder / label / "main.py").write_text(PROGRAM.format(label=label.upper()) + more)
        path = folder / f"always-{label}.toml"
        path.write_text(SYSTEM.format(label=label))
        run_study(governed, read_system(path), Options())


@pytest.fixture(scope="session")
def measured() -> dict[str, Path]:
    """Studies that were run once in this session, by the role of their corpus."""
    return {}


@pytest.fixture
def studied(
    governed: Governed, measured: dict[str, Path], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Governed:
    """The corpus with three studies of three families."""
    if "public" not in measured:
        run_systems(governed, tmp_path / "systems")
        kept = tmp_path_factory.mktemp("measured") / "studies"
        measured["public"] = Path(shutil.copytree(governed.root / "studies", kept))
    else:
        shutil.copytree(measured["public"], governed.root / "studies")
    return governed


def registries(governed: Governed) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (governed.root / "corpus").iterdir()}


def test_the_report_drafts_every_task_and_edits_no_registry(command: Run, studied: Governed, tmp_path: Path) -> None:
    before = registries(studied)
    report = command("calibration-report", studied.root, "--out", str(tmp_path / "drafts.json"))
    assert report.exit_code == 0
    assert report.lines[0] == "3 configurations, 3 of them materially different"
    drafts = json.loads((tmp_path / "drafts.json").read_bytes())
    assert [one["decision"] for one in drafts["records"]] == [None] * 12
    assert all(len(one["configurations"]) == 3 for one in drafts["records"])
    assert registries(studied) == before


def test_a_corpus_without_studies_is_not_yet_ready(command: Run, governed: Governed) -> None:
    report = command("calibration-report", governed.root)
    assert report.exit_code == 4
    assert report.data["below_minimum"] == 12


def test_approval_activates_and_is_in_force(command: Run, studied: Governed) -> None:
    shown = command("calibrate", studied.root, "approve", "--all", *REVIEWED)
    assert shown.pending
    assert read_calibrations(studied).records == ()
    assert command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply").exit_code == 0
    held = read_registries(studied)
    assert held.lifecycle.counts()[State.ACTIVE] == 12
    assert held.findings() == ()
    assert active_findings(studied, held.lifecycle, held.calibrations) == ()
    assert command("lifecycle", studied.root, "check").exit_code == 0


def test_all_means_the_calibrating_ones(command: Run, studied: Governed) -> None:
    first = "nb1-te-ded-1-000"
    command("calibrate", studied.root, "quarantine", "--tasks", first, *REVIEWED, "--apply")
    command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply")
    held = read_registries(studied)
    assert (held.lifecycle.of(State.QUARANTINED), held.lifecycle.counts()[State.ACTIVE]) == ((first,), 11)


def test_a_decision_that_was_cut_short_is_made_again(command: Run, studied: Governed) -> None:
    """The record is written, the move is not: as after a power cut between the two."""
    path = studied.root / "corpus" / "task-lifecycle.toml"
    before = path.read_bytes()
    command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply")
    path.write_bytes(before)
    assert {one.code for one in command("lifecycle", studied.root, "check").findings} == {"G_CALIBRATION_MOVE"}
    assert command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply").exit_code == 0
    assert command("lifecycle", studied.root, "check").findings == ()
    assert len(read_calibrations(studied).records) == 12


def test_an_unsound_study_is_left_out_and_blocks_approval(command: Run, studied: Governed) -> None:
    study = next((studied.root / "studies").glob("*/study.json"))
    study.write_bytes(study.read_bytes().replace(b'"solved":', b'"solved": ', 1))
    report = command("calibration-report", studied.root)
    assert report.lines[0] == "2 configurations, 2 of them materially different"
    assert report.exit_code == 1
    refused = command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply")
    assert refused.findings
    assert read_calibrations(studied).records == ()


def test_an_incomplete_study_is_told_and_calibrates_nothing(command: Run, studied: Governed, tmp_path: Path) -> None:
    run_systems(studied, tmp_path / "hostile", labels=("d",), more='import os\nos.symlink("/etc/passwd", "out")\n')
    report = command("calibration-report", studied.root)
    (told,) = (line for line in report.lines if line.startswith("left out:"))
    assert "always-d" in told
    assert "12 observations are missing (0 valid, 3 invalid, 0 incomplete)" in told
    assert report.lines[0] == "3 configurations, 3 of them materially different"
    command("calibrate", studied.root, "approve", "--all", *REVIEWED, "--apply")
    runs = {run for one in read_calibrations(studied).records for seen in one.configurations for run in seen.runs}
    assert len(runs) == 3
    assert "Always d" in "\n".join(command("report-study", studied.root).lines)


@pytest.mark.parametrize("missing", ["--reviewer", "--rationale", "--accepted-alternatives", "--evaluator-disputes"])
def test_a_decision_is_told_whole(command: Run, governed: Governed, missing: str) -> None:
    place = REVIEWED.index(missing)
    words = REVIEWED[:place] + REVIEWED[place + 2 :]
    with pytest.raises(UsageError, match=missing):
        command("calibrate", governed.root, "approve", "--all", *words)


def test_a_report_never_writes_where_registries_are(command: Run, governed: Governed, tmp_path: Path) -> None:
    for out in (governed.root / "corpus" / "task-calibrations.json", tmp_path, tmp_path / "no" / "folder.json"):
        with pytest.raises(UsageError, match="--out"):
            command("calibration-report", governed.root, "--out", str(out))


def test_what_tells_of_a_private_corpus_stays_inside_it(command: Run, private: Governed, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="inside its root"):
        command("calibration-report", private.root, "--out", str(tmp_path / "drafts.json"))
    assert command("calibration-report", private.root, "--out", str(private.root / "drafts.json")).exit_code == 4


def test_no_command_names_a_task_of_a_private_corpus(command: Run, private: Governed, tmp_path: Path) -> None:
    run_systems(private, tmp_path / "systems")
    first = next(iter(private.digests))
    reports = [
        command("calibration-report", private.root),
        command("report-study", private.root),
        command("calibrate", private.root, "quarantine", "--tasks", first, *REVIEWED),
        command("calibrate", private.root, "approve", "--all", *REVIEWED),
    ]
    (private.root / "corpus" / "task-calibrations.json").write_text("{}")
    reports.append(command("calibrate", private.root, "approve", "--tasks", first, *REVIEWED))
    said = repr([(one.lines, one.data, one.findings) for one in reports])
    assert "calibrating: 12 -> 0" in said
    assert not [word for word in (*private.digests, *private.digests.values()) if word in said]


def test_studies_are_reported_one_by_one(command: Run, studied: Governed) -> None:
    report = command("report-study", studied.root)
    assert report.exit_code == 0
    text = "\n".join(report.lines)
    assert text.count("mean of the categories") == 3
    assert text.count("descriptive only") == 6
    assert "9 valid observations" not in text
    assert "discrimination: unavailable for 12 tasks (3 valid observations; at least 20 are needed)" in text


def test_studies_of_several_configurations_are_not_pooled(command: Run, studied: Governed) -> None:
    report = command("report-study", studied.root, "--pool")
    assert {one.code for one in report.findings} == {"G_STUDY_POOL"}
    one = sorted(path.name for path in (studied.root / "studies").iterdir())[0]
    assert command("report-study", studied.root, "--pool", "--study", one).exit_code == 0


def test_a_study_that_is_not_there_is_said(command: Run, studied: Governed) -> None:
    with pytest.raises(UsageError, match="no valid studies"):
        command("report-study", studied.root, "--study", "stranger")


def review(governed: Governed, *words: str) -> Report:
    """`review-tasks` with one verifier, who accepts every A."""
    judge = Verifier(id="V", paradigm="likes A", accepts=lambda row, answer: answer == "A")
    command = review_command(lambda kind: (judge,), lambda done, total, what: None)
    parser = argparse.ArgumentParser()
    command.options(parser)
    return command.run(governed.root, parser.parse_args(words))


def test_reviewers_are_shown_what_verifiers_dispute(studied: Governed, tmp_path: Path) -> None:
    report = review(studied, "--out", str(tmp_path / "review.json"))
    assert report.exit_code == 1
    kept = json.loads((tmp_path / "review.json").read_bytes())
    assert kept["disputes"]
    assert all(one["solved"] is not one["verdicts"]["V"] for one in kept["disputes"])
    assert all(one["systems"] == ["Always a"] for one in kept["disputes"] if one["answer"] == "A")


def test_failures_that_systems_share_are_shown(command: Run, studied: Governed, tmp_path: Path) -> None:
    for label in ("x", "y"):
        (tmp_path / label).mkdir()
        (tmp_path / label / "main.py").write_text(PROGRAM.format(label="A") + f"# system {label}\n")
        (tmp_path / f"always-{label}.toml").write_text(SYSTEM.format(label=label))
        run_study(studied, read_system(tmp_path / f"always-{label}.toml"), Options())
    review(studied, "--out", str(tmp_path / "review.json"))
    shared = json.loads((tmp_path / "review.json").read_bytes())["shared_failures"]
    assert {one["answer"] for one in shared} == {"A"}
    assert all(one["systems"] == ["Always a", "Always x", "Always y"] for one in shared)


def test_a_review_of_a_private_corpus_names_no_task(private: Governed, tmp_path: Path) -> None:
    said = repr(review(private))
    assert "disputes: " in said
    assert not [task for task in private.digests if task in said]
    with pytest.raises(UsageError, match="inside its root"):
        review(private, "--out", str(tmp_path / "review.json"))
