"""Findings and rejections: never empty, always one printable line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import Finding, Rejected, pointer, printable


def test_a_rejection_needs_a_finding() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Rejected([])


def test_a_rejection_names_the_first_finding_and_counts_the_rest() -> None:
    findings = [Finding(code="E_LABEL", where="/0/label", message="'x' is no label")] * 3
    assert str(Rejected(findings)) == "E_LABEL at /0/label: 'x' is no label (and 2 more)"
    assert str(Finding(code="E_EMPTY", where="", message="0 bytes")) == "E_EMPTY at the document: 0 bytes"


@given(st.text())
def test_printable_text_is_short_ascii_on_one_line(text: str) -> None:
    shown = printable(text)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) <= 60


@given(st.lists(st.text()))
def test_a_pointer_gives_its_parts_back(parts: list[str]) -> None:
    text = pointer(*parts)
    assert [part.replace("~1", "/").replace("~0", "~") for part in text.split("/")[1:]] == parts
