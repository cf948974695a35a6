"""The case files of the core submission, the real suite, and documents that start from the valid one."""

from __future__ import annotations

import copy
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from evaluator import Suite, suite_for
from records import Finding, Rejected
from submissions_schema import SuiteContract, read_submission

# A loaded machine is no fault of the code: time limits of single examples are off, in every room's conftest alike.
settings.register_profile(
    "nnai", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("nnai")

CASES = Path(__file__).parent.parent / "cases" / "submission-core"


@pytest.fixture(scope="session")
def suite() -> Suite:
    return suite_for("nnai-bench-0.1")


@pytest.fixture(scope="session")
def contract(suite: Suite) -> SuiteContract:
    return suite.contract


@pytest.fixture(scope="session")
def recipe() -> ModuleType:
    spec = importlib.util.spec_from_file_location("submission_core_recipe", CASES / "recipe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def build_case(recipe: ModuleType, contract: SuiteContract) -> Callable[[dict[str, Any]], bytes]:
    """The bytes that a case file describes."""

    def build(case: dict[str, Any]) -> bytes:
        made: bytes = recipe.build(case["steps"], recipe.base_document(contract.ids, contract.test_sha256))
        return made

    return build


@pytest.fixture(scope="session")
def valid(recipe: ModuleType, contract: SuiteContract) -> dict[str, Any]:
    document: dict[str, Any] = recipe.base_document(contract.ids, contract.test_sha256)
    return document


@pytest.fixture
def document(valid: dict[str, Any]) -> dict[str, Any]:
    """The valid document, free to be changed."""
    return copy.deepcopy(valid)


@pytest.fixture(scope="session")
def findings_of(contract: SuiteContract) -> Callable[[object], tuple[Finding, ...]]:
    """What the strict reader says about a document; an empty tuple when it accepts."""

    def judge(document: object) -> tuple[Finding, ...]:
        try:
            read_submission(json.dumps(document).encode(), contract)
        except Rejected as error:
            return error.findings
        return ()

    return judge


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        paths = sorted(CASES.glob("[0-9]*.json"))
        assert paths, "the case folder is empty"
        cases = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        metafunc.parametrize("case", cases, ids=[path.stem for path in paths])
