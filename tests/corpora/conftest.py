"""Other people's tools run in a process of their own: no network, caches in a temporary folder. Warnings are errors,
except deprecations inside those tools (mlcroissant has one of rdflib's).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Foreign = Callable[..., Any]
DATASETS = """
import json, sys
from datasets import disable_progress_bars, get_dataset_config_names, load_dataset
disable_progress_bars()
folder = sys.argv[1]
default = load_dataset(folder)
loaded = {name: load_dataset(folder, name) for name in get_dataset_config_names(folder)}
print(json.dumps({
    "default": sorted(default),
    "rows": {name: {split: list(rows) for split, rows in splits.items()} for name, splits in loaded.items()},
}))
"""
CROISSANT = """
import json, sys
from logging import WARNING, Handler
from absl.logging import get_absl_logger
class Refuse(Handler):
    def emit(self, record):
        sys.exit(record.getMessage())
get_absl_logger().addHandler(Refuse(WARNING))
import mlcroissant
def plain(value):
    if isinstance(value, dict):
        return {key.split("/")[-1]: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    return None if value is None else int(value)
data = mlcroissant.Dataset(jsonld=sys.argv[1] + "/croissant.json")
issues = data.metadata.ctx.issues
rows = {part.uuid: [plain(row) for row in data.records(part.uuid)] for part in data.metadata.record_sets}
print(json.dumps({"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "rows": rows}))
"""


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


@pytest.fixture(scope="session")
def load_by_datasets(foreign: Foreign) -> Foreign:
    """`load_by_datasets(folder)`: the default splits, and the rows of every configuration by split."""
    return partial(foreign, DATASETS)


@pytest.fixture(scope="session")
def read_by_croissant(foreign: Foreign) -> Foreign:
    """`read_by_croissant(folder)`: what mlcroissant complains of, and the rows of every record set."""
    return partial(foreign, CROISSANT)
