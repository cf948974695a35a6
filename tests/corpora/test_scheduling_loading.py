"""The scheduling corpus as other people load it: datasets, pandas, polars, mlcroissant, and the Hub's eval.yaml."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
import yaml

CORPUS = Path(__file__).resolve().parents[2] / "corpora" / "scheduling-v0.2"
INSTANCES = ("train", "validation", "test.questions")
MIXED = ("precedence", "tasks")
"""Columns whose lists hold more than one type, or objects whose keys differ: polars reads them as JSON text."""
Rows = list[dict[str, Any]]


def lines(name: str) -> Rows:
    return [json.loads(line) for line in (CORPUS / f"{name}.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def loaded(load_by_datasets: Callable[..., Any]) -> Any:
    return load_by_datasets(str(CORPUS))


def test_datasets_finds_the_declared_configurations_and_takes_instances_by_itself(loaded: Any) -> None:
    assert {name: sorted(splits) for name, splits in loaded["rows"].items()} == {
        "instances": ["test", "train", "validation"],
        "provenance": ["items"],
    }
    assert loaded["default"] == ["test", "train", "validation"]


def test_datasets_gives_every_row_as_it_stands_in_its_file(loaded: Any) -> None:
    rows = loaded["rows"]
    assert rows["instances"]["train"] == lines("train")
    assert rows["instances"]["validation"] == [row | {"witness": None} for row in lines("validation")]
    assert rows["instances"]["test"] == [row | {"witness": None} for row in lines("test.questions")]
    assert rows["provenance"]["items"] == lines("provenance")


@pytest.mark.parametrize("name", [*INSTANCES, "provenance"])
def test_pandas_reads_every_file(name: str) -> None:
    assert pd.read_json(CORPUS / f"{name}.jsonl", lines=True).to_dict("records") == lines(name)


@pytest.mark.parametrize("name", INSTANCES)
def test_polars_reads_every_file_with_the_types_that_the_data_card_declares(name: str) -> None:
    own = dict.fromkeys(MIXED, pl.String)
    frame = pl.read_ndjson(CORPUS / f"{name}.jsonl", schema_overrides=own, infer_schema_length=None)
    assert [row | {key: json.loads(row[key]) for key in MIXED} for row in frame.to_dicts()] == lines(name)


def test_polars_left_to_guess_reads_a_lag_as_text_as_the_data_card_says() -> None:
    frame = pl.read_ndjson(CORPUS / "train.jsonl", infer_schema_length=None)
    assert frame["precedence"].to_list() == [
        [[a, b, str(lag)] for a, b, lag in row["precedence"]] for row in lines("train")
    ]
    assert pl.read_ndjson(CORPUS / "provenance.jsonl").to_dicts() == lines("provenance")


def test_mlcroissant_reads_every_row_and_every_lag_as_a_number(read_by_croissant: Callable[..., Any]) -> None:
    found = read_by_croissant(str(CORPUS))
    assert (found["errors"], found["warnings"]) == ([], [])
    sets = {"train": "train", "validation": "validation", "test": "test.questions"}
    for name, file in sets.items():
        assert found["rows"][name] == [flat(row) for row in lines(file)]
    assert found["rows"]["provenance"] == [without(row, "params") for row in lines("provenance")]


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row in the shape that croissant.json declares: every place of a mixed list has a name."""
    tasks = [
        without(task, "demand") | {f"demand_{name}": task["demand"].get(name) for name in ("R1", "R2")}
        for task in row["tasks"]
    ]
    arcs = [{"before": before, "after": after, "lag": lag} for before, after, lag in row["precedence"]]
    return row | {
        "tasks": tasks,
        "precedence": arcs,
        "separate": [{"one": one, "other": other} for one, other in row["separate"]],
    }


def without(row: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


def test_the_hub_s_eval_file_names_a_configuration_and_a_split_that_exist(loaded: Any) -> None:
    value = yaml.safe_load((CORPUS / "eval.yaml").read_text())
    assert (sorted(value), value["name"]) == (["description", "name", "tasks"], "NNAI-Bench scheduling v0.2")
    (task,) = value["tasks"]
    assert len(loaded["rows"][task["config"]][task["split"]]) == 300
    assert value["description"].startswith("300 ")
