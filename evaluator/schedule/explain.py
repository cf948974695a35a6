"""One instance in plain words: which constraint is violated, by which tasks, at what time; and the same as data.

Invariant: sentences are made from the instance and the violations alone; ids in them were checked by the reader.
"""

from __future__ import annotations

from typing import Any

from evaluator.schedule.instance import Instance
from evaluator.schedule.outcome import Judge
from evaluator.schedule.violations import Kind, Placed, Violation, violations
from submissions_schema import Assignment

MOST = 50
"""How many violations of an instance are listed."""


def explanation(judge: Judge, schedule: tuple[Assignment, ...] | None) -> dict[str, Any]:
    """Canonical JSON values: the outcome's integers, every unscheduled task, the first MOST violations in words."""
    instance = judge.instance
    placed = {item.task: item for item in schedule or ()}
    outcome = judge.outcome(schedule)
    found = violations(instance, placed)
    charged = {task for item in found for task in item.tasks}
    return {
        "id": instance.id,
        "tier": instance.tier,
        "answered": outcome.answered,
        "feasible": outcome.feasible,
        "tasks": outcome.tasks,
        "scheduled": outcome.scheduled,
        "clean": outcome.clean,
        "unscheduled": [name for name in instance.tasks if name not in placed],
        "charged": [name for name in instance.tasks if name in charged],
        "violations": [_row(item, instance, placed) for item in found[:MOST]],
        "violations_total": len(found),
    }


def _row(item: Violation, instance: Instance, placed: Placed) -> dict[str, Any]:
    return {
        "constraint": item.kind.value,
        "tasks": list(item.tasks),
        "from": item.low,
        "to": item.high,
        "subject": item.subject or None,
        "words": sentence(item, instance, placed),
    }


def sentence(item: Violation, instance: Instance, placed: Placed) -> str:
    """The violation as one English sentence with the constraint, the tasks and the time."""
    return _SENTENCES[item.kind](item, instance, placed)


def _release(item: Violation, instance: Instance, placed: Placed) -> str:
    (name,) = item.tasks
    return f"{name} starts at {placed[name].start}, before its release at {instance.tasks[name].release}."


def _deadline(item: Violation, instance: Instance, placed: Placed) -> str:
    (name,) = item.tasks
    task = instance.tasks[name]
    return f"{name} ends at {placed[name].start + task.duration}, after its deadline at {task.deadline}."


def _skill(item: Violation, instance: Instance, placed: Placed) -> str:
    (name,) = item.tasks
    return f"{name} needs the skill {instance.tasks[name].skill}, which {item.subject} does not have."


def _availability(item: Violation, instance: Instance, placed: Placed) -> str:
    windows = " and ".join(f"{low} to {high}" for low, high in instance.workers[item.subject].windows)
    return f"{item.tasks[0]} runs from {item.low} to {item.high}, but {item.subject} is available only from {windows}."


def _no_overlap(item: Violation, instance: Instance, placed: Placed) -> str:
    return f"{item.subject} does {' and '.join(item.tasks)} at once from {item.low} to {item.high}."


def _max_load(item: Violation, instance: Instance, placed: Placed) -> str:
    load = sum(instance.tasks[name].duration for name in item.tasks)
    most = instance.workers[item.subject].max_load
    return f"{item.subject} works {load} steps on {listed(item.tasks)}; at most {most} are allowed."


def _precedence(item: Violation, instance: Instance, placed: Placed) -> str:
    after = item.tasks[-1]
    if item.subject not in placed:
        return f"{after} starts at {placed[after].start}, but {item.subject}, which must come first, is not scheduled."
    lag = next(wait for a, b, wait in instance.precedence if (a, b) == (item.subject, after))
    end = placed[item.subject].start + instance.tasks[item.subject].duration
    wait = f" and a wait of {lag}" if lag else ""
    ready = f"{item.subject} ends at {end}{wait}"
    return f"{after} starts at {placed[after].start}, but {ready}: {item.high} is the earliest."


def _capacity(item: Violation, instance: Instance, placed: Placed) -> str:
    units = {name: instance.tasks[name].demand[item.subject] for name in item.tasks}
    use = listed([f"{name} ({count})" for name, count in units.items()])
    return (
        f"{item.subject} is overloaded from {item.low} to {item.high}: {use} need {sum(units.values())} units, "
        f"{instance.capacity[item.subject]} are there."
    )


def _separate(item: Violation, instance: Instance, placed: Placed) -> str:
    return f"{' and '.join(item.tasks)} must be done by different workers, but {item.subject} does both."


_SENTENCES = {
    Kind.RELEASE: _release,
    Kind.DEADLINE: _deadline,
    Kind.SKILL: _skill,
    Kind.AVAILABILITY: _availability,
    Kind.NO_OVERLAP: _no_overlap,
    Kind.MAX_LOAD: _max_load,
    Kind.PRECEDENCE: _precedence,
    Kind.CAPACITY: _capacity,
    Kind.SEPARATE: _separate,
}


def listed(parts: tuple[str, ...] | list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
