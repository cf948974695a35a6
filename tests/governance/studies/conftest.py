"""Small systems, each a Python program that a test writes, and studies of them on small corpora."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.corpus import Governed, load_governed
from governance.studies import System, read_system

WriteSystem = Callable[..., System]

PRELUDE = """
import json, os, sys, time
from pathlib import Path
rows = [json.loads(line) for line in Path("inputs/test.questions.jsonl").read_text().splitlines()]
def answer(labels):
    found = [{"id": row["id"], "label": label} for row, label in zip(rows, labels)]
    Path(sys.argv[1]).write_text(json.dumps({"predictions": found}))
"""


@pytest.fixture
def governed(small_choice: Callable[..., Path], tmp_path: Path) -> Governed:
    """Twelve tasks of multiple choice."""
    return load_governed(small_choice(tmp_path / "corpus"))


@pytest.fixture
def write_system(tmp_path: Path) -> WriteSystem:
    """Write a system whose program is `PRELUDE` and `source`; `fields` replace those of its file."""

    def write(source: str, name: str = "tiny", **fields: object) -> System:
        folder = tmp_path / "systems" / name
        (folder / "program").mkdir(parents=True, exist_ok=True)
        (folder / "program" / "main.py").write_text(PRELUDE + source)
        path = folder / f"{name}.toml"
        path.write_text(system_text(**fields))
        return read_system(path)

    return write


@pytest.fixture
def text_of_a_system() -> Callable[..., str]:
    """The text of a sound system file, with some fields replaced; a table becomes a section."""
    return system_text


def system_text(**fields: object) -> str:
    """TOML: what json writes of texts, numbers and lists is TOML as well."""
    table: dict[str, object] = {
        "schema_version": 1,
        "name": "A tiny system",
        "family": "tiny",
        "architecture": "script",
        "source": "https://example.invalid/tiny",
        "revision": "1.0",
        "command": ["/usr/bin/python3", "{agent}/main.py", "{out}", "{seed}"],
        "seed": 0,
        "track": "closed-book",
        "exposure": "unexposed",
        "timeout_s": 60,
        "memory_mb": 256,
        "agent": {"root": "program", "include": ["main.py"]},
        **fields,
    }
    plain = [f"{name} = {json.dumps(value)}" for name, value in table.items() if not isinstance(value, dict)]
    for name, value in table.items():
        if isinstance(value, dict):
            plain += [f"[{name}]", *(f"{key} = {json.dumps(part)}" for key, part in value.items())]
    return "\n".join(plain) + "\n"
