"""Schedules as records: one byte form whatever the order, digests over it, and a contract that fits its suite."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.schedule import ScheduleSuite
from records import Rejected, canonical_bytes, sha256_hex
from submissions_schema import (
    Assignment,
    InputMode,
    InstanceNames,
    RowKind,
    SchedulePrediction,
    Submission,
    SuiteContract,
    read_submission,
    read_upload,
    schedules_by_id,
    schedules_sha256,
)

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
assignments = st.builds(Assignment, names, names, st.integers(0, 9999))
schedules_of = st.none() | st.lists(assignments, max_size=5, unique_by=lambda item: item.task).map(tuple)
predictions = st.lists(st.builds(SchedulePrediction, names, schedules_of), max_size=5, unique_by=lambda row: row.id)


@settings(max_examples=100, database=None)
@given(predictions, st.randoms(use_true_random=False))
def test_the_digest_is_that_of_the_canonical_rows_in_any_order(rows: list[SchedulePrediction], random: Any) -> None:
    ordered = schedules_by_id([row.to_dict() for row in rows])
    expected = sha256_hex(canonical_bytes([row.to_dict() for row in ordered]))
    random.shuffle(rows)
    turned = [SchedulePrediction(row.id, row.schedule and tuple(reversed(row.schedule))) for row in rows]
    assert schedules_sha256(turned) == schedules_sha256(ordered) == expected


def test_a_submission_round_trips(build_case: Callable[..., bytes], schedules: ScheduleSuite) -> None:
    submission = read_submission(build_case({"steps": []}), schedules.contract)
    assert submission.input_mode is InputMode.STRUCTURED
    assert submission.predictions == ()
    assert len(submission.schedules) == 300
    again = read_submission(submission.canonical(), schedules.contract)
    assert again == submission == Submission.from_dict(json.loads(submission.canonical()))
    assert read_upload(submission.canonical(), schedules.contract).schedules == submission.schedules


def test_the_input_mode_is_part_of_the_bytes(build_case: Callable[..., bytes], schedules: ScheduleSuite) -> None:
    text = build_case({"steps": [{"op": "set", "at": "/input_mode", "value": "text"}]})
    plain = build_case({"steps": []})
    digests = {read_submission(data, schedules.contract).sha256 for data in (text, plain)}
    assert len(digests) == 2


def test_a_contract_names_the_tasks_and_workers_of_exactly_its_ids() -> None:
    known = {"x": InstanceNames(frozenset({"T1"}), frozenset({"W1"}))}
    facts: dict[str, Any] = {"suite": "s", "test_sha256": "0" * 64, "ids": ("x",)}
    assert SuiteContract(**facts, row=RowKind.SCHEDULE, instances=known).known == {"x"}
    for wrong in (
        {"row": RowKind.SCHEDULE},
        {"instances": known},
        {"row": RowKind.SCHEDULE, "instances": {"y": known["x"]}},
    ):
        with pytest.raises(ValueError, match="names tasks and workers"):
            SuiteContract(**facts, **wrong)


def test_a_hostile_file_has_a_bounded_number_of_findings(schedules: ScheduleSuite) -> None:
    row = {"id": schedules.instances[0].id, "schedule": [7] * 5_000}
    with pytest.raises(Rejected) as caught:
        read_upload(json.dumps([row] * 60).encode(), schedules.contract)
    assert len(caught.value.findings) == 60 * 32 + 60 + 59 + 299


def test_judging_stops_where_the_rows_have_faults_enough_and_says_where(schedules: ScheduleSuite) -> None:
    swarm = {f"extra{number}": 1 for number in range(10)}
    rows = [{"id": one, "schedule": [swarm] * 32} for one in schedules.contract.ids] * 2
    with pytest.raises(Rejected) as caught:
        read_upload(json.dumps(rows).encode(), schedules.contract)
    (told,) = [item for item in caught.value.findings if item.code == "E_COUNT"]
    assert told.message == ("600 rows, of which only the first 25 were judged: they have 10000 faults or more")
    of_rows = {item.where.split("/")[1] for item in caught.value.findings if item.code not in ("E_DUP_ID", "E_COUNT")}
    assert of_rows == {str(number) for number in range(25)}
    assert sum(item.code == "E_DUP_ID" for item in caught.value.findings) == 300


@pytest.mark.parametrize("faults", [{}, {"start": -1}], ids=["shaped", "misshaped"])
def test_names_count_among_the_faults_whether_the_shape_is_right_or_not(
    schedules: ScheduleSuite, faults: dict[str, int]
) -> None:
    item = {"task": "T1", "worker": "nobody", "start": 0, **faults}
    rows = [{"id": one, "schedule": [item] * 32} for one in schedules.contract.ids]
    with pytest.raises(Rejected) as caught:
        read_upload(json.dumps(rows).encode(), schedules.contract)
    assert 10_000 < len(caught.value.findings) < 10_000 + 4 * 32


def test_a_file_with_its_last_fault_in_the_last_row_is_judged_whole(schedules: ScheduleSuite) -> None:
    rows = [{"id": one, "schedule": [{"task": 7}] * 11} for one in schedules.contract.ids]
    rows[-1] = {"id": rows[-1]["id"], "schedule": [{"task": 7}] * 32}
    with pytest.raises(Rejected) as caught:
        read_upload(json.dumps(rows).encode(), schedules.contract)
    assert len(caught.value.findings) == (299 * 11 + 32) * 3


def test_the_recipe_makes_the_plainest_schedule(recipe: ModuleType, rows: list[dict[str, Any]]) -> None:
    plain = recipe.plain_schedule(rows[0])
    assert [item["task"] for item in plain] == [task["id"] for task in rows[0]["tasks"]]
    assert [item["start"] for item in plain] == [task["release"] for task in rows[0]["tasks"]]
