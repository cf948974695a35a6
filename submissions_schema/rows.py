"""The id set of the prediction rows: every test id once, and nothing else.

Invariant: rows join to the suite by id alone; a row with a bad label still counts as the row of its id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import Any

from records import Finding, pointer, printable
from submissions_schema.codes import finding
from submissions_schema.contract import SuiteContract


def id_findings(rows: Sequence[Any], contract: SuiteContract, base: Sequence[str]) -> Iterator[Finding]:
    """Duplicate, unknown and missing ids of the rows that stand at the path `base`.

    Missing, extra and duplicate ids reject the file; it is never truncated or scored in part.
    """
    if len(rows) == len(contract.ids) and _id_set(rows) == contract.known:
        return
    ids = [row.get("id") if isinstance(row, dict) else None for row in rows]
    seen = {one for one in ids if isinstance(one, str)}
    first: set[str] = set()
    for index, one in enumerate(ids):
        if not isinstance(one, str):
            continue
        where = pointer(*base, index, "id")
        if one in first:
            yield finding("E_DUP_ID", where, found=printable(one))
        if one not in contract.known:
            yield finding("E_UNKNOWN_ID", where, found=printable(one), expected=contract.suite)
        first.add(one)
    for one in contract.ids:
        if one not in seen:
            yield finding("E_MISSING_ID", pointer(*base), expected=one)


def _id_set(rows: Sequence[Any]) -> AbstractSet[Any] | None:
    try:
        return set(map(itemgetter("id"), rows))
    except (TypeError, KeyError):
        return None  # some row is no object, or has no id that could be one
