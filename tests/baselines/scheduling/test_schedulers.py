"""The scheduling controls and references: what they may read, and the ranges that their scores must fall in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from baselines.scheduling import CONTROLS, REFERENCES, Problem, load, prediction_bytes
from baselines.scheduling.calendar import Calendar
from baselines.scheduling.restarts import RESTARTS
from evaluator.schedule import ScheduleScore, ScheduleSuite, load_schedule_suite, score_schedules
from records import Rejected
from solvers.scheduling import cp_sat
from submissions_schema import read_upload

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpora" / "scheduling-v0.2"
COMMITTED = ROOT / "baselines" / "scheduling" / "cpsat-predictions.json"
RANGES = {
    "null": ((0, 0), (0, 0), (0, 0), (0, 0)),
    "random": ((0, 2), (0, 0), (0, 0), (2, 7)),
    "in-window": ((1, 8), (0, 1), (0, 0), (24, 31)),
    "edf": ((84, 98), (45, 70), (10, 28), (90, 97)),
    "list": ((88, 100), (60, 82), (12, 32), (92, 98)),
}
"""Feasible per tier and partial credit overall, in per cent, at seed 0."""


@pytest.fixture(scope="module")
def suite() -> ScheduleSuite:
    return load_schedule_suite(CORPUS)


@pytest.fixture(scope="module")
def problems() -> tuple[Problem, ...]:
    return load(CORPUS)


def scored(data: bytes, suite: ScheduleSuite) -> ScheduleScore:
    return score_schedules(read_upload(data, suite.contract).schedules, suite)


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_scores_within_its_range(name: str, problems: tuple[Problem, ...], suite: ScheduleSuite) -> None:
    data = prediction_bytes(problems, [CONTROLS[name](problem, 0) for problem in problems])
    score = scored(data, suite)
    rates = [part.feasibility for part in score.tiers.values()]
    for rate, (low, high) in zip([*rates, score.partial_credit], RANGES[name], strict=True):
        assert Fraction(low, 100) <= rate <= Fraction(high, 100), (name, float(rate))


def test_the_committed_reference_solves_everything(suite: ScheduleSuite) -> None:
    """Evaluated, not made again: CP-SAT promises no equal output across versions and systems."""
    assert scored(COMMITTED.read_bytes(), suite).feasibility == 1


def test_the_exact_reference_refuses_another_version(problems: tuple[Problem, ...]) -> None:
    if cp_sat.available() and cp_sat.installed_version() == cp_sat.PINNED:
        schedule = REFERENCES["cp-sat"](problems[0], 0)
        assert schedule is not None
        assert len(schedule) == len(problems[0].tasks)
    else:
        with pytest.raises(Rejected, match="E_VERSION"):
            REFERENCES["cp-sat"](problems[0], 0)


def test_restarts_never_do_worse_than_the_list_and_sometimes_better(problems: tuple[Problem, ...]) -> None:
    sample = problems[100:112]
    first = [len(CONTROLS["list"](problem, 0) or ()) for problem in sample]
    best = [len(REFERENCES["restarts"](problem, 0) or ()) for problem in sample]
    assert all(a <= b for a, b in zip(first, best, strict=True))
    assert sum(best) > sum(first)
    assert RESTARTS == 200


def test_the_order_of_questions_changes_nothing(problems: tuple[Problem, ...]) -> None:
    for schedule in CONTROLS.values():
        there = [schedule(problem, 3) for problem in problems[:40]]
        back = [schedule(problem, 3) for problem in reversed(problems[:40])]
        assert there == back[::-1]


def test_seeds_change_what_is_random_and_nothing_else(problems: tuple[Problem, ...]) -> None:
    for name, schedule in CONTROLS.items():
        changed = [schedule(problem, 0) != schedule(problem, 1) for problem in problems[:20]]
        assert any(changed) == (name in ("random", "in-window")), name


def test_ties_go_to_the_lowest_id(problems: tuple[Problem, ...]) -> None:
    """At every start the slots of a task name the workers in the order of their ids."""
    for problem in problems[::30]:
        calendar = Calendar(problem)
        order = [worker.id for worker in problem.workers]
        for task in problem.tasks:
            slots = [(start, order.index(worker.id)) for start, worker in calendar.slots(task)]
            assert slots == sorted(slots)


@pytest.mark.parametrize("name", ["edf", "list"])
def test_what_greedy_schedulers_place_keeps_every_constraint(
    name: str, problems: tuple[Problem, ...], suite: ScheduleSuite
) -> None:
    score = scored(prediction_bytes(problems, [CONTROLS[name](problem, 0) for problem in problems]), suite)
    assert score.total.violations == 0
    assert score.total.clean == score.total.scheduled


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """`python3 -m baselines.scheduling …` without site packages."""
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "-m", "baselines.scheduling", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)


def test_the_command_line_needs_the_questions_alone(tmp_path: Path) -> None:
    bare = tmp_path / "questions"
    bare.mkdir()
    shutil.copy(CORPUS / "test.questions.jsonl", bare)
    out = tmp_path / "null.json"
    arguments = ("null", "--corpus-root", str(bare), "--out", str(out))
    assert (run(*arguments).returncode, run(*arguments).returncode) == (0, 0)
    assert len(json.loads(out.read_bytes())["predictions"]) == 300
    out.write_text("mine")
    assert (run(*arguments).returncode, out.read_text()) == (2, "mine")
    (bare / "test.questions.jsonl").write_bytes(b'{"id":1}\n')
    refused = run("edf", "--corpus-root", str(bare), "--out", "-")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert b"test.questions.jsonl:1" in refused.stderr
    assert run("edf", "--corpus-root", str(tmp_path), "--out", "-").returncode == 3
    assert run("best", "--out", "-").returncode == 2
