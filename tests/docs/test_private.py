"""docs/PRIVATE.md names only commands and options that exist, and each command of a private corpus's life."""

from __future__ import annotations

import re
from pathlib import Path

import bench
from governance.commands import reference

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "PRIVATE.md").read_text(encoding="utf-8")
HELP = reference(bench.DOOR.parser()).decode()


def test_every_command_of_the_page_exists() -> None:
    named = set(re.findall(r"bench\.py ([a-z-]+)", PAGE))
    assert named <= {command.name for command in bench.COMMANDS}
    assert {"init-private-corpus", "generate", "publication-check", "publish-redacted", "retire"} <= named


def test_every_option_of_the_page_exists() -> None:
    for option in set(re.findall(r"(?<![-\w])--[a-z][a-z-]*", PAGE)):
        assert f"{option} " in HELP or f"{option}]" in HELP, option


def test_every_page_that_is_linked_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (DOCS / target).exists(), target
