"""The browser's scheduling scorer gives Python's record and explanations on any schedules."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from evaluator.schedule import Kind, ScheduleSuite, explanation, schedule_report_bytes, score_schedules
from records import canonical_bytes
from submissions_schema import SchedulePrediction, read_upload

Document = dict[str, Any]
Node = Callable[..., Any]
SEED = 20261129
FILES = 30  # of 120 instances


def anything(draw: random.Random, row: Document) -> Document:
    """A schedule without sense: any worker, any start, some of them far behind the horizon."""
    starts = draw.choice((row["horizon"], row["horizon"], 40, 9_999))
    return {
        task["id"]: {
            "task": task["id"],
            "worker": draw.choice(row["workers"])["id"],
            "start": draw.randint(0, starts),
        }
        for task in row["tasks"]
    }


def sensible(draw: random.Random, row: Document) -> Document:
    """Inside the task's own bounds, by a worker with the skill."""
    made = {}
    for task in row["tasks"]:
        skilled = [worker["id"] for worker in row["workers"] if task["skill"] in worker["skills"]]
        start = draw.randint(task["release"], task["deadline"] - task["duration"])
        made[task["id"]] = {"task": task["id"], "worker": draw.choice(skilled), "start": start}
    return made


def near_the_witness(draw: random.Random, row: Document) -> Document:
    """The witness with none, one or a few tasks moved by a step or given to another worker."""
    made = {item["task"]: dict(item) for item in row["witness"]}
    for _ in range(draw.choice((0, 0, 1, 1, 2, 5))):
        item = made[draw.choice(list(made))]
        if draw.random() < 0.5:
            item["start"] = max(0, item["start"] + draw.choice((-2, -1, 1, 2)))
        else:
            item["worker"] = draw.choice(row["workers"])["id"]
    return made


def schedule(draw: random.Random, row: Document) -> list[Document] | None:
    if draw.random() < 0.04:
        return None
    made = draw.choice((anything, sensible, near_the_witness, near_the_witness))(draw, row)
    left = draw.choice((0, 0, 0, 1, 2, len(made), draw.randrange(len(made))))
    for name in draw.sample(list(made), left):
        del made[name]
    return draw.sample(list(made.values()), len(made))


def files(rows: list[Document]) -> Iterator[bytes]:
    draw = random.Random(SEED)
    for _ in range(FILES):
        made = [{"schedule": schedule(draw, row), "id": row["id"]} for row in draw.sample(rows, len(rows))]
        yield json.dumps(made).encode()


def explained(suite: ScheduleSuite, rows: tuple[SchedulePrediction, ...]) -> list[Document]:
    schedules = {row.id: row.schedule for row in rows}
    return [explanation(judge, schedules[name]) for name, judge in suite.judges.items()]


def test_thousands_of_random_schedules_have_equal_records_and_explanations(
    node: Node, contract_data: Callable[..., Document], train_suite: ScheduleSuite, witnesses: list[Document]
) -> None:
    made = list(files(witnesses))
    sent = {"contract": contract_data(train_suite), "files": [base64.b64encode(file).decode() for file in made]}
    reports = node("readSchedules", read="readUpload", **sent)
    explanations = node("explainFiles", ids=[train_suite.contract.ids] * FILES, **sent)
    kinds: set[str] = set()
    feasible = 0
    for file, report, words in zip(made, reports, explanations, strict=True):
        rows = read_upload(file, train_suite.contract).schedules
        score = score_schedules(rows, train_suite)
        expected = explained(train_suite, rows)
        assert report["report"] == schedule_report_bytes(score).decode()
        assert words == canonical_bytes(expected).decode()
        kinds |= {found["constraint"] for one in expected for found in one["violations"]}
        feasible += score.total.feasible
    assert kinds == set(Kind) - {Kind.COVERAGE}, "the schedules reach every constraint"
    assert feasible > 100


def test_the_preview_lists_every_instance_with_the_integers_of_its_outcome(
    node: Node, contract_data: Callable[..., Document], train_suite: ScheduleSuite, witnesses: list[Document]
) -> None:
    file = next(files(witnesses))
    (shown,) = node("previewFiles", contract=contract_data(train_suite), files=[base64.b64encode(file).decode()])
    score = score_schedules(read_upload(file, train_suite.contract).schedules, train_suite)
    assert shown["record"] == score.to_dict()
    assert shown["instances"] == [
        {
            "id": name,
            "tier": train_suite.judges[name].instance.tier,
            "answered": outcome.answered,
            "feasible": outcome.feasible,
            "tasks": outcome.tasks,
            "scheduled": outcome.scheduled,
            "clean": outcome.clean,
            "violations": outcome.broken,
        }
        for name, outcome in score.outcomes.items()
    ]
