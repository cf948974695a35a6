"""Names of the submitter in a pull request's title and description stay text."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator import Suite, score
from space.submit_text import description, inert, title
from submissions_schema import Submission, read_submission

HOSTILE = "<img src=x onerror=alert(1)> ``` @vynly #1 [a](https://b) ${x} *b*"


@pytest.fixture
def hostile(suite: Suite, maker: Any) -> Submission:
    """A submission whose system's name is markup."""
    record = maker.accept(right=300, system__name=HOSTILE)
    return read_submission(maker.state.record(suite.corpus, record), suite.contract)


def test_a_title_is_one_line_of_plain_signs(hostile: Submission) -> None:
    assert not set(title(hostile)) & set("<>`@#[]$*{}\n|:/\\&\"'")


def test_a_description_is_one_code_block_and_the_digest(hostile: Submission, suite: Suite) -> None:
    text = description(hostile, score(hostile.predictions, suite))
    assert text.count("```") == 2
    assert "@" not in text
    assert "<" not in text
    assert text.endswith(f"`nnai-submission sha256:{hostile.sha256}`\n")
    assert "macro accuracy  33.33 %" in text


def test_letters_of_every_script_stay_and_long_names_are_cut() -> None:
    assert inert("Größe 2.1 (β)") == "Größe 2.1 (β)"
    assert inert("x" * 90) == "x" * 59 + "…"
