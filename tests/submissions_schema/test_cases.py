"""Every case file has its verdict, and the published schema agrees with the parser about shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import jsonschema_rs
import pytest

from evaluator import Suite, report_bytes, score
from records import Rejected, parse
from submissions_schema import FINDING_ORDER, RowKind, SuiteContract, Upload, read_submission, read_upload
from submissions_schema.codes import STAGE_OF
from submissions_schema.shape import schema_for

Case = dict[str, Any]
Build = Callable[[Case], bytes]
CASES = Path(__file__).parent.parent / "cases" / "submission-core"
PURE = jsonschema.Draft202012Validator(schema_for(RowKind.LABEL))
RUST = jsonschema_rs.validator_for(schema_for(RowKind.LABEL))
JUDGED_BY_SCHEMA = ("contract", "types", "fields", "values", "labels")


def read(case: Case, data: bytes, contract: SuiteContract) -> Upload:
    if case["read"] == "upload":
        return read_upload(data, contract)
    submission = read_submission(data, contract)
    return Upload(predictions=submission.predictions, submission=submission)


def test_the_verdict_of_the_case_file(case: Case, build_case: Build, suite: Suite) -> None:
    expected = case["expect"]
    data = build_case(case)
    if expected["verdict"] == "reject":
        with pytest.raises(Rejected) as caught:
            read(case, data, suite.contract)
        found = [{"code": item.code, "where": item.where} for item in caught.value.findings]
        assert found[: len(expected["findings"])] == expected["findings"]
        assert len(found) == expected["total"]
        return
    upload = read(case, data, suite.contract)
    report = report_bytes(score(upload.predictions, suite))
    facts = json.loads(report)["total"]
    assert {name: facts[name] for name in expected.get("report", {})} == expected.get("report", {})
    if "same_report_as" in expected:
        other = read_other(expected["same_report_as"], build_case, suite)
        assert report == report_bytes(score(other.predictions, suite))
    if "same_document_as" in expected:
        other = read_other(expected["same_document_as"], build_case, suite)
        assert upload.submission is not None
        assert other.submission is not None
        assert upload.submission.canonical() == other.submission.canonical()


def read_other(name: str, build_case: Build, suite: Suite) -> Upload:
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return read(case, build_case(case), suite.contract)


def test_the_schema_and_the_parser_agree(case: Case, build_case: Build, contract: SuiteContract) -> None:
    data = build_case(case)
    try:
        document = parse(data, max_bytes=contract.max_bytes)
    except Rejected:
        return  # not JSON in the strict sense: no schema can judge it
    accepts = {by_jsonschema(document), by_jsonschema_rs(document)}
    assert accepts == {not shape_faults(data, document, contract)}


def shape_faults(data: bytes, document: object, contract: SuiteContract) -> list[str]:
    try:
        read_submission(data, contract)
    except Rejected as error:
        faults = [item.code for item in error.findings if stage_of(item.code) in JUDGED_BY_SCHEMA]
    else:
        faults = []
    rows = document.get("predictions") if isinstance(document, dict) else None
    if isinstance(rows, list) and len(rows) != len(contract.ids):
        faults.append("another number of rows")  # the schema counts rows, the reader names the ids
    return faults


def stage_of(code: str) -> str:
    return FINDING_ORDER[STAGE_OF[code]][0]


def by_jsonschema(document: object) -> bool:
    return bool(PURE.is_valid(document))


def by_jsonschema_rs(document: object) -> bool:
    return RUST.is_valid(document)


def test_every_row_of_the_table_has_a_case() -> None:
    rows = {json.loads(path.read_text(encoding="utf-8"))["row"] for path in CASES.glob("[0-9]*.json")}
    assert set(range(1, 82)) <= rows


def test_every_code_has_a_case() -> None:
    told = {
        finding["code"]
        for path in CASES.parent.glob("submission-*/[0-9]*.json")
        for finding in json.loads(path.read_text(encoding="utf-8"))["expect"].get("findings", [])
    }
    # A folder or a crash cannot be sent as bytes; tests/evaluator/test_cli.py has them.
    assert set(STAGE_OF) - told == {"E_NOT_REGULAR", "E_INTERNAL"}
