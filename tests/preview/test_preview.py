"""What the page shows of a file, and the document that is made from it."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from evaluator import Suite, score
from evaluator.statistics import chance_test, correctness, rank_intervals, similarity
from submissions_schema import Prediction, read_submission

Document = dict[str, Any]
Node = Callable[..., Any]
FACTS = ("schema", "suite", "test_sha256", "predictions", "preview")
SEED = 20261129


def labels_of(draw: random.Random, suite: Suite, skill: float) -> str:
    """A label vector of a system that knows the answer with probability `skill` and abstains now and then."""
    letters = (item.label if draw.random() < skill else draw.choice("ABCD-") for item in suite.items)
    return "".join(letters)


def rows_of(labels: str, suite: Suite) -> list[dict[str, str]]:
    pairs = zip(suite.items, labels, strict=True)
    return [{"id": item.id, "label": "ABSTAIN" if letter == "-" else letter} for item, letter in pairs]


def encoded(value: object) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


@pytest.fixture
def board(small_suite: Suite) -> list[Document]:
    draw = random.Random(SEED)
    statuses = ["control", "self-reported", "maintainer-run", "reproduced"] * 5
    return [
        {
            "record_sha256": f"{place:064x}",
            "submission": {"system": {"name": f"${{{place}}}"}},
            "status": status,
            "state": "disputed" if place % 7 == 0 else "listed",
            "labels": labels_of(draw, small_suite, skill),
        }
        for place, (status, skill) in enumerate(zip(statuses, (index / 20 for index in range(20)), strict=True))
    ] + [{**board_entry("f" * 64), "state": "retracted", "labels": None}]


def board_entry(sha256: str) -> Document:
    """An entry as the board's JSON has it, as far as the preview reads it."""
    return {"record_sha256": sha256, "submission": {"system": {"name": "one"}}, "status": "reproduced"}


def test_a_scored_file_shows_the_record_the_chance_test_and_the_receipt(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, board: list[Document]
) -> None:
    rows = rows_of(labels_of(random.Random(1), small_suite, 0.5), small_suite)
    (shown,) = node("previewFiles", contract=contract_data(small_suite, board), files=[encoded(rows)])
    expected = score([Prediction(**row) for row in rows], small_suite)
    total = expected.tally()
    assert shown["record"] == expected.to_dict()
    assert shown["chance"] == {
        "verdict": chance_test(total.correct, total.total).verdict,
        "note": chance_test(total.correct, total.total).note,
    }
    assert shown["receipt"]["predictions_sha256"] == expected.predictions_sha256
    assert [(cell["category"], cell["tier"]) for cell in shown["receipt"]["counts"]][:4] == [
        ("deduction", 1), ("deduction", 2), ("deduction", 3), ("quantity", 1),
    ]  # fmt: skip
    assert sum(cell["correct"] for cell in shown["receipt"]["counts"]) == total.correct


def test_a_refused_file_shows_findings_and_no_number(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    (shown,) = node("previewFiles", contract=contract_data(small_suite), files=[encoded([])])
    assert sorted(shown) == ["findings", "ok", "total"]
    assert shown["total"] == len(shown["findings"]) == len(small_suite.items)


def test_the_built_document_is_the_canonical_submission_that_python_reads(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, document: Document
) -> None:
    rows = copy.deepcopy(document["predictions"])[::-1]
    disclosures = {name: value for name, value in document.items() if name not in FACTS}
    disclosures["system"]["name"] = "Grüße 😀 ${x}"
    built = node("build", contract=contract_data(small_suite), disclosures=disclosures, file=encoded(rows))
    data = built["text"].encode("ascii")
    submission = read_submission(data, small_suite.contract)
    assert built["findings"] == []
    assert submission.canonical() == data
    assert built["sha256"] == submission.sha256 == hashlib.sha256(data).hexdigest()
    assert built["path"] == f"submissions/nnai-bench-0.1/{submission.sha256}.json"
    assert submission.preview is not None
    assert submission.preview.predictions_sha256 == score(submission.predictions, small_suite).predictions_sha256


def test_a_form_is_judged_without_the_parts_that_it_does_not_hold(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, document: Document
) -> None:
    whole = {name: value for name, value in document.items() if name not in FACTS}
    faulty = copy.deepcopy(whole)
    del faulty["hardware"]
    faulty["source"]["licence"] = "mit"
    faulty["system"]["description"] = "write to me@example.org"
    clean, found, empty = node("judgeDisclosures", contract=contract_data(small_suite), disclosures=[whole, faulty, {}])
    assert clean == []
    assert [(item["code"], item["where"]) for item in found] == [
        ("E_MISSING_FIELD", "/hardware"), ("E_LICENCE", "/source/licence"), ("E_EMAIL", "/system/description"),
    ]  # fmt: skip
    assert {item["where"] for item in empty} == {f"/{name}" for name in whole}


def test_standing_and_nearest_equal_the_board_with_the_entry_on_it(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite, board: list[Document]
) -> None:
    draw = random.Random(SEED)
    gold = "".join(item.label for item in small_suite.items)
    vectors = [labels_of(draw, small_suite, skill) for skill in (0.0, 0.3, 0.6, 0.9, 1.0)] + ["-" * len(gold)]
    answers = node("compareLabels", contract=contract_data(small_suite, board), vectors=vectors)
    ranked = [correctness(entry["labels"], gold) for entry in board if entry["status"] != "control" and entry["labels"]]
    for labels, answer in zip(vectors, answers, strict=True):
        interval = rank_intervals([*ranked, correctness(labels, gold)]).intervals[-1]
        assert answer["standing"] == {"best": interval.best, "worst": interval.worst, "of": len(ranked) + 1}
        assert answer["nearest"] == nearest(labels, board, gold)


def nearest(labels: str, board: list[Document], gold: str) -> list[Document]:
    found = []
    for entry in board[:-1]:
        both = similarity(labels, entry["labels"], gold)
        counts = {"equal": both.answers.equal, "answered": both.answers.items}
        wrong = {"equalWrong": both.mistakes.equal, "bothWrong": both.mistakes.items}
        z = {"answersZ": both.answers.z, "mistakesZ": both.mistakes.z}
        named = {"sha256": entry["record_sha256"], "name": entry["submission"]["system"]["name"]}
        found.append({**named, "status": entry["status"], **counts, **wrong, **z})
    return sorted(found, key=lambda one: (-one["equal"], -one["equalWrong"], one["sha256"]))[:3]


def test_a_contract_that_does_not_fit_is_refused_when_it_is_loaded(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    keyword, gold, entry = (copy.deepcopy(contract_data(small_suite)) for _ in range(3))
    keyword["schema"]["properties"]["track"]["format"] = "email"
    gold["suite"]["items"][0][4] = "E"
    entry["board"]["entries"] = [{**board_entry("0" * 64), "state": "listed", "labels": "AB"}]
    for contract, reason in ((keyword, "unknown schema keyword format"), (gold, "gold"), (entry, "has 2 labels")):
        with pytest.raises(AssertionError, match=reason):
            node("previewFiles", contract=contract, files=[])
