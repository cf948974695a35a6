"""The strict reader: bytes that anybody may have written become a Submission, or all findings say why not.

Order: bytes and JSON (records.parse stops with one code), then the contract the document was made for (one code
again, because nothing else of a foreign document can be judged), then everything at once within the bounds of
bounds.py and judging.py, sorted by `order_key`: shape by the published schema, test digest, rules across fields,
secrets, rows with their ids.
Invariant: nothing is trimmed, case-folded, normalised, truncated or repaired.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from records import Finding, Rejected, parse, pointer, printable
from submissions_schema.bounds import EXTRA_FIELDS, bounded_document
from submissions_schema.codes import finding, order_key, type_name
from submissions_schema.contract import DOCUMENT_SCHEMA, RowKind, SuiteContract
from submissions_schema.judging import judged_rows
from submissions_schema.model import Submission
from submissions_schema.predictions import Prediction, rows_by_id
from submissions_schema.rules import RULES
from submissions_schema.schedule_rows import SchedulePrediction, schedules_by_id
from submissions_schema.secrets import secret_findings
from submissions_schema.shape import are_shaped, array_findings, document_findings, is_shaped


@dataclass(frozen=True, kw_only=True, slots=True)
class Upload:
    """What an uploaded file holds: rows sorted by id, and the whole submission if it was one.

    Rows are `predictions` for a suite of labels and `schedules` for a suite of schedules; the other tuple is empty.
    """

    predictions: tuple[Prediction, ...]
    submission: Submission | None
    schedules: tuple[SchedulePrediction, ...] = ()


def read_submission(data: bytes, contract: SuiteContract) -> Submission:
    """The submission in `data`. Raises Rejected with every finding, sorted; codes are in `FINDING_ORDER`."""
    document = parse(data, max_bytes=contract.max_bytes)
    if not isinstance(document, dict):
        raise Rejected([finding("E_TOP_TYPE", "", found=type_name(document))])
    return _submission(document, contract)


def read_upload(data: bytes, contract: SuiteContract) -> Upload:
    """The predictions in `data`: a bare array of rows, {"predictions": rows}, or a whole submission.

    An object with `schema` or `suite` is judged as a whole submission. Pointers are those of the file as it is.
    """
    document = parse(data, max_bytes=contract.max_bytes)
    if isinstance(document, list):
        return _upload(_rows(document, contract, base=[]), contract)
    if not isinstance(document, dict):
        raise Rejected([finding("E_TOP_TYPE.upload", "", found=type_name(document))])
    if "schema" in document or "suite" in document:
        submission = _submission(document, contract)
        return Upload(predictions=submission.predictions, submission=submission, schedules=submission.schedules)
    return _upload(_wrapped_rows(document, contract), contract)


def _submission(document: dict[str, Any], contract: SuiteContract) -> Submission:
    _check_contract(document, contract)
    rows, shaped = document.get("predictions"), is_shaped(document, contract.row)
    frame: dict[str, Any] = {**document, "predictions": []} if isinstance(rows, list) else document
    findings: list[Finding] = []
    if not shaped:
        frame, findings = bounded_document(frame, contract.row)
        findings += document_findings(frame, contract.row)
    test_sha256 = frame.get("test_sha256")
    if isinstance(test_sha256, str) and test_sha256 != contract.test_sha256:
        shown = printable(test_sha256, 80)
        findings.append(finding("E_TEST_SHA", "/test_sha256", found=shown, expected=contract.test_sha256))
    for rule in RULES:
        findings.extend(rule(frame))
    findings.extend(secret_findings(frame, contract.row))
    if isinstance(rows, list):
        findings += judged_rows(rows, contract, ["predictions"], shaped=shaped)
    _refuse(findings)
    return Submission.from_dict(document)


def _check_contract(document: dict[str, Any], contract: SuiteContract) -> None:
    schema, suite = document.get("schema"), document.get("suite")
    if isinstance(schema, str) and schema != DOCUMENT_SCHEMA:
        raise Rejected([finding("E_SCHEMA_ID", "/schema", found=printable(schema), expected=DOCUMENT_SCHEMA)])
    if isinstance(suite, str) and suite != contract.suite:
        raise Rejected([finding("E_BENCH_ID", "/suite", found=printable(suite), expected=contract.suite)])


def _upload(rows: list[Any], contract: SuiteContract) -> Upload:
    if contract.row is RowKind.SCHEDULE:
        return Upload(predictions=(), submission=None, schedules=schedules_by_id(rows))
    return Upload(predictions=rows_by_id(rows), submission=None)


def _wrapped_rows(document: dict[str, Any], contract: SuiteContract) -> list[Any]:
    extra = [name for name in document if name != "predictions"]
    findings = [finding("E_EXTRA_FIELD", pointer(name), found=printable(name)) for name in extra]
    if len(extra) > EXTRA_FIELDS:
        findings = [finding("E_EXTRA_FIELD.many", "", found=len(extra))]
    if "predictions" not in document:
        findings.append(finding("E_MISSING_FIELD", "/predictions", expected="predictions"))
        _refuse(findings)
    return _rows(document["predictions"], contract, base=["predictions"], findings=findings)


def _rows(rows: Any, contract: SuiteContract, *, base: list[str], findings: Iterable[Finding] = ()) -> list[Any]:
    """The rows themselves, once nothing is wrong with them."""
    if not isinstance(rows, list):
        raise Rejected(sorted([*findings, *array_findings(rows, contract.row, base)], key=order_key))
    shaped = are_shaped(rows, contract.row)
    _refuse([*findings, *judged_rows(rows, contract, base, shaped=shaped)])
    return rows


def _refuse(findings: list[Finding]) -> None:
    if findings:
        raise Rejected(sorted(findings, key=order_key))
