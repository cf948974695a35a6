"""What the page shows of schedules, the document made from them, and the geometry of the chart."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from evaluator.schedule import Judge, ScheduleSuite, explanation, instance_row, score_schedules
from evaluator.statistics import correctness, rank_intervals
from submissions_schema import Assignment, read_submission

Document = dict[str, Any]
Node = Callable[..., Any]
FACTS = ("schema", "suite", "test_sha256", "predictions", "preview")


def encoded(value: object) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


def test_the_built_document_is_the_canonical_submission_that_python_reads(
    node: Node,
    contract_data: Callable[..., Document],
    schedule_suite: ScheduleSuite,
    schedule_cases: dict[str, tuple[str, bytes]],
) -> None:
    document = json.loads(schedule_cases["003-feasible"][1])
    disclosures = {name: value for name, value in document.items() if name not in FACTS}
    rows = document["predictions"][::-1]
    built = node("build", contract=contract_data(schedule_suite), disclosures=disclosures, file=encoded(rows))
    submission = read_submission(built["text"].encode(), schedule_suite.contract)
    score = score_schedules(submission.schedules, schedule_suite)
    assert built["findings"] == []
    assert submission.canonical().decode() == built["text"]
    assert built["path"] == f"submissions/nnai-sched-0.2/{submission.sha256}.json"
    assert submission.preview is not None
    assert submission.preview.predictions_sha256 == score.predictions_sha256
    counts = [(cell.tier, cell.correct, cell.answered, cell.total) for cell in submission.preview.counts]
    assert counts == [(tier, part.feasible, part.answered, part.total) for tier, part in score.tiers.items()]


def test_the_rank_compares_the_solved_instances_with_those_of_the_entries(
    node: Node, contract_data: Callable[..., Document], train_suite: ScheduleSuite, witnesses: list[Document]
) -> None:
    draw = random.Random(3)
    letters = ["".join(draw.choices("1-0", weights=(skill, 1, 9 - skill), k=len(witnesses))) for skill in range(9)]
    entries = [
        {
            "record_sha256": f"{at:064x}",
            "submission": {"system": {"name": "one"}},
            "status": "self-reported",
            "state": "listed",
            "labels": one,
        }
        for at, one in enumerate(letters)
    ]
    rows = [{"id": row["id"], "schedule": row["witness"] if at % 2 else None} for at, row in enumerate(witnesses)]
    (shown,) = node("previewFiles", contract=contract_data(train_suite, entries), files=[encoded(rows)])
    gold = "1" * len(rows)
    own = "".join("1" if row["schedule"] else "-" for row in rows)
    interval = rank_intervals([correctness(one, gold) for one in (*letters, own)]).intervals[-1]
    assert shown["rank"] == {"best": interval.best, "worst": interval.worst, "of": len(letters) + 1}
    assert shown["record"]["total"]["feasible"] == len(rows) // 2


def test_suite_data_that_names_what_it_does_not_have_is_refused_when_it_is_loaded(
    node: Node, contract_data: Callable[..., Document], train_suite: ScheduleSuite
) -> None:
    contract = contract_data(train_suite)
    contract["suite"]["instances"][0]["precedence"] = [["T1", "T99", 0]]
    with pytest.raises(AssertionError, match="names what it does not have"):
        node("previewFiles", contract=contract, files=[])


def test_the_chart_gives_every_scheduled_task_one_bar_in_the_lane_of_its_worker(
    node: Node, train_suite: ScheduleSuite
) -> None:
    draw = random.Random(5)
    cases, expected = [], []
    for judge in train_suite.judges.values():
        items = random_items(draw, judge)
        found = explanation(judge, items)
        cases.append(
            {
                "instance": instance_row(judge.instance),
                "schedule": [item.to_dict() for item in items],
                "violations": found["violations"],
            }
        )
        expected.append({(item.worker, item.task, item.start) for item in items})
    for case, want, drawn in zip(cases, expected, node("drawCharts", cases=cases), strict=True):
        bars = [(lane["worker"], bar["task"], bar["start"]) for lane in drawn["lanes"] for bar in lane["bars"]]
        assert set(bars) == want
        assert len(bars) == len(want)
        for lane in drawn["lanes"]:
            assert_drawn_apart(lane["bars"])
        charged = {task for item in case["violations"] for task in item["tasks"]}
        assert {bar["task"] for lane in drawn["lanes"] for bar in lane["bars"] if bar["kinds"]} == charged


def random_items(draw: random.Random, judge: Judge) -> tuple[Assignment, ...]:
    names = draw.sample(list(judge.instance.tasks), draw.randint(0, len(judge.instance.tasks)))
    workers = list(judge.instance.workers)
    latest = draw.choice((judge.instance.horizon, 60, 9_999))
    return tuple(Assignment(name, draw.choice(workers), draw.randint(0, latest)) for name in names)


def assert_drawn_apart(bars: list[Document]) -> None:
    """Every bar is inside the axis, and bars of one row that overlap in time do not exist."""
    for place, bar in enumerate(bars):
        assert bar["left"] >= 0
        assert bar["width"] > 0
        assert bar["left"] + bar["width"] <= 100.0001
        for other in bars[:place]:
            apart = other["end"] <= bar["start"] or bar["end"] <= other["start"]
            assert apart or other["top"] != bar["top"]
