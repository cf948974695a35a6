"""What other commands own beside the generated files is no stray; anything else of that name is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generators.check.companions import FOLDERS, without_companions
from generators.layout import stray_files as core_strays
from generators.scheduling.layout import stray_files as schedule_strays
from records import Finding


@pytest.mark.parametrize("strays", [core_strays, schedule_strays], ids=["core", "scheduling"])
def test_governed_folders_are_no_strays(tmp_path: Path, strays: Callable[[Path], list[Finding]]) -> None:
    for name in ("corpus", "contracts", "releases", *FOLDERS):
        (tmp_path / name).mkdir()
    (tmp_path / "README.md").write_text("x")
    (tmp_path / "notes.txt").write_text("x")
    assert [one.where for one in without_companions(tmp_path, strays(tmp_path))] == ["notes.txt"]


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_file_or_link_named_like_a_companion_is_a_stray(tmp_path: Path, kind: str) -> None:
    (tmp_path / "README.md").write_text("x")
    if kind == "file":
        (tmp_path / "studies").write_text("x")
    else:
        (tmp_path / "studies").symlink_to(tmp_path, target_is_directory=True)
    assert [one.where for one in without_companions(tmp_path, core_strays(tmp_path))] == ["studies"]
