"""The browser's reader gives Python's findings (code, place, message), documents and score records on any document."""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from evaluator import Suite, report_bytes, score
from records import Rejected
from submissions_schema import Submission, read_submission, read_upload

Document = dict[str, Any]
Node = Callable[..., Any]
SEED = 20261129
TEXTS = (
    "", "x", " ", "\n", "\x07", "a\nb", "\u202e", "\ufeff", "x" * 81, "x" * 3000, "😀" * 80, "😀" * 81, "MIT", "mit",
    "MIT\n", "LicenseRef-own", "é'\"\\", "a" * 40, "a" * 64, "https://x/", "https://GitHub.com/a/b", "https://github.com/a/../b",
    "https://github.com/a/b/", "https://gitlab.com/a", "nnai-bench-0.1", "nnai-submission/2", "none", "declared",
    "disclosed", "unknown", "closed-book", "offline-retrieval", "corpus", "symbolic-library", "A", "a", "ABSTAIN",
    "me@example.org", "git@example.org:a", "été@example.org", "hf_" + "q" * 34, "AKIA" + "Q" * 16,
    "-----BEGIN RSA PRIVATE KEY", "https://user:word@host/", "key: " + "Z" * 44, "xoxb-1-a", "nb1-te-ded-1-000",
)  # fmt: skip
VALUES: tuple[Any, ...] = (*TEXTS, None, True, False, 0, -1, 3, 51, 2**53, [], {}, [1], {"a": 1}, {"__proto__": 1})
NAMES = ("extra", "__proto__", "constructor", "a/b~c", "é", "0", "12", "sha256")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if path[:1] != ("predictions",) or len(path) > 1 or key in (0, 1, 35):
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
            holder[draw.choice(NAMES)] = draw.choice(VALUES)
        elif kind == 6 and isinstance(old, dict):
            old.update({f"swarm{number}": number for number in range(draw.choice((2, 10, 11, 200)))})
        elif kind == 2 and isinstance(old, list):
            holder[place[-1]] = copy.deepcopy(old * draw.choice((0, 2, 20, 60)))
        elif kind == 3 and isinstance(old, str):
            holder[place[-1]] = old + draw.choice(TEXTS)
        else:
            holder[place[-1]] = copy.deepcopy(draw.choice(VALUES))
    return made


def encoded(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def judged(data: bytes, suite: Suite, read: str) -> Document:
    """What Python says, in the form of the task `readFiles`."""
    try:
        if read == "readSubmission":
            submission: Submission | None = read_submission(data, suite.contract)
            predictions = submission.predictions if submission else ()
        else:
            upload = read_upload(data, suite.contract)
            predictions, submission = upload.predictions, upload.submission
    except Rejected as error:
        return {"findings": [item.to_dict() for item in error.findings]}
    report = report_bytes(score(predictions, suite)).decode()
    return {"report": report, "submission": submission and submission.canonical().decode()}


def assert_equal(node: Node, contract: Document, suite: Suite, files: list[bytes], read: str) -> list[Document]:
    answers: list[Document] = node(
        "readFiles", read=read, contract=contract, files=[base64.b64encode(file).decode() for file in files]
    )
    for file, answer in zip(files, answers, strict=True):
        assert answer == judged(file, suite, read), file[:3000]
    return answers


def test_the_base_document_is_accepted_in_both(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, document: Document
) -> None:
    file = encoded(document)
    (answer,) = assert_equal(node, contract_data(small_suite), small_suite, [file], "readSubmission")
    assert "report" in answer, answer


def test_mutated_submissions_have_equal_findings(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, document: Document
) -> None:
    draw = random.Random(SEED)
    files = [encoded(mutated(draw, document)) for _ in range(500)]
    answers = assert_equal(node, contract_data(small_suite), small_suite, files, "readSubmission")
    codes = {item["code"] for answer in answers for item in answer.get("findings", ())}
    assert len(codes) >= 20, sorted(codes)
    assert any("report" in answer for answer in answers)


def test_mutated_uploads_have_equal_findings(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, document: Document
) -> None:
    draw = random.Random(SEED + 1)
    files = [b"null", b"1", b'"x"', b"true", b"[]", b"{}", b"[[]]", b"[{}]"]
    for _ in range(100):
        rows = mutated(draw, {"predictions": document["predictions"]})
        files += [encoded(rows), encoded(rows.get("predictions")), encoded(mutated(draw, document))]
    assert_equal(node, contract_data(small_suite), small_suite, files, "readUpload")


def test_random_labels_have_equal_score_records(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    draw = random.Random(SEED + 2)
    files = []
    for _ in range(150):
        labels = draw.choice(("A", "ABCD", ["ABSTAIN"], ["A", "B", "ABSTAIN"]))
        rows = [{"label": draw.choice(labels), "id": item.id} for item in small_suite.items]
        draw.shuffle(rows)
        files.append(encoded(rows))
    answers = assert_equal(node, contract_data(small_suite), small_suite, files, "readUpload")
    assert all("report" in answer for answer in answers)
