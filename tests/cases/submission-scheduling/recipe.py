"""Turns a case file of this folder into the bytes of the file that somebody sends: the steps are the core cases'.

Invariant: the valid document is made from the instances alone, by the plainest rule, so that every reader can make it.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
CORE = FOLDER.parent / "submission-core" / "recipe.py"


def base_document(rows: Sequence[dict[str, Any]], test_sha256: str) -> dict[str, Any]:
    """base.json with the suite's test digest, and the plain schedule of every question row in suite order."""
    document: dict[str, Any] = json.loads((FOLDER / "base.json").read_text(encoding="utf-8"))
    document["test_sha256"] = test_sha256
    document["predictions"] = [{"id": row["id"], "schedule": plain_schedule(row)} for row in rows]
    return document


def plain_schedule(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Every task starts at its release, done by the first worker with the skill; tasks in the order of the row."""
    return [
        {
            "task": task["id"],
            "worker": next(worker["id"] for worker in row["workers"] if task["skill"] in worker["skills"]),
            "start": task["release"],
        }
        for task in row["tasks"]
    ]


def build(steps: Sequence[dict[str, Any]], document: Any) -> bytes:
    """The bytes after all steps, as the core recipe makes them."""
    spec = importlib.util.spec_from_file_location("submission_core_recipe", CORE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: bytes = module.build(steps, document)
    return made
