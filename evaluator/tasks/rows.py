"""The predictions file of a system run by governance, read strictly: exactly the ids that were asked, each once.

Invariant: standard library only, because checks run where nothing is installed; every misfit is named at once; equal
content has equal answers, whatever the order of rows. The submission's reader judges documents, this one raw files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from evaluator.tasks.adapter import Answer
from records import Finding, JsonValue, Rejected, canonical_line, parse, pointer, printable

ROWS = "predictions"
Read = Callable[[Answer, str, str], tuple[Answer, list[Finding]]]
"""(value, task id, pointer) -> (answer in normal form, what is wrong with it)."""


def read_rows(data: bytes, *, ids: Sequence[str], field: str, read: Read, max_bytes: int) -> Mapping[str, Answer]:
    """Answers by id, in the order of `ids`, from a bare array of rows or {"predictions": rows}.

    Raises Rejected with everything that is wrong.
    """
    rows, base = _rows(parse(data, max_bytes=max_bytes))
    answers: dict[str, Answer] = {}
    findings: list[Finding] = []
    asked = frozenset(ids)
    for place, row in enumerate(rows):
        where = base + pointer(place)
        wrong = list(_row_faults(row, field, where))
        if wrong or not isinstance(row, dict):
            findings += wrong
            continue
        name = str(row["id"])
        if name in answers:
            findings.append(_finding("E_DUP_ID", where + "/id", f"{printable(name)} stands a second time"))
        elif name not in asked:
            findings.append(_finding("E_UNKNOWN_ID", where + "/id", f"{printable(name)} was not asked"))
        else:
            answers[name], faults = read(row[field], name, where + pointer(field))
            findings += faults
    findings += [_finding("E_MISSING_ID", base, f"{name} has no row") for name in ids if name not in answers]
    if findings:
        raise Rejected(findings)
    return {name: answers[name] for name in ids}


def row_bytes(answers: Mapping[str, Answer], field: str) -> bytes:
    """The predictions file of these answers: rows by id, canonical, one line feed."""
    return canonical_line({ROWS: [{"id": name, field: answers[name]} for name in sorted(answers)]})


def _rows(value: JsonValue) -> tuple[list[JsonValue], str]:
    if isinstance(value, dict) and sorted(value) == [ROWS]:
        rows, base = value[ROWS], pointer(ROWS)
    else:
        rows, base = value, ""
    if not isinstance(rows, list):
        message = f'an array of rows, or an object with exactly "{ROWS}", is expected'
        raise Rejected([_finding("E_TOP_TYPE", base, message)])
    return rows, base


def _row_faults(row: JsonValue, field: str, where: str) -> Iterator[Finding]:
    if not isinstance(row, dict):
        yield _finding("E_ROW_TYPE", where, f"an object is expected, not {printable(row)}")
        return
    for name in sorted(row.keys() - {"id", field}):
        yield _finding("E_EXTRA_FIELD", where + pointer(name), "unknown field")
    for name in ("id", field):
        if name not in row:
            yield _finding("E_MISSING_FIELD", where + pointer(name), f"a row has id and {field}")
    if "id" in row and not isinstance(row["id"], str):
        yield _finding("E_ID_TYPE", where + "/id", "a text is expected")


def _finding(code: str, where: str, message: str) -> Finding:
    return Finding(code=code, where=where, message=message)
