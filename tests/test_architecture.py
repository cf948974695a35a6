"""The diagram of the house, executed: which room may import which, and who may import what from outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT: dict[str, set[str]] = {
    "records": set(),
    "submissions_schema": {"records"},
    "evaluator": {"records", "submissions_schema"},
    "isolation": {"records"},
    "hub": {"records"},
    "leaderboard": {"records", "submissions_schema", "evaluator"},
    "governance": {"records", "evaluator", "isolation"},
    "generators": {"records"},
    "solvers": {"records"},
    "baselines": {"records", "solvers"},
    "space": {"records", "submissions_schema", "evaluator", "leaderboard", "hub"},
    "app": {"space", "records", "hub"},
    "review": {"records", "submissions_schema", "evaluator", "leaderboard", "hub", "isolation"},
    "bench": {"records", "evaluator", "governance", "generators", "solvers", "isolation"},
}

ONLY_IN: dict[str, tuple[str, ...]] = {
    "gradio": ("space/", "app.py"),
    "huggingface_hub": ("hub/",),
    "uvicorn": ("hub/local/",),
    "dask": ("isolation/spread/cluster.py",),
    "distributed": ("isolation/spread/cluster.py",),
    "subprocess": ("isolation/", "hub/local/", "review.py"),
}
"""hub/local runs git's plumbing: real repositories underneath are its whole point."""

STAGED = {("app", "space")}
"""The Space's door settles the environment before gradio is imported, so it takes its room's modules one by one."""

LATE = {"sklearn", "numpy", "scipy", "ortools"}
LEARNERS = ("baselines/systems/", "baselines/scheduling/", "solvers/scheduling/")
"""Maintainer-run systems and exact references may learn and search with these; the launch controls need none."""

BARE_PYTHON = ("records", "generators", "solvers", "baselines", "bench")
"""These run as `python3 …` on a machine where nothing is installed."""


@cache
def sources() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split() if not name.startswith(("tests/", "benchmarks/"))]


@cache
def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the diagram"
            found.add(node.module or "")
    return found


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_imports_flow_one_way(name: str) -> None:
    allowed = MAY_IMPORT[name] | {name}
    for path in (source for source in sources() if room(source) == name):
        ours = {module.split(".")[0] for module in imports(path)} & (set(MAY_IMPORT) | {"corpora"})
        assert ours <= allowed, f"{path.relative_to(ROOT)} imports {sorted(ours - allowed)}"


def test_every_source_belongs_to_a_room() -> None:
    assert {room(path) for path in sources()} <= set(MAY_IMPORT)


@pytest.mark.parametrize("package", ONLY_IN)
def test_a_package_stays_in_its_room(package: str) -> None:
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if any(module.split(".")[0] == package for module in imports(path)):
            assert name.startswith(ONLY_IN[package]), f"{name} imports {package}"


@pytest.mark.parametrize("name", BARE_PYTHON)
def test_bare_python_rooms_use_the_standard_library(name: str) -> None:
    for path in (source for source in sources() if room(source) == name):
        outside = {module.split(".")[0] for module in imports(path)} - set(sys.stdlib_module_names) - set(MAY_IMPORT)
        late = LATE if path.relative_to(ROOT).as_posix().startswith(LEARNERS) else set()
        assert outside <= late, f"{path.relative_to(ROOT)} imports {sorted(outside - late)}"


@pytest.mark.parametrize("name", BARE_PYTHON)
def test_bare_python_rooms_load_where_nothing_is_installed(name: str) -> None:
    bare = [sys.executable, "-S", "-c", f"import {name}"]
    subprocess.run(bare, cwd=ROOT, check=True, env={"PYTHONDONTWRITEBYTECODE": "1"})


def test_corpora_hold_data_only() -> None:
    assert not [path for path in sources() if room(path) == "corpora"]


def test_other_rooms_import_only_what_a_room_publishes() -> None:
    """A room's inside (`room.module`) is imported only by the room itself; packages inside a room count as rooms."""
    for path in sources():
        for module in imports(path):
            first, *rest = module.split(".")
            if first in MAY_IMPORT and rest and first != room(path) and (room(path), first) not in STAGED:
                target = ROOT / first / "/".join(rest)
                assert target.is_dir(), f"{path.relative_to(ROOT)} reaches into {module}"
