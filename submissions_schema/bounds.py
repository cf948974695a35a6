"""How much of a hostile document is judged: long lists are cut and swarms of extra fields counted, each with a finding.

Invariant: the number of findings is bounded by the contract and not by the size of the file, so a refusal costs at most
a moment; a document within its bounds passes unchanged. Nothing cut here is ever accepted: a finding stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from records import Finding, pointer
from submissions_schema.codes import TABLE, finding
from submissions_schema.contract import SuiteContract
from submissions_schema.shape import rows_schema, schema_for

EXTRA_FIELDS: Final[int] = TABLE["limits"]["extra_fields"]
ROWS_PER_ID: Final[int] = TABLE["limits"]["rows_per_id"]


def bounded_document(document: dict[str, Any], contract: SuiteContract) -> tuple[dict[str, Any], list[Finding]]:
    """The part of the document that is judged, and the findings for what was cut."""
    found: list[Finding] = []
    return _bounded(document, schema_for(contract.row), (), contract, found), found


def bounded_rows(rows: Any, contract: SuiteContract, base: Sequence[str]) -> tuple[Any, list[Finding]]:
    """The same for prediction rows alone that stand at the path `base`."""
    found: list[Finding] = []
    return _bounded(rows, rows_schema(contract.row), tuple(base), contract, found), found


def _bounded(
    value: Any, schema: dict[str, Any], where: tuple[str | int, ...], contract: SuiteContract, found: list[Finding]
) -> Any:
    if isinstance(value, dict) and "object" in schema["type"]:
        return _bounded_object(value, schema, where, contract, found)
    if isinstance(value, list) and "array" in schema["type"]:
        return _bounded_list(value, schema, where, contract, found)
    return value


def _bounded_object(
    value: dict[str, Any],
    schema: dict[str, Any],
    where: tuple[str | int, ...],
    contract: SuiteContract,
    found: list[Finding],
) -> dict[str, Any]:
    properties = schema["properties"]
    extra = sum(name not in properties for name in value)
    if extra > EXTRA_FIELDS:
        found.append(finding("E_EXTRA_FIELD.many", pointer(*where), found=extra))
        value = {name: part for name, part in value.items() if name in properties}
    changed = {}
    for name, part in value.items():
        if isinstance(part, (dict, list)) and name in properties:
            kept = _bounded(part, properties[name], (*where, name), contract, found)
            if kept is not part:
                changed[name] = kept
    return {**value, **changed} if changed else value


def _bounded_list(
    value: list[Any],
    schema: dict[str, Any],
    where: tuple[str | int, ...],
    contract: SuiteContract,
    found: list[Finding],
) -> list[Any]:
    counted = schema.get("x-codes", {}).get("maxItems", "E_COUNT.maxItems")
    limit = schema["maxItems"] if counted else ROWS_PER_ID * len(contract.ids)
    if len(value) > limit:
        key, expected = (counted, limit) if counted else ("E_COUNT.rows", len(contract.ids))
        found.append(finding(key, pointer(*where), found=len(value), expected=expected, judged=limit))
        value = value[:limit]
    if _nested(schema["items"]) or _may_be_large(value):
        value = [_bounded(item, schema["items"], (*where, place), contract, found) for place, item in enumerate(value)]
    return value


def _nested(schema: dict[str, Any]) -> bool:
    """Whether entries may hold lists or objects of their own, as rows with a schedule do."""
    return any("items" in part or "properties" in part for part in schema.get("properties", {}).values())


def _may_be_large(entries: list[Any]) -> bool:
    """Of entries that hold no lists or objects of their own only one with many fields can be out of bounds."""
    try:
        return max(map(len, entries), default=0) > EXTRA_FIELDS
    except TypeError:
        return True
