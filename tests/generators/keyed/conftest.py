"""The panel of solvers and the judges of schedules, as the operator's door puts them together."""

from __future__ import annotations

import pytest

import bench
from generators import Panel
from generators.scheduling import Bench


@pytest.fixture(scope="session")
def panel() -> Panel:
    return bench._panel()


@pytest.fixture(scope="session")
def judges() -> Bench:
    return bench.schedule_judges()
