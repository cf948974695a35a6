"""The door in this process: arguments and environment in, exit code and text out; a real local hub where needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import review
from evaluator import suite_for
from hub.local import LocalHub
from hub.local.serving import serving
from submissions_schema import Submission

BASE = Path(__file__).resolve().parent.parent / "cases" / "submission-core" / "base.json"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing set but its data folder; nothing listens on its PORT."""
    for name in ("NNAI_ENDPOINT", "NNAI_TOKEN", "HF_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NNAI_HOME", str(tmp_path))
    monkeypatch.setenv("PORT", "9")
    return tmp_path


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command line; (exit code, standard output, standard error)."""

    def call(*arguments: str) -> tuple[int, str, str]:
        try:
            code = review.main(arguments)
        except SystemExit as usage:
            code = int(usage.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def local(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHub]:
    """The local hub of this machine, served on its PORT."""
    with serving(home) as hub:
        monkeypatch.setenv("PORT", str(urlsplit(hub.base_url).port))
        yield hub


@pytest.fixture
def control(tmp_path: Path) -> Path:
    """The file of a control that always answers A."""
    suite = suite_for("nnai-bench-0.1")
    rows = [{"id": item.id, "label": "A"} for item in suite.items]
    document = {**json.loads(BASE.read_text(encoding="utf-8")), "test_sha256": suite.test_sha256, "predictions": rows}
    path = tmp_path / "control.json"
    path.write_bytes(Submission.from_dict(document).canonical())
    return path
