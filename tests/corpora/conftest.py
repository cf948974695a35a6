"""Other people's tools run in a process of their own: no network, caches in a temporary folder. Warnings are errors,
except deprecations inside those tools (mlcroissant has one of rdflib's).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Foreign = Callable[..., Any]


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    """`foreign(program, *arguments)` runs Python text and returns the JSON that its last line is."""
    home = tmp_path_factory.mktemp("caches")

    def run(program: str, *arguments: str) -> Any:
        offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
        places = {"HF_HOME": str(home), "HOME": str(home), "CROISSANT_CACHE": str(home / "croissant")}
        command = [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", program, *arguments]
        env = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **offline, **places}
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run
