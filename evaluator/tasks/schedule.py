"""Schedules as governed tasks: coverage, and one criterion for each constraint type that the instance has.

Invariant: a criterion is true exactly when all obligations of its type were evaluated and hold, so an obligation that
cannot be evaluated because a task is missing makes it false; all criteria together are full feasibility.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from evaluator.schedule import KINDS, Judge, Kind, ScheduleSuite
from evaluator.tasks.adapter import SCORING_SCHEMA, Adapter, Answer, Row, Task, Vector
from records import Finding, canonical_bytes, pointer, printable
from submissions_schema import Assignment, InstanceNames

EVALUATOR = "nnai-schedule-judge/1"
"""Identity and version of what `_vector` does; a change of any outcome is a new version, hence new task digests."""
LARGEST_START = 9_999
_ORDER = (Kind.COVERAGE, *(kind for kind in KINDS if kind is not Kind.COVERAGE))
_PLACEMENT = ("task", "worker", "start")


def _tasks(suite: ScheduleSuite, rows: tuple[Row, ...]) -> tuple[Task, ...]:
    return tuple(_task(suite.judges[instance.id], row) for instance, row in zip(suite.instances, rows, strict=True))


def _task(judge: Judge, row: Row) -> Task:
    criteria, tier = _criteria(judge), judge.instance.tier
    contents: dict[str, object] = {
        "evaluator": EVALUATOR,
        "instance": {name: value for name, value in row.items() if name not in ("id", "text")},
        "place": {"tier": tier},
        "prompt": row["text"],
        "rubric": {"criteria": criteria, "required": criteria, "scoring": SCORING_SCHEMA},
        "starter": [],
    }
    entries = tuple((name, canonical_bytes(value)) for name, value in sorted(contents.items()))
    place = f"tier-{tier}"
    return Task(id=judge.instance.id, category=place, family=place, tier=tier, criteria=criteria, entries=entries)


def _criteria(judge: Judge) -> tuple[str, ...]:
    having = dict(zip(KINDS, judge.obligations, strict=True))
    return tuple(kind.value for kind in _ORDER if having[kind])


def _judges(suite: ScheduleSuite) -> Mapping[str, Callable[[Answer], Vector]]:
    return {name: partial(_vector, judge) for name, judge in suite.judges.items()}


def _vector(judge: Judge, answer: Answer) -> Vector:
    placed = None if answer is None else tuple(map(_assignment, _list(answer)))
    met = dict(zip(KINDS, judge.outcome(placed).met, strict=True))
    return {name: bool(met[Kind(name)]) for name in _criteria(judge)}


def _list(answer: Answer) -> list[Answer]:
    if not isinstance(answer, list):
        raise ValueError("a list of placements is expected")
    return answer


def _assignment(item: Answer) -> Assignment:
    match item:
        case {"task": str(task), "worker": str(worker), "start": int(start)}:
            return Assignment(task, worker, start)
    raise ValueError("a placement has a task, a worker and a start")


def _read(value: Answer, suite: ScheduleSuite, task: str, where: str) -> tuple[Answer, list[Finding]]:
    if value is None:
        return None, []
    if not isinstance(value, list):
        message = f"a list of placements or null is expected, not {printable(value)}"
        return None, [Finding(code="E_TYPE", where=where, message=message)]
    names = suite.contract.instances[task]
    findings = [one for place, item in enumerate(value) for one in _misfits(item, names, where + pointer(place))]
    if findings:
        return None, findings
    placed = sorted(map(_assignment, value))
    for before, after in pairwise(placed):
        if before.task == after.task:
            findings.append(Finding(code="E_DUP_TASK", where=where, message=f"{after.task} is placed twice"))
    return [item.to_dict() for item in placed], findings


def _misfits(item: Answer, names: InstanceNames, where: str) -> list[Finding]:
    if not isinstance(item, dict) or sorted(item) != sorted(_PLACEMENT):
        message = f"an object with exactly {', '.join(_PLACEMENT)} is expected, not {printable(item)}"
        return [Finding(code="E_TYPE", where=where, message=message)]
    task, worker, start = (item[name] for name in _PLACEMENT)
    found = []
    if not isinstance(task, str) or task not in names.tasks:
        found.append(("E_UNKNOWN_TASK", "task", f"{printable(task)} is no task of this instance"))
    if not isinstance(worker, str) or worker not in names.workers:
        found.append(("E_UNKNOWN_WORKER", "worker", f"{printable(worker)} is no worker of this instance"))
    if type(start) is not int or not 0 <= start <= LARGEST_START:
        found.append(("E_RANGE", "start", f"a whole number from 0 to {LARGEST_START} is expected"))
    return [Finding(code=code, where=where + pointer(name), message=message) for code, name, message in found]


SCHEDULE_TASKS = Adapter(
    name="schedule",
    evaluator=EVALUATOR,
    field="schedule",
    starter=[],
    tasks=_tasks,
    judges=_judges,
    read=_read,
)
