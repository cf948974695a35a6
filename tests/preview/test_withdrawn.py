"""With withdrawn tasks too, the browser's scorer gives Python's bytes, receipts, ranks and neighbours."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from evaluator import AnySuite, Item, Suite, TaskStates, Withdrawal, report_bytes, score
from evaluator.schedule import Instance, ScheduleSuite, schedule_report_bytes, score_schedules
from evaluator.statistics import correctness, rank_intervals, similarity
from submissions_schema import read_upload

CASES = Path(__file__).parents[1] / "cases" / "withdrawn"
SEED = 20261130
Document = dict[str, Any]
Node = Callable[..., Any]
Perform = Callable[[list[Document]], list[Any]]


def without(suite: AnySuite, tasks: Iterable[str]) -> AnySuite:
    gone = frozenset(tasks)
    named = tuple(name for name in suite.contract.ids if name in gone)
    withdrawals = (Withdrawal(state="quarantined", since="2026-11-30", reason="why", tasks=named),) if named else ()
    return replace(suite, task_states=TaskStates(withdrawals=withdrawals))


def items_of(suite: AnySuite) -> tuple[Item | Instance, ...]:
    return suite.items if isinstance(suite, Suite) else suite.instances


def meant(rules: list[str | Document], suite: AnySuite) -> set[str]:
    """The ids that the `withdrawn` of a case names."""
    found: set[str] = set()
    for rule in rules:
        if isinstance(rule, str):
            found.add(rule)
            continue
        places = {name: value for name, value in rule.items() if name != "keep"}
        here = [one.id for one in items_of(suite) if all(getattr(one, name) == value for name, value in places.items())]
        assert here, f"{rule} names no task"
        found.update(islice(here, rule["keep"], None))
    return found


def answer(said: str | None, one: Item | Instance, witnesses: dict[str, Any]) -> Document:
    if isinstance(one, Item):
        return {"id": one.id, "label": one.label if said == "right" else said}
    return {"id": one.id, "schedule": witnesses[one.id] if said == "right" else None}


@pytest.fixture(scope="module")
def built(
    suite: Suite, train_suite: ScheduleSuite, witnesses: list[Document]
) -> dict[str, tuple[Document, AnySuite, bytes]]:
    """Every case by name, with its suite and the bytes of its file."""
    schedules = {row["id"]: row["witness"] for row in witnesses}
    made: dict[str, tuple[Document, AnySuite, bytes]] = {}
    for path in sorted(CASES.glob("[0-9]*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        whole: AnySuite = suite if case["suite"] == "core" else train_suite
        gone = meant(case["withdrawn"], whole)
        said = {True: case.get("then", case["answers"]), False: case["answers"]}
        rows = [answer(said[one.id in gone], one, schedules) for one in items_of(whole)]
        made[path.stem] = (case, without(whole, gone), json.dumps(rows).encode())
    assert made, "the case folder is empty"
    return made


def reported(suite: AnySuite, data: bytes) -> bytes:
    upload = read_upload(data, suite.contract)
    if isinstance(suite, Suite):
        return report_bytes(score(upload.predictions, suite))
    return schedule_report_bytes(score_schedules(upload.schedules, suite))


def request(suite: AnySuite, files: list[bytes], contract_data: Callable[..., Document]) -> Document:
    task = "readFiles" if isinstance(suite, Suite) else "readSchedules"
    encoded = [base64.b64encode(data).decode() for data in files]
    return {"task": task, "read": "readUpload", "contract": contract_data(suite), "files": encoded}


def at(pointer: str, value: Any) -> Any:
    for part in pointer.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def test_every_case_has_the_values_it_states(built: dict[str, tuple[Document, AnySuite, bytes]]) -> None:
    for name, (case, suite, data) in built.items():
        record = json.loads(reported(suite, data))
        assert {where: at(where, record) for where in case["expected"]} == case["expected"], name


def test_node_gives_the_bytes_of_python_for_every_case(
    node: Node, built: dict[str, tuple[Document, AnySuite, bytes]], contract_data: Callable[..., Document]
) -> None:
    for name, (_, suite, data) in built.items():
        (found,) = node(**request(suite, [data], contract_data))
        assert found["report"].encode() == reported(suite, data), name


@pytest.mark.browser
def test_chromium_gives_the_bytes_of_python_for_every_case(
    chromium: Perform, built: dict[str, tuple[Document, AnySuite, bytes]], contract_data: Callable[..., Document]
) -> None:
    answers = chromium([request(suite, [data], contract_data) for _, suite, data in built.values()])
    for (name, (_, suite, data)), (found,) in zip(built.items(), answers, strict=True):
        assert found["report"].encode() == reported(suite, data), name


def test_a_receipt_does_not_know_of_a_withdrawal(
    node: Node, built: dict[str, tuple[Document, AnySuite, bytes]], contract_data: Callable[..., Document]
) -> None:
    for name in ("007-uneven", "103-all-null"):
        _, suite, data = built[name]
        file = base64.b64encode(data).decode()
        some, all_ = (
            node("previewFiles", contract=contract_data(one), files=[file])[0] for one in (suite, without(suite, ()))
        )
        assert some["receipt"] == all_["receipt"]
        assert some["record"] != all_["record"]
        upload = read_upload(data, suite.contract)
        scored = (
            score(upload.predictions, suite) if isinstance(suite, Suite) else score_schedules(upload.schedules, suite)
        )
        assert some["receipt"]["counts"] == [cell.to_dict() for cell in scored.cells()]


def test_random_withdrawals_have_equal_bytes(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    draw = random.Random(SEED)
    for _ in range(5):
        ids = small_suite.contract.ids
        suite = without(small_suite, draw.sample(ids, draw.randrange(1, len(ids))))
        files = [
            json.dumps([{"id": name, "label": draw.choice(["A", "B", "C", "D", "ABSTAIN"])} for name in ids]).encode()
            for _ in range(20)
        ]
        found = node(**request(suite, files, contract_data))
        assert [one["report"].encode() for one in found] == [reported(suite, data) for data in files]


def test_rank_and_neighbours_are_those_over_the_scored_tasks(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    draw = random.Random(SEED)
    suite = without(small_suite, draw.sample(small_suite.contract.ids, 9))
    assert isinstance(suite, Suite)
    sheets = ["".join(draw.choice("ABCD-") for _ in small_suite.items) for _ in range(12)]
    entries = [
        {"record_sha256": f"{place:064x}", "submission": {"system": {"name": "x"}}, "status": "reproduced",
         "state": "listed", "labels": sheet}
        for place, sheet in enumerate(sheets)
    ]  # fmt: skip
    mine = "".join(draw.choice("ABCD") for _ in small_suite.items)
    rows = [{"id": item.id, "label": label} for item, label in zip(small_suite.items, mine, strict=True)]
    file = base64.b64encode(json.dumps(rows).encode()).decode()
    (shown,) = node("previewFiles", contract=contract_data(suite, entries), files=[file])
    gold = "".join(item.label for item in suite.scored)
    kept = [place for place, item in enumerate(suite.items) if item.id not in suite.withdrawn]
    ours, *theirs = ("".join(sheet[place] for place in kept) for sheet in (mine, *sheets))
    interval = rank_intervals([correctness(sheet, gold) for sheet in (*theirs, ours)]).intervals[-1]
    assert shown["rank"] == {"best": interval.best, "worst": interval.worst, "of": 13}
    first = shown["nearest"][0]
    both = similarity(ours, theirs[int(first["sha256"], 16)], gold)
    assert (first["answered"], first["equal"]) == (both.answers.items, both.answers.equal)
    assert (first["bothWrong"], first["mistakesZ"]) == (both.mistakes.items, both.mistakes.z)


def test_suite_data_that_withdraw_an_unknown_or_every_task_are_refused(
    node: Node, contract_data: Callable[..., Document], small_suite: Suite
) -> None:
    for withdrawn in (["nobody"], list(small_suite.contract.ids)):
        contract = contract_data(small_suite)
        contract["suite"]["withdrawn"] = withdrawn
        with pytest.raises(AssertionError, match="suite data: "):
            node("compareLabels", contract=contract, vectors=[])
