"""How much of a hostile document is judged: long lists are cut and swarms of extra fields counted, each with a finding.

Invariant: the number of findings is bounded by the schema and not by the size of the file, so a refusal costs at most
a moment; a document within its bounds passes unchanged. Nothing cut here is ever accepted: a finding stands for it.
Prediction rows have a bound of their own, in judging.py.
"""

from __future__ import annotations

from typing import Any, Final

from records import Finding, pointer
from submissions_schema.codes import TABLE, finding
from submissions_schema.contract import RowKind
from submissions_schema.shape import row_schema, schema_for

EXTRA_FIELDS: Final[int] = TABLE["limits"]["extra_fields"]
Place = tuple[str | int, ...]


def bounded_document(document: dict[str, Any], kind: RowKind) -> tuple[dict[str, Any], list[Finding]]:
    """The part of the document that is judged, and the findings for what was cut."""
    found: list[Finding] = []
    return _bounded(document, schema_for(kind), (), found), found


def bounded_row(row: Any, kind: RowKind, where: Place) -> tuple[Any, list[Finding]]:
    """The same for one prediction row that stands at the path `where`."""
    found: list[Finding] = []
    return _bounded(row, row_schema(kind), where, found), found


def _bounded(value: Any, schema: dict[str, Any], where: Place, found: list[Finding]) -> Any:
    if isinstance(value, dict) and "object" in schema["type"]:
        return _bounded_object(value, schema, where, found)
    if isinstance(value, list) and "array" in schema["type"]:
        return _bounded_list(value, schema, where, found)
    return value


def _bounded_object(
    value: dict[str, Any], schema: dict[str, Any], where: Place, found: list[Finding]
) -> dict[str, Any]:
    properties = schema["properties"]
    extra = sum(name not in properties for name in value)
    if extra > EXTRA_FIELDS:
        found.append(finding("E_EXTRA_FIELD.many", pointer(*where), found=extra))
        value = {name: part for name, part in value.items() if name in properties}
    changed = {}
    for name, part in value.items():
        if isinstance(part, (dict, list)) and name in properties:
            kept = _bounded(part, properties[name], (*where, name), found)
            if kept is not part:
                changed[name] = kept
    return {**value, **changed} if changed else value


def _bounded_list(value: list[Any], schema: dict[str, Any], where: Place, found: list[Finding]) -> list[Any]:
    limit = schema.get("maxItems", len(value))
    if len(value) > limit:
        key = schema.get("x-codes", {}).get("maxItems", "E_COUNT.maxItems")
        found.append(finding(key, pointer(*where), found=len(value), expected=limit))
        value = value[:limit]
    return [_bounded(item, schema["items"], (*where, place), found) for place, item in enumerate(value)]
