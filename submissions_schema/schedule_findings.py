"""The names in schedules: each task of the row's own instance at most once, each worker one of the instance.

Invariant: ids are local to the instance and compared exactly; a row whose own id is unknown is not judged further, and
an assignment with a bad worker or start still counts as the assignment of its task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from records import Finding, pointer, printable
from submissions_schema.codes import finding
from submissions_schema.contract import InstanceNames, SuiteContract

_task, _worker = itemgetter("task"), itemgetter("worker")


def schedule_findings(row: Any, contract: SuiteContract, where: Sequence[str | int]) -> Iterator[Finding]:
    """Duplicate and unknown tasks and unknown workers of the row that stands at the path `where`.

    Such structural faults reject the whole file; everything else about a schedule is scored.
    """
    if not isinstance(row, dict):
        return
    name, schedule = row.get("id"), row.get("schedule")
    if isinstance(name, str) and isinstance(schedule, list) and name in contract.instances:
        names = contract.instances[name]
        if not _sound(schedule, names):
            yield from _assignment_findings(schedule, names, name, (*where, "schedule"))


def _sound(schedule: list[Any], names: InstanceNames) -> bool:
    try:
        tasks = set(map(_task, schedule))
        return len(tasks) == len(schedule) and tasks <= names.tasks and names.workers.issuperset(map(_worker, schedule))
    except (TypeError, KeyError):
        return False  # some assignment is no object, or lacks a name that could be one


def _assignment_findings(
    schedule: list[Any], names: InstanceNames, instance: str, base: Sequence[str | int]
) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, item in enumerate(schedule):
        task, worker = (item.get("task"), item.get("worker")) if isinstance(item, dict) else (None, None)
        if isinstance(task, str):
            if task in seen:
                yield finding("E_DUP_TASK", pointer(*base, index, "task"), found=printable(task))
            if task not in names.tasks:
                where = pointer(*base, index, "task")
                yield finding("E_UNKNOWN_TASK", where, found=printable(task), expected=instance)
            seen.add(task)
        if isinstance(worker, str) and worker not in names.workers:
            where = pointer(*base, index, "worker")
            yield finding("E_UNKNOWN_WORKER", where, found=printable(worker), expected=instance)
