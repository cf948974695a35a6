"""docs/BENCH.md is what the parser says of every command, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import bench

PAGE = Path(__file__).resolve().parents[2] / "docs" / "BENCH.md"


def test_the_page_is_the_parsers_own_help() -> None:
    assert bench.main(["reference"]) == 0, "run `python3 bench.py reference --apply`"


def test_every_command_has_a_section_with_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for command in bench.COMMANDS:
        with pytest.raises(SystemExit) as left:
            bench.main([command.name, "--help"])
        assert left.value.code == 0
        assert f"## {command.name}\n\n```\n{capsys.readouterr().out.rstrip()}\n```" in page


def test_every_option_says_what_it_is_for() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("\n  -h, --help") == len(bench.COMMANDS) + 1
    for command in bench.COMMANDS:
        assert len(command.help) > 20, command.name
