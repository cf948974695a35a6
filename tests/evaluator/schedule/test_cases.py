"""Every case file has its verdict, its report and its explanation; the published schema agrees about shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import jsonschema_rs
import pytest

from evaluator.schedule import ScheduleSuite, explanation, schedule_report_bytes, score_schedules
from records import Rejected, parse
from submissions_schema import FINDING_ORDER, STAGE_OF, RowKind, Upload, read_submission, read_upload

Case = dict[str, Any]
Build = Callable[[Case], bytes]
ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "cases" / "submission-scheduling"
SCHEMA = json.loads((ROOT / "submissions_schema" / "submission-scheduling-0.2.schema.json").read_bytes())
PURE = jsonschema.Draft202012Validator(SCHEMA)
RUST = jsonschema_rs.validator_for(SCHEMA)
JUDGED_BY_SCHEMA = ("contract", "types", "fields", "values")


def read(case: Case, data: bytes, suite: ScheduleSuite) -> Upload:
    if case["read"] == "upload":
        return read_upload(data, suite.contract)
    submission = read_submission(data, suite.contract)
    return Upload(predictions=(), submission=submission, schedules=submission.schedules)


def test_the_verdict_of_the_case_file(schedule_case: Case, build_case: Build, schedules: ScheduleSuite) -> None:
    expected = schedule_case["expect"]
    data = build_case(schedule_case)
    if expected["verdict"] == "reject":
        with pytest.raises(Rejected) as caught:
            read(schedule_case, data, schedules)
        found = [{"code": item.code, "where": item.where} for item in caught.value.findings]
        assert found[: len(expected["findings"])] == expected["findings"]
        assert len(found) == expected["total"]
        return
    upload = read(schedule_case, data, schedules)
    report = schedule_report_bytes(score_schedules(upload.schedules, schedules))
    facts = json.loads(report)["total"]
    assert {name: facts[name] for name in expected.get("report", {})} == expected.get("report", {})
    if "instance" in expected:
        assert explained(expected["instance"], upload, schedules) == expected["instance"]
    if "same_report_as" in expected:
        other = read_other(expected["same_report_as"], build_case, schedules)
        assert report == schedule_report_bytes(score_schedules(other.schedules, schedules))
    if "same_document_as" in expected:
        other = read_other(expected["same_document_as"], build_case, schedules)
        assert upload.submission is not None
        assert other.submission is not None
        assert upload.submission.canonical() == other.submission.canonical()


def explained(expected: Case, upload: Upload, suite: ScheduleSuite) -> Case:
    schedule = {row.id: row.schedule for row in upload.schedules}[expected["id"]]
    facts = explanation(suite.judges[expected["id"]], schedule)
    return {name: facts[name] for name in expected}


def read_other(name: str, build_case: Build, suite: ScheduleSuite) -> Upload:
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return read(case, build_case(case), suite)


def test_the_schema_and_the_parser_agree(schedule_case: Case, build_case: Build, schedules: ScheduleSuite) -> None:
    data = build_case(schedule_case)
    try:
        document = parse(data, max_bytes=schedules.contract.max_bytes)
    except Rejected:
        return  # not JSON in the strict sense: no schema can judge it
    assert RUST.is_valid(document) == (not shape_faults(data, document, schedules))
    few = {**document, "predictions": document["predictions"][:8]} if well_formed(document) else document
    assert {error.validator for error in PURE.iter_errors(few)} == {error.kind.name for error in RUST.iter_errors(few)}


def well_formed(document: object) -> bool:
    """The plain validator is slow: it reads eight rows, which hold the faults of every case."""
    return isinstance(document, dict) and isinstance(document.get("predictions"), list)


def shape_faults(data: bytes, document: object, suite: ScheduleSuite) -> list[str]:
    try:
        read_submission(data, suite.contract)
    except Rejected as error:
        faults = [one.code for one in error.findings if stage_of(one.code) in JUDGED_BY_SCHEMA or one.code == "E_START"]
    else:
        faults = []
    rows = document.get("predictions") if isinstance(document, dict) else None
    if isinstance(rows, list) and len(rows) != len(suite.contract.ids):
        faults.append("another number of rows")  # the schema counts rows, the reader names the ids
    return faults


def stage_of(code: str) -> str:
    return FINDING_ORDER[STAGE_OF[code]][0]


def test_every_row_of_the_table_has_a_case() -> None:
    """S14 cannot occur in the data; test_constraints.py has it on a made instance."""
    rows = {json.loads(path.read_text(encoding="utf-8"))["row"] for path in CASES.glob("[0-9]*.json")}
    assert set(range(1, 26)) - rows == {14}


def test_the_disclosures_of_both_suites_are_asked_for_in_the_same_words() -> None:
    core = json.loads((ROOT / "submissions_schema" / "submission-core-0.1.schema.json").read_text(encoding="utf-8"))
    ours = json.loads((ROOT / "submissions_schema" / "submission-scheduling-0.2.schema.json").read_text("utf-8"))
    own = ("suite", "preview", "predictions")
    shared = {name: part for name, part in ours["properties"].items() if name not in (*own, "input_mode")}
    inference = shared["runtime_ms"]["properties"]["inference"]
    inference["description"] = inference["description"].replace("300", "900")
    assert json.dumps(shared) == json.dumps({k: v for k, v in core["properties"].items() if k not in own})
    assert [name for name in ours["required"] if name != "input_mode"] == core["required"]
    assert ours["properties"].keys() - core["properties"].keys() == {"input_mode"}
    assert RowKind.SCHEDULE in RowKind
