"""The browser's reader gives Python's findings (code, place, message) on any document with schedules."""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evaluator.schedule import ScheduleSuite, schedule_report_bytes, score_schedules
from records import Rejected
from submissions_schema import Submission, read_submission, read_upload

Document = dict[str, Any]
Node = Callable[..., Any]
SEED = 20261130
VALUES: tuple[Any, ...] = (
    "", "T1", "T2", "t1", "T1 ", "W1", "w1", "W9", "é\n'", "x" * 90, "__proto__", "constructor", "structured", "text",
    "sch-tr-1-000", None, True, False, 0, -1, 5, 9_999, 10_000, 2**53, [], {}, [1], [None], {"task": "T1"},
    [{"task": "T1", "worker": "W1", "start": 0}], {"__proto__": 1}, [{"task": "T1"}, {"task": "T1"}, [], 3],
)  # fmt: skip
NAMES = ("extra", "end", "duration", "__proto__", "constructor", "a/b~c", "0", "task", "schedule", "id")
FEW = 12


@pytest.fixture(scope="module")
def few(train_suite: ScheduleSuite) -> ScheduleSuite:
    """So few instances that many files are cheap."""
    return ScheduleSuite(
        id=train_suite.id,
        corpus=train_suite.corpus,
        title="Few",
        version="0.2.0",
        test_sha256=train_suite.test_sha256,
        suite_digest=train_suite.suite_digest,
        instances=train_suite.instances[: FEW // 2] + train_suite.instances[-FEW // 2 :],
    )


@pytest.fixture(scope="module")
def base(few: ScheduleSuite, witnesses: list[Document], schedule_cases: dict[str, tuple[str, bytes]]) -> Document:
    """A document whose only faults are the counts that the schema's 300 rows ask for."""
    made: Document = json.loads(schedule_cases["000-plain"][1])
    by_id = {row["id"]: row for row in witnesses}
    made["test_sha256"] = few.test_sha256
    made["predictions"] = [{"id": one, "schedule": copy.deepcopy(by_id[one]["witness"])} for one in few.contract.ids]
    return made


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def mutated(draw: random.Random, document: Document) -> Document:
    made = copy.deepcopy(document)
    for _ in range(draw.randint(1, 4)):
        found = list(places(made))
        if not found:
            break
        place = draw.choice(found)
        holder = made
        for step in place[:-1]:
            holder = holder[step]
        old, kind = holder[place[-1]], draw.randrange(7)
        if kind == 0:
            del holder[place[-1]]
        elif kind == 1 and isinstance(holder, dict):
            holder[draw.choice(NAMES)] = copy.deepcopy(draw.choice(VALUES))
        elif kind == 2 and isinstance(old, dict):
            old.update({f"swarm{number}": number for number in range(draw.choice((2, 10, 11, 200)))})
        elif kind == 3 and isinstance(old, list):
            holder[place[-1]] = copy.deepcopy(old * draw.choice((0, 2, 6, 60)))
        else:
            holder[place[-1]] = copy.deepcopy(draw.choice(VALUES))
    return made


def judged(data: bytes, suite: ScheduleSuite, read: str) -> Document:
    try:
        if read == "readSubmission":
            submission: Submission | None = read_submission(data, suite.contract)
            schedules = submission.schedules if submission else ()
        else:
            upload = read_upload(data, suite.contract)
            schedules, submission = upload.schedules, upload.submission
    except Rejected as error:
        return {"findings": [item.to_dict() for item in error.findings]}
    report = schedule_report_bytes(score_schedules(schedules, suite)).decode()
    return {"report": report, "submission": submission and submission.canonical().decode()}


def assert_equal(node: Node, contract: Document, suite: ScheduleSuite, files: list[bytes], read: str) -> set[str]:
    sent = [base64.b64encode(file).decode() for file in files]
    answers = node("readSchedules", read=read, contract=contract, files=sent)
    for file, answer in zip(files, answers, strict=True):
        assert answer == judged(file, suite, read), file[:3000]
    return {item["code"] for answer in answers for item in answer.get("findings", ())} | {
        "accepted" for answer in answers if "report" in answer
    }


def test_mutated_rows_have_equal_findings(
    node: Node, contract_data: Callable[..., Document], few: ScheduleSuite, base: Document
) -> None:
    draw = random.Random(SEED)
    files = [json.dumps(base["predictions"]).encode()]
    for _ in range(400):
        rows = mutated(draw, {"predictions": base["predictions"]})
        files += [json.dumps(rows).encode(), json.dumps(rows.get("predictions")).encode()]
    codes = assert_equal(node, contract_data(few), few, files, "readUpload")
    assert codes >= {
        "accepted", "E_ROW_TYPE", "E_ID_TYPE", "E_SCHEDULE_TYPE", "E_ASSIGNMENT_TYPE", "E_TASK_TYPE", "E_WORKER_TYPE",
        "E_EXTRA_FIELD", "E_MISSING_FIELD", "E_COUNT", "E_DUP_ID", "E_UNKNOWN_ID", "E_DUP_TASK", "E_UNKNOWN_TASK",
        "E_UNKNOWN_WORKER", "E_START", "E_MISSING_ID",
    }  # fmt: skip


def test_mutated_submissions_have_equal_findings(
    node: Node, contract_data: Callable[..., Document], few: ScheduleSuite, base: Document
) -> None:
    draw = random.Random(SEED + 1)
    files = [json.dumps(mutated(draw, base)).encode() for _ in range(300)]
    codes = assert_equal(node, contract_data(few), few, files, "readSubmission")
    assert len(codes) >= 12, sorted(codes)


def test_order_of_rows_and_of_assignments_does_not_change_a_byte_of_the_report(
    node: Node, contract_data: Callable[..., Document], few: ScheduleSuite, base: Document
) -> None:
    draw = random.Random(SEED + 2)
    files = []
    for _ in range(5):
        rows = copy.deepcopy(base["predictions"])
        draw.shuffle(rows)
        for row in rows:
            draw.shuffle(row["schedule"])
        files.append(base64.b64encode(json.dumps(rows).encode()).decode())
    answers = node("readSchedules", read="readUpload", contract=contract_data(few), files=files)
    assert len({answer["report"] for answer in answers}) == 1
