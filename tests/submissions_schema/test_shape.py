"""The published schema is closed, explains itself, and is worded by the table of codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest

from records import Finding
from submissions_schema import RowKind
from submissions_schema.codes import MESSAGES
from submissions_schema.shape import rows_schema, schema_for

SCHEMA = schema_for(RowKind.LABEL)


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for part in schema.get("properties", {}).values():
        yield from nodes(part)
    if "items" in schema:
        yield from nodes(schema["items"])


def test_the_schema_is_a_sound_schema() -> None:
    jsonschema_rs.meta.validate(SCHEMA)


def test_every_object_is_closed() -> None:
    objects = [node for node in nodes(SCHEMA) if node["type"] == "object"]
    assert len(objects) > 15
    assert all(node["additionalProperties"] is False for node in objects)


def test_every_field_has_a_title_and_a_description() -> None:
    for node in nodes(SCHEMA):
        assert node["title"]
        assert node["description"].endswith((".", "?"))


def test_texts_are_bounded() -> None:
    for node in nodes(SCHEMA):
        if node["type"] == "string":
            assert node.keys() & {"maxLength", "pattern", "enum", "const"} or node["title"] == "Item id"


def test_lists_are_bounded_and_hold_flat_entries() -> None:
    for node in nodes(SCHEMA):
        if node["type"] == "array":
            assert node["maxItems"]
            assert all(part["type"] not in ("object", "array") for part in node["items"]["properties"].values())


def test_codes_named_in_the_schema_have_words() -> None:
    codes = [code for node in nodes(SCHEMA) for code in node.get("x-codes", {}).values() if code is not None]
    assert codes
    assert set(codes) <= MESSAGES.keys()


def test_rows_alone_are_judged_by_the_same_schema() -> None:
    rows = rows_schema(RowKind.LABEL)
    assert rows["items"] is SCHEMA["properties"]["predictions"]["items"]
    assert "minItems" not in rows


def test_a_line_feed_at_the_end_of_a_digest_is_no_digest(
    document: dict[str, Any], findings_of: Callable[[object], tuple[Finding, ...]]
) -> None:
    document["reproduction"]["environment"]["sha256"] += "\n"
    assert [(item.code, item.where) for item in findings_of(document)] == [
        ("E_FORMAT", "/reproduction/environment/sha256")
    ]


@pytest.mark.parametrize("value", [1, "true", None, [], {}])
def test_a_wrong_type_is_one_finding_at_its_place(
    document: dict[str, Any], findings_of: Callable[[object], tuple[Finding, ...]], value: object
) -> None:
    document["architecture"]["non_neural"] = value
    assert [(item.code, item.where) for item in findings_of(document)] == [("E_TYPE", "/architecture/non_neural")]
