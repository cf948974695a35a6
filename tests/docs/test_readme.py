"""README.md is the Space card and the first page: what it claims is checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CARD = README.split("---\n")[1]
PINS = dict(re.findall(r"^([\w-]+)(?:\[\w+\])?==(\S+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE))


def card(field: str) -> str:
    match = re.search(rf"^{field}: (.+)$", CARD, re.MULTILINE)
    assert match, f"the Space card has no {field}"
    return match[1].strip('"')


def test_the_space_installs_the_gradio_that_is_pinned() -> None:
    assert card("sdk") == "gradio"
    assert card("sdk_version") == PINS["gradio"]


def test_the_space_asks_for_write_discussions_and_nothing_more() -> None:
    assert card("hf_oauth") == "true"
    assert re.search(r"hf_oauth_scopes:\n((?:  - .+\n)+)", CARD)[1] == "  - write-discussions\n"  # type: ignore[index]


def test_the_card_names_python_and_the_door() -> None:
    assert card("python_version") == "3.11"
    assert (ROOT / card("app_file")).is_file()


def test_every_runtime_requirement_is_pinned_exactly() -> None:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    assert len(PINS) == len([line for line in lines if line and not line.startswith("#")])


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_links_of_the_readme_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_links_of_the_docs_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_adrs_fit_on_a_screen() -> None:
    for page in (ROOT / "docs" / "adr").glob("*.md"):
        assert len(page.read_text(encoding="utf-8").splitlines()) <= 40, page.name
