"""An instance in English. The sentence forms and their meaning are documented in docs/SCHEDULING.md.

Invariant: the text states every fact of the instance once and nothing else, so that reading it gives the instance back.
"""

from __future__ import annotations

from collections.abc import Sequence

from generators.scheduling.instance import Instance, Task, Worker


def words(instance: Instance) -> str:
    """The text: one line of ASCII sentences with single spaces between them."""
    sentences = [
        f"Time runs in whole steps from 0 to {instance.horizon}.",
        *(_task(task) for task in instance.tasks),
        *(_worker(worker) for worker in instance.workers),
        *(f"At most {_units(capacity)} of {name} are in use at any time." for name, capacity in instance.resources),
        *(_arc(*arc) for arc in instance.precedence),
        *(f"{first} and {second} are done by different workers." for first, second in instance.separate),
        "Give every task one worker and one start.",
    ]
    return " ".join(sentences)


def _task(task: Task) -> str:
    uses = [f"{_units(units)} of {name}" for name, units in task.demand]
    used = f" and uses {listed(uses)}" if uses else ""
    return (
        f"Task {task.id} takes {_steps(task.duration)}, starts at {task.release} or later, ends at {task.deadline} "
        f"or earlier, needs the skill {task.skill}{used}."
    )


def _worker(worker: Worker) -> str:
    skills = f"the skill{'s' * (len(worker.skills) > 1)} {listed(worker.skills)}"
    windows = listed([f"from {low} to {high}" for low, high in worker.windows])
    return (
        f"Worker {worker.id} has {skills}, is available {windows}, and works at most {_steps(worker.max_load)} in all."
    )


def _arc(first: str, second: str, lag: int) -> str:
    wait = f"{_steps(lag)} or more after the end of" if lag else "at the end of"
    return f"{second} starts {wait} {first}{'' if lag else ' or later'}."


def _steps(number: int) -> str:
    return f"{number} step{'s' * (number != 1)}"


def _units(number: int) -> str:
    return f"{number} unit{'s' * (number != 1)}"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
