"""Every scheduling case has one verdict, one list of findings and one report in Python, in node and in Chromium."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from evaluator import Suite
from evaluator.schedule import ScheduleSuite, explanation, schedule_report_bytes, score_schedules
from records import Rejected, canonical_bytes
from submissions_schema import FINDING_ORDER, SchedulePrediction, Submission, read_submission, read_upload

READERS = {"submission": "readSubmission", "upload": "readUpload"}
FREE = {code for _, codes in FINDING_ORDER[:2] for code in codes}  # bytes and JSON: words may differ
Cases = dict[str, tuple[str, bytes]]
Document = dict[str, Any]


def judged(read: str, data: bytes, suite: ScheduleSuite) -> Document:
    try:
        if read == "submission":
            submission: Submission | None = read_submission(data, suite.contract)
            schedules = submission.schedules if submission else ()
        else:
            upload = read_upload(data, suite.contract)
            schedules, submission = upload.schedules, upload.submission
    except Rejected as error:
        return without_free_words({"findings": [item.to_dict() for item in error.findings]})
    report = schedule_report_bytes(score_schedules(schedules, suite)).decode()
    return {"report": report, "submission": submission and submission.canonical().decode()}


def without_free_words(answer: Document) -> Document:
    for item in answer.get("findings", ()):
        if item["code"] in FREE:
            item["message"] = ""
    return answer


def requests(cases: Cases, contract: Document) -> list[Document]:
    """One request a reader, files in order of name."""
    return [
        {"task": "readSchedules", "read": READERS[read], "contract": contract, "files": encoded(cases, read)}
        for read in READERS
    ]


def encoded(cases: Cases, read: str) -> list[str]:
    return [base64.b64encode(data).decode() for how, data in cases.values() if how == read]


def by_name(cases: Cases, answers: list[list[Document]]) -> dict[str, Document]:
    names = [name for read in READERS for name, (how, _) in cases.items() if how == read]
    found = [without_free_words(answer) for part in answers for answer in part]
    return dict(zip(names, found, strict=True))


def accepted(cases: Cases, suite: ScheduleSuite) -> dict[str, tuple[bytes, tuple[SchedulePrediction, ...]]]:
    found = {}
    for name, (_, data) in cases.items():
        try:
            found[name] = data, read_upload(data, suite.contract).schedules
        except Rejected:
            continue
    return found


@pytest.fixture(scope="module")
def in_node(
    node: Callable[..., Any],
    schedule_cases: Cases,
    schedule_suite: ScheduleSuite,
    contract_data: Callable[..., Document],
) -> dict[str, Document]:
    contract = contract_data(schedule_suite)
    return by_name(schedule_cases, [node(**request) for request in requests(schedule_cases, contract)])


def test_node_judges_and_scores_every_case_as_python_does(
    in_node: dict[str, Document], schedule_cases: Cases, schedule_suite: ScheduleSuite
) -> None:
    for name, (read, data) in schedule_cases.items():
        assert in_node[name] == judged(read, data, schedule_suite), name


def test_node_explains_what_each_accepted_case_is_about_as_python_does(
    node: Callable[..., Any],
    schedule_cases: Cases,
    schedule_suite: ScheduleSuite,
    contract_data: Callable[..., Document],
) -> None:
    found = accepted(schedule_cases, schedule_suite)
    plain = set(found["000-plain"][1])
    about = [[row for row in rows if row not in plain or name == "000-plain"] for name, (_, rows) in found.items()]
    answers = node(
        "explainFiles",
        contract=contract_data(schedule_suite),
        files=[base64.b64encode(data).decode() for data, _ in found.values()],
        ids=[[row.id for row in rows] for rows in about],
    )
    for name, rows, answer in zip(found, about, answers, strict=True):
        expected = [explanation(schedule_suite.judges[row.id], row.schedule) for row in rows]
        assert answer == canonical_bytes(expected).decode(), name


@pytest.mark.browser
def test_chromium_gives_what_node_gives(
    chromium: Callable[[list[Document]], list[Any]],
    node: Callable[..., Any],
    in_node: dict[str, Document],
    schedule_cases: Cases,
    schedule_suite: ScheduleSuite,
    contract_data: Callable[..., Document],
) -> None:
    contract = contract_data(schedule_suite)
    files = [base64.b64encode(schedule_cases["000-plain"][1]).decode()]
    sent: Document = {"contract": contract, "files": files}
    others = [
        {"task": "previewFiles", **sent},
        {"task": "explainFiles", "ids": [[*schedule_suite.contract.ids]], **sent},
    ]
    answers = chromium([*requests(schedule_cases, contract), *others])
    assert by_name(schedule_cases, answers[: len(READERS)]) == in_node
    assert answers[len(READERS) :] == [node(**request) for request in others]


def test_each_suite_refuses_the_other_by_name_in_both_languages(
    node: Callable[..., Any],
    cases: Cases,
    schedule_cases: Cases,
    suite: Suite,
    schedule_suite: ScheduleSuite,
    contract_data: Callable[..., Document],
) -> None:
    core, schedules = cases["001-canonical-order"][1], schedule_cases["000-plain"][1]
    for data, other in ((core, schedule_suite), (schedules, suite)):
        with pytest.raises(Rejected) as refused:
            read_upload(data, other.contract)
        file = base64.b64encode(data).decode()
        ((answer),) = node("readFiles", read="readUpload", contract=contract_data(other), files=[file])
        assert answer == {"findings": [item.to_dict() for item in refused.value.findings]}
        assert [item["code"] for item in answer["findings"]] == ["E_BENCH_ID"]
        for suite_id in (json.loads(data)["suite"], other.id):
            assert suite_id in answer["findings"][0]["message"]
