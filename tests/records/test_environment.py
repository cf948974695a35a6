"""Doors find their environment, or say in one line how to make it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from records import data_home, require

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_happens_where_everything_is_there() -> None:
    require("json", "pathlib")


def test_a_missing_package_is_advice_and_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        require("a_package_that_nobody_wrote")
    assert caught.value.code == 3
    assert capsys.readouterr().err.startswith("missing Python packages: a_package_that_nobody_wrote. Run `make setup`")


def test_the_same_command_line_continues_in_the_projects_environment() -> None:
    script = "import sys; from records import require; require('pytest'); print(sys.prefix, sys.argv[1:])"
    bare = [
        getattr(sys, "_base_executable", sys.executable),
        "-I",
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); " + script,
    ]
    done = subprocess.run([*bare, "x", "--y"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("['x', '--y']")


def test_data_live_beside_the_code_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NNAI_HOME", raising=False)
    assert data_home() == ROOT / ".nnai"
    monkeypatch.setenv("NNAI_HOME", str(tmp_path))
    assert data_home() == tmp_path
