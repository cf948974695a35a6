"""Prediction rows, judged one by one in file order: ids of all of them, shape and names until enough is wrong.

Invariant: at most `ROWS_PER_ID` rows an id are looked at, and no further row once those before have `ROW_FINDINGS`
faults; a finding says how many were judged. So the cost of refusing a hostile file is bounded, and the findings of a
file depend on the file alone. A file that is accepted was judged whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from records import Finding, pointer
from submissions_schema.bounds import bounded_row
from submissions_schema.codes import TABLE, finding
from submissions_schema.contract import RowKind, SuiteContract
from submissions_schema.rows import id_findings
from submissions_schema.schedule_findings import schedule_findings
from submissions_schema.shape import row_findings

ROWS_PER_ID: Final[int] = TABLE["limits"]["rows_per_id"]
ROW_FINDINGS: Final[int] = TABLE["limits"]["row_findings"]


def judged_rows(rows: Sequence[Any], contract: SuiteContract, base: Sequence[str], *, shaped: bool) -> list[Finding]:
    """What is wrong with the rows at the path `base`; `shaped` where the schema has accepted them already."""
    limit = ROWS_PER_ID * len(contract.ids)
    ids = list(id_findings(rows[:limit], contract, base))
    found: list[Finding] = []
    for index, row in enumerate(rows[:limit] if contract.row is RowKind.SCHEDULE or not shaped else ()):
        found += _row_findings(row, contract, (*base, index), shaped=shaped)
        if len(found) >= ROW_FINDINGS and index + 1 < len(rows):
            slots = {"found": len(rows), "judged": index + 1, "expected": ROW_FINDINGS}
            return [*ids, *found, finding("E_COUNT.faults", pointer(*base), **slots)]
    if len(rows) > limit:
        slots = {"found": len(rows), "expected": len(contract.ids), "judged": limit}
        found.append(finding("E_COUNT.rows", pointer(*base), **slots))
    return [*ids, *found]


def _row_findings(row: Any, contract: SuiteContract, where: tuple[str | int, ...], *, shaped: bool) -> list[Finding]:
    found: list[Finding] = []
    if not shaped:
        row, found = bounded_row(row, contract.row, where)
        found += row_findings(row, contract.row, where)
    if contract.row is RowKind.SCHEDULE:
        found += schedule_findings(row, contract, where)
    return found
