"""The data card as the Hub reads it: configurations name files of one shape each, and mix no two shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

CORPUS = Path(__file__).resolve().parent.parent.parent / "corpora" / "core-v0.1"


@pytest.fixture(scope="module")
def card() -> tuple[dict[str, Any], str]:
    _, front, body = (CORPUS / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(front), body


def fields(name: str) -> set[str]:
    rows = [json.loads(line) for line in (CORPUS / name).read_bytes().splitlines()]
    (found,) = {frozenset(row) for row in rows}
    return set(found)


def test_the_licence_and_the_default_configuration_are_declared(card: tuple[dict[str, Any], str]) -> None:
    front, _ = card
    assert front["license"] == "mit"
    assert [(c["config_name"], c.get("default", False)) for c in front["configs"]] == [
        ("questions", True),
        ("gold", False),
        ("provenance", False),
    ]


def test_each_configuration_has_one_shape_and_test_questions_carry_no_label(card: tuple[dict[str, Any], str]) -> None:
    questions, *others = card[0]["configs"]
    files = {entry["split"]: entry["path"] for entry in questions["data_files"]}
    assert list(files) == ["train", "validation", "test"]
    declared = {feature["name"] for feature in questions["features"]}
    assert [declared - fields(path) for path in files.values()] == [set(), set(), {"label"}]
    assert all(fields(path) <= declared for path in files.values())
    assert [len(config["data_files"]) for config in others] == [1, 1]
    assert not set(files.values()) & {config["data_files"][0]["path"] for config in others}


def test_the_card_says_what_the_manifest_says(card: tuple[dict[str, Any], str]) -> None:
    text = " ".join(card[1].split())
    manifest = json.loads((CORPUS / "manifest.json").read_bytes())
    assert manifest["neural_assistance"]["statement"] in text
    for category, count in manifest["dedup"]["skeleton_overlap"].items():
        assert f"{category} {count}" in text
    for category in manifest["categories"]:
        assert all(f"| {family} |" in card[1] for family in category["families"])
