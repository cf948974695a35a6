"""The shape of a document, judged by the published JSON Schema itself.

Invariant: types, fields and values are written once, in the schema; this file only words its verdicts. The id set,
digests and rules across fields are judged elsewhere, so schema faults about them are dropped here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from records import Finding, pointer, printable
from submissions_schema.codes import FINDING_ORDER, TYPE_NAMES, finding, type_name
from submissions_schema.contract import RowKind

if TYPE_CHECKING:
    import jsonschema_rs

_FILES = {
    RowKind.LABEL: "submission-core-0.1.schema.json",
    RowKind.SCHEDULE: "submission-scheduling-0.2.schema.json",
}
_USUAL = {
    "type": "E_TYPE",
    "additionalProperties": "E_EXTRA_FIELD",
    "required": "E_MISSING_FIELD",
    "enum": "E_VALUE",
    "const": "E_VALUE",
    "pattern": "E_FORMAT",
    **{keyword: f"E_LENGTH.{keyword}" for keyword in ("minLength", "maxLength")},
    **{keyword: f"E_RANGE.{keyword}" for keyword in ("minimum", "maximum")},
    **{keyword: f"E_COUNT.{keyword}" for keyword in ("minItems", "maxItems")},
}
_TYPE_CODES = dict(FINDING_ORDER)["types"]


@cache
def schema_for(kind: RowKind) -> dict[str, Any]:
    """The published schema of documents with this kind of row, as parsed JSON."""
    schema: dict[str, Any] = json.loads(Path(__file__).with_name(_FILES[kind]).read_text(encoding="utf-8"))
    return schema


@cache
def rows_schema(kind: RowKind) -> dict[str, Any]:
    """The schema of the array of rows alone, of any length: what an upload without disclosures is judged by."""
    rows = schema_for(kind)["properties"]["predictions"]
    return {name: part for name, part in rows.items() if name not in ("minItems", "maxItems")}


def row_schema(kind: RowKind) -> dict[str, Any]:
    """The schema of one row."""
    row: dict[str, Any] = rows_schema(kind)["items"]
    return row


def is_shaped(document: dict[str, Any], kind: RowKind) -> bool:
    """Whether the schema accepts the whole document, rows included."""
    return _document_validator(kind).is_valid(document)


def are_shaped(rows: object, kind: RowKind) -> bool:
    """Whether the schema accepts an array of prediction rows, whatever its length."""
    return _rows_validator(kind).is_valid(rows)


def document_findings(document: dict[str, Any], kind: RowKind) -> list[Finding]:
    """Everything that is wrong with the shape of a whole document."""
    return _findings(_document_validator(kind), schema_for(kind), document, base=[])


def array_findings(rows: object, kind: RowKind, base: Sequence[str]) -> list[Finding]:
    """What is wrong with the shape of something at the path `base` that should be an array of prediction rows."""
    return _findings(_rows_validator(kind), rows_schema(kind), rows, base=base)


def row_findings(row: object, kind: RowKind, base: Sequence[str | int]) -> list[Finding]:
    """Everything that is wrong with the shape of one prediction row that stands at the path `base`."""
    validator = _row_validator(kind)
    return [] if validator.is_valid(row) else _findings(validator, row_schema(kind), row, base=base)


@cache
def _document_validator(kind: RowKind) -> jsonschema_rs.Validator:
    return _compiled(schema_for(kind))


@cache
def _rows_validator(kind: RowKind) -> jsonschema_rs.Validator:
    return _compiled(rows_schema(kind))


@cache
def _row_validator(kind: RowKind) -> jsonschema_rs.Validator:
    return _compiled(row_schema(kind))


def _compiled(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    import jsonschema_rs  # here, so that a door on bare Python can import this room and then change to .venv

    return jsonschema_rs.validator_for(schema)


def _findings(
    validator: jsonschema_rs.Validator, schema: dict[str, Any], instance: object, base: Sequence[str | int]
) -> list[Finding]:
    found: dict[tuple[str, str], Finding] = {}
    for error in validator.iter_errors(instance):
        node = _node(schema, error.schema_path[:-1])
        value = _node(instance, error.instance_path)
        for item in _worded(str(error.schema_path[-1]), node, value, pointer(*base, *error.instance_path)):
            found.setdefault((item.where, item.code), item)
    mistyped = {item.where for item in found.values() if item.code in _TYPE_CODES}
    return [item for item in found.values() if item.where not in mistyped or item.code in _TYPE_CODES]


def _node(root: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        root = root[step]
    return root


def _worded(keyword: str, node: dict[str, Any], value: Any, where: str) -> Iterator[Finding]:
    key = node.get("x-codes", {}).get(keyword, _USUAL[keyword])
    if key is None:
        return
    if keyword == "required":
        missing = (name for name in node["required"] if name not in value)
        yield from (finding(key, where + pointer(name), expected=name) for name in missing)
    elif keyword == "additionalProperties":
        extra = (name for name in value if name not in node["properties"])
        yield from (finding(key, where + pointer(name), found=printable(name)) for name in extra)
    elif keyword == "type":
        yield finding(key, where, found=type_name(value), expected=_expected(node["type"]))
    elif keyword == "pattern":
        yield finding(key, where, found=printable(value), title=node["title"])
    elif keyword in ("enum", "const"):
        expected = ", ".join(map(str, node.get("enum", ["true"])))
        yield finding(key, where, found=_shown(value), expected=expected)
    else:
        size = value if keyword in ("minimum", "maximum") else len(value)
        yield finding(key, where, found=size, expected=node[keyword])


def _expected(types: str | list[str]) -> str:
    return " or ".join(TYPE_NAMES[name] for name in ([types] if isinstance(types, str) else types))


def _shown(value: object) -> str:
    return printable(value) if isinstance(value, str) else type_name(value)
