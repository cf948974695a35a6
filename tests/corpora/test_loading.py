"""The corpus folder as other people load it: datasets, pandas, polars, and the Hub's eval.yaml."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
import yaml

CORPUS = Path(__file__).resolve().parents[2] / "corpora" / "core-v0.1"
FILES = ("train", "validation", "test.questions", "test.gold", "provenance")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / f"{name}.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def loaded(load_by_datasets: Callable[..., Any]) -> Any:
    return load_by_datasets(str(CORPUS))


def test_datasets_finds_the_declared_configurations_and_takes_questions_by_itself(loaded: Any) -> None:
    assert {name: sorted(splits) for name, splits in loaded["rows"].items()} == {
        "questions": ["test", "train", "validation"],
        "gold": ["test"],
        "provenance": ["items"],
    }
    assert loaded["default"] == ["test", "train", "validation"]


def test_datasets_gives_every_row_as_it_stands_in_its_file(loaded: Any) -> None:
    rows = loaded["rows"]
    assert rows["questions"]["train"] == lines("train")
    assert rows["questions"]["validation"] == lines("validation")
    assert rows["questions"]["test"] == [row | {"label": None} for row in lines("test.questions")]
    assert rows["gold"]["test"] == lines("test.gold")
    assert rows["provenance"]["items"] == lines("provenance")


@pytest.mark.parametrize("name", FILES)
def test_pandas_reads_every_file(name: str) -> None:
    frame = pd.read_json(CORPUS / f"{name}.jsonl", lines=True)
    assert frame.to_dict("records") == lines(name)


@pytest.mark.parametrize("name", FILES)
def test_polars_reads_every_file(name: str) -> None:
    rows = pl.read_ndjson(CORPUS / f"{name}.jsonl", infer_schema_length=None).to_dicts()
    for row in rows:
        if "params" in row:  # one struct for all families: what a family does not have is null
            row["params"] = {key: value for key, value in row["params"].items() if value is not None}
    assert rows == lines(name)


def test_the_hub_s_eval_file_names_a_configuration_and_a_split_that_exist(loaded: Any) -> None:
    value = yaml.safe_load((CORPUS / "eval.yaml").read_text())
    assert sorted(value) == ["description", "name", "tasks"]
    assert value["name"] == "NNAI-Bench core v0.1"
    (task,) = value["tasks"]
    assert len(loaded["rows"][task["config"]][task["split"]]) == 900
    assert len(value["description"].split("900 ")) == 2
