"""Every case file has one verdict, one list of findings and one report in Python, in node and in Chromium."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluator import Suite, report_bytes, score
from records import Rejected
from submissions_schema import FINDING_ORDER, read_submission, read_upload

VECTORS = Path(__file__).parents[1] / "cases" / "stream" / "vectors.json"
READERS = {"submission": "readSubmission", "upload": "readUpload"}
WORDED_ALIKE_FROM = 2  # stages of bytes and JSON have equal codes and places; their words may differ
FREE = {code for _, codes in FINDING_ORDER[:WORDED_ALIKE_FROM] for code in codes}
Cases = dict[str, tuple[str, bytes]]
Document = dict[str, Any]


def judged(read: str, data: bytes, suite: Suite) -> Document:
    try:
        if read == "submission":
            submission = read_submission(data, suite.contract)
            report = report_bytes(score(submission.predictions, suite)).decode()
            return {"report": report, "submission": submission.canonical().decode()}
        upload = read_upload(data, suite.contract)
    except Rejected as error:
        return without_free_words({"findings": [item.to_dict() for item in error.findings]})
    report = report_bytes(score(upload.predictions, suite)).decode()
    return {"report": report, "submission": upload.submission and upload.submission.canonical().decode()}


def without_free_words(answer: Document) -> Document:
    for item in answer.get("findings", ()):
        if item["code"] in FREE:
            item["message"] = ""
    return answer


def requests(cases: Cases, contract: Document) -> list[Document]:
    """One request a reader, files in order of name."""
    return [
        {
            "task": "readFiles",
            "read": READERS[read],
            "contract": contract,
            "files": [base64.b64encode(data).decode() for how, data in cases.values() if how == read],
        }
        for read in READERS
    ]


def by_name(cases: Cases, answers: list[list[Document]]) -> dict[str, Document]:
    names = [name for read in READERS for name, (how, _) in cases.items() if how == read]
    found = [without_free_words(answer) for part in answers for answer in part]
    return dict(zip(names, found, strict=True))


@pytest.fixture(scope="module")
def in_node(
    node: Callable[..., Any], cases: Cases, suite: Suite, contract_data: Callable[..., Document]
) -> dict[str, Document]:
    return by_name(cases, [node(**request) for request in requests(cases, contract_data(suite))])


def test_node_judges_and_scores_every_case_as_python_does(
    in_node: dict[str, Document], cases: Cases, suite: Suite
) -> None:
    for name, (read, data) in cases.items():
        assert in_node[name] == judged(read, data, suite), name


@pytest.mark.browser
def test_chromium_gives_what_node_gives(
    chromium: Callable[[list[Document]], list[Any]],
    node: Callable[..., Any],
    in_node: dict[str, Document],
    cases: Cases,
    suite: Suite,
    contract_data: Callable[..., Document],
) -> None:
    contract = contract_data(suite)
    bare = base64.b64encode(cases["178-upload-bare-list"][1]).decode()
    others: list[Document] = [
        {"task": "previewFiles", "contract": contract, "files": [bare, base64.b64encode(b"[]").decode()]},
        {"task": "digests", "documents": ["", bare]},
        {"task": "draws", "vectors": json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]},
    ]
    answers = chromium([*requests(cases, contract), *others])
    assert by_name(cases, answers[: len(READERS)]) == in_node
    assert answers[len(READERS) :] == [node(**request) for request in others]
