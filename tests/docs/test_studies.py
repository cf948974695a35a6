"""docs/STUDIES.md: its example is a sound system file, and it names every field and class that there is."""

from __future__ import annotations

import re
from pathlib import Path

from governance.studies import EXPOSURES, TRACKS, Klass, read_system
from governance.studies.command import placeholders
from governance.studies.system import OPTIONAL, REQUIRED

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "STUDIES.md").read_text(encoding="utf-8")


def test_the_example_is_a_sound_system_file_with_every_field(tmp_path: Path) -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert found
    (tmp_path / "requirements.txt").write_text("numpy==2.4.6\n")
    (tmp_path / "bm25.toml").write_text(found[1])
    system = read_system(tmp_path / "bm25.toml")
    assert (system.batch, system.trials, system.agent.exclude) == (100, 3, ("library/tests",))
    for field in REQUIRED | OPTIONAL:
        assert re.search(rf"^\[?{field}\b", found[1], re.MULTILINE), field


def test_every_word_that_is_used_is_explained() -> None:
    for word in (*TRACKS, *EXPOSURES, *(f"{{{name}}}" for name in placeholders(0, ""))):
        assert word in PAGE
    for ending in Klass:
        assert f"`{ending}`" in PAGE
