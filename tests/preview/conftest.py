"""Run the browser modules: a function that hands one task to node and returns its answer."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RUNNER = Path(__file__).with_name("runner.mjs")
Task = Callable[..., Any]


@pytest.fixture(scope="session")
def node() -> Task:
    """`node(task, **arguments)` performs one task of tasks.mjs in a node process of its own."""

    def perform(task: str, **arguments: object) -> Any:
        request = json.dumps({"task": task, **arguments})
        command = ["node", str(RUNNER)]
        done = subprocess.run(command, input=request, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return perform
