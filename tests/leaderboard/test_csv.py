"""CSV for people: what anybody may write into a submission survives a round trip and runs nowhere."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard import board_csv, build_board
from leaderboard.csv_text import csv_bytes, text_cell, text_of

DIGITS = "1234567890" * 4


RUNS = ("=1+1", "+1", "-1", "@sum(A1)", "\t=1", "\r=1", "  =1", "＝1", "＋1", "－1", "＠x", "'=1")


@pytest.mark.parametrize("text", RUNS)
def test_cells_that_a_spreadsheet_would_run_get_an_apostrophe(text):
    assert text_cell(text) == f"'{text}"


@given(st.text())
def test_text_cells_read_back_exactly(text):
    assert text_of(text_cell(text)) == text
    assert not text_cell(text).lstrip(" ").startswith(("=", "+", "-", "@"))


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2)))
def test_every_reader_of_rfc_4180_gets_the_cells_back(rows):
    text = csv_bytes(("a", "b"), rows).decode("utf-8")
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == rows


def test_names_and_revisions_survive_pandas_read_as_text(shelf, write, state, suite):
    source = {"url": "https://github.com/a/b", "revision": DIGITS, "licence": "MIT", "closed_source": False}
    names = ["NA", "None", "007", "1e5", "=HYPERLINK(1)", 'say "hi", twice', " padded ", "名前", "null"]
    for right, name in enumerate(names):
        shelf.put(write(name, right=500 - right, name=name, source=source))
    data = board_csv(build_board(state, suite))
    frame = pd.read_csv(io.BytesIO(data), dtype=str, keep_default_na=False)
    assert [text_of(name) for name in frame["system"]] == names
    assert frame["system"][4] == "'=HYPERLINK(1)"
    assert set(frame["revision"]) == {DIGITS}
    assert list(frame["correct"]) == [str(500 - right) for right in range(len(names))]
    assert b"\r" not in data


def test_a_missing_value_is_an_empty_cell(shelf, write, state, suite):
    shelf.put(write(right=0, open_items=900), status="control")
    frame = pd.read_csv(io.BytesIO(board_csv(build_board(state, suite))), dtype=str, keep_default_na=False)
    row = frame.iloc[0]
    assert (row["rank"], row["answered_only_percent"], row["coverage_percent"]) == ("", "", "0.00")
