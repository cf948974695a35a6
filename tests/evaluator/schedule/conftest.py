"""The real scheduling suite, its case files, and one small instance whose constraints can be seen at a glance."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from evaluator.schedule import Judge, ScheduleSuite, load_schedule_suite
from evaluator.schedule.instance import Instance
from submissions_schema import Assignment

# A loaded machine is no fault of the code: time limits of single examples are off, in every room's conftest alike.
settings.register_profile(
    "nnai", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("nnai")

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpora" / "scheduling-v0.2"
CASES = ROOT / "tests" / "cases" / "submission-scheduling"


@pytest.fixture(scope="session")
def schedules() -> ScheduleSuite:
    return load_schedule_suite(CORPUS)


@pytest.fixture(scope="session")
def rows() -> list[dict[str, Any]]:
    """The question rows of the test split."""
    return [json.loads(line) for line in (CORPUS / "test.questions.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="session")
def solved() -> dict[str, tuple[Assignment, ...]]:
    """The committed schedules of the exact reference, by instance."""
    document = json.loads((ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_bytes())
    return {
        row["id"]: tuple(Assignment(item["task"], item["worker"], item["start"]) for item in row["schedule"])
        for row in document["predictions"]
    }


@pytest.fixture(scope="session")
def recipe() -> ModuleType:
    spec = importlib.util.spec_from_file_location("submission_scheduling_recipe", CASES / "recipe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def build_case(
    recipe: ModuleType, rows: list[dict[str, Any]], schedules: ScheduleSuite
) -> Callable[[dict[str, Any]], bytes]:
    """The bytes that a case file describes."""
    made: dict[str, bytes] = {}

    def build(case: dict[str, Any]) -> bytes:
        key = json.dumps(case["steps"])
        if key not in made:
            made[key] = recipe.build(case["steps"], recipe.base_document(rows, schedules.test_sha256))
        return made[key]

    return build


@pytest.fixture
def small_row() -> dict[str, Any]:
    """T1 before T2 (lag 1); T2 and T3 apart; T1 and T3 share R1; W1 has a break from 4 to 5, W2 none."""
    return {
        "id": "small",
        "tier": 2,
        "horizon": 10,
        "tasks": [
            {"id": "T1", "duration": 2, "release": 0, "deadline": 8, "skill": "weld", "demand": {"R1": 2}},
            {"id": "T2", "duration": 2, "release": 1, "deadline": 10, "skill": "weld", "demand": {}},
            {"id": "T3", "duration": 3, "release": 0, "deadline": 9, "skill": "paint", "demand": {"R1": 1}},
        ],
        "workers": [
            {"id": "W1", "skills": ["weld"], "windows": [[0, 4], [5, 10]], "max_load": 4},
            {"id": "W2", "skills": ["paint", "weld"], "windows": [[0, 10]], "max_load": 5},
        ],
        "resources": [{"id": "R1", "capacity": 2}],
        "precedence": [["T1", "T2", 1]],
        "separate": [["T2", "T3"]],
        "text": "",
    }


@pytest.fixture
def small(small_row: dict[str, Any]) -> Judge:
    return Judge(Instance.from_row(small_row))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "schedule_case" in metafunc.fixturenames:
        paths = sorted(CASES.glob("[0-9]*.json"))
        assert paths, "the case folder is empty"
        cases = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        metafunc.parametrize("schedule_case", cases, ids=[path.stem for path in paths])
