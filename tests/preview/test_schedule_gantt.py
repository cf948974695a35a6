"""The chart and the chooser in Chromium: Python's words beside it, its charged tasks marked, everything by keyboard."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from evaluator.schedule import ScheduleSuite, explanation
from submissions_schema import read_upload

Document = dict[str, Any]
SHOWN = 8


@pytest.fixture
def file(witnesses: list[Document]) -> bytes:
    """Abstained, feasible, everything at its release, and one task left out, in turn."""
    made = []
    for place, row in enumerate(witnesses):
        early = [{**item, "start": place} for item in row["witness"]]
        schedule = (None, row["witness"], early, row["witness"][1:])[place % 4]
        made.append({"id": row["id"], "schedule": schedule})
    return json.dumps(made).encode()


@pytest.mark.browser
def test_what_is_drawn_is_what_python_explains(
    chromium: Callable[[list[Document]], list[Any]],
    contract_data: Callable[..., Document],
    train_suite: ScheduleSuite,
    file: bytes,
) -> None:
    ids = [*train_suite.contract.ids[:SHOWN], *train_suite.contract.ids[-SHOWN:]]
    sent = {"contract": contract_data(train_suite), "file": base64.b64encode(file).decode(), "ids": ids}
    schedules = {row.id: row.schedule for row in read_upload(file, train_suite.contract).schedules}
    (drawn,) = chromium([{"task": "explore", "width": 360, **sent}])
    for one, seen in zip(ids, drawn["seen"], strict=True):
        expected = explanation(train_suite.judges[one], schedules[one])
        words = [f"{item['constraint'].replace('_', ' ')} {item['words']}" for item in expected["violations"]]
        assert (seen["id"], seen["chosen"], seen["listed"]) == (one, one, one)
        assert seen["words"] == words
        assert seen["bad"] == sorted(expected["charged"])
        assert seen["verdict"] == verdict(expected)
        assert seen["wide"] == 360, "nothing scrolls sideways on a phone"
    assert drawn["first"]["id"] == ids[2], "the first instance that is not feasible is shown first"


def verdict(expected: Document) -> str:
    if not expected["answered"]:
        return "null"
    total = expected["violations_total"]
    if total:
        return f"not feasible: {total} violation{'s' if total > 1 else ''}"
    return "feasible" if expected["feasible"] else "incomplete"


@pytest.mark.browser
def test_the_chooser_and_the_marks_obey_the_keyboard(
    chromium: Callable[[list[Document]], list[Any]],
    contract_data: Callable[..., Document],
    train_suite: ScheduleSuite,
    file: bytes,
) -> None:
    first, *_, before_last, last = ids = train_suite.contract.ids
    sent = {"contract": contract_data(train_suite), "file": base64.b64encode(file).decode(), "ids": [ids[3]]}
    (drawn,) = chromium([{"task": "explore", "width": 1200, **sent}])
    moves = [last, last, before_last, first, first, ids[1]]  # End, Right, Left, Home, Up, Down
    assert drawn["keys"] == [[one, one] for one in moves], "the focus goes where the choice goes"
    assert drawn["stops"] == 1
    assert drawn["marks"]["before"] == drawn["marks"]["cleared"][:2] == [0, False]
    lit, band, pressed = drawn["marks"]["after"]
    assert lit > 0
    assert (band, pressed, drawn["marks"]["cleared"][2]) == (True, "true", "false")
