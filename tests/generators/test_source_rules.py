"""What generator source must not contain, read from its syntax trees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = sorted((ROOT / "generators").rglob("*.py"))
MODULES = {
    *("__future__", "ast", "collections", "collections.abc", "dataclasses", "functools", "itertools", "json"),
    *("pathlib", "re", "tomllib", "typing", "unicodedata"),
}
FILE_MODULES = {"companions.py", "croissant.py", "fresh.py", "layout.py", "manifest.py", "produce.py"}
"""They join paths with `/`; no generation happens in them."""
CALLS = {"hash", "id", "set", "frozenset", "float", "round", "vars", "dir", "globals", "eval", "exec", "__import__"}


def faults(source: str, name: str = "draft.py") -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex()):
                found.append("float")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()) if name not in FILE_MODULES:
                found.append("true division")
            case ast.Set() | ast.SetComp():
                found.append("set")
            case ast.Call(func=ast.Name(id=called)) if called in CALLS:
                found.append(f"{called}()")
            case ast.Import(names=names):
                found += [alias.name for alias in names if not allowed(alias.name)]
            case ast.ImportFrom(module=module) if not allowed(module or ""):
                found.append(module or "relative import")
            case ast.Attribute(attr="environ" | "urandom" | "popitem"):
                found.append(node.attr)
    return found


def allowed(module: str) -> bool:
    return module in MODULES or module.split(".")[0] in ("generators", "records")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_generators_use_no_float_set_hash_clock_or_outside_randomness(path: Path) -> None:
    assert faults(path.read_text("utf-8"), path.name) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from time import time",
        "import os",
        "from solvers import judge",
        "x = 0.5",
        "x = 1 / 2",
        "x = {1, 2}",
        "x = {y for y in z}",
        "x = set(y)",
        "x = hash('a')",
        "x = float(3)",
    ],
)
def test_the_lint_finds_each_forbidden_thing(source: str) -> None:
    assert len(faults(source)) == 1
