"""The second checker: a schedule is written into a table of time slots and the table is looked at.

Invariant: it shares no code and no method with the evaluator: there are no intervals here, only slots that are counted.
Answers yes or no, with the first objection for people.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from solvers.scheduling.problem import Problem, Schedule, Task


def feasible(problem: Problem, schedule: Schedule) -> bool:
    """Whether the schedule is complete and keeps every constraint."""
    return objection(problem, schedule) is None


def objection(problem: Problem, schedule: Schedule) -> str | None:
    """None for a feasible schedule, else one thing that is wrong with it."""
    tasks = {task.id: task for task in problem.tasks}
    if Counter(item.task for item in schedule) != Counter(list(tasks)):
        return "not every task stands in the schedule exactly once"
    doer = {item.task: item.worker for item in schedule}
    slots = {item.task: [item.start + k for k in range(tasks[item.task].duration)] for item in schedule}
    return (
        _own_slots(problem, tasks, doer, slots)
        or _worker_slots(problem, doer, slots)
        or _resource_slots(problem, tasks, slots)
        or _order_of_slots(problem, slots)
        or _separation(problem, doer)
    )


def _own_slots(
    problem: Problem, tasks: dict[str, Task], doer: dict[str, str], slots: dict[str, list[int]]
) -> str | None:
    """Each slot of a task lies in what the task allows and in what its worker can do."""
    for name, task in tasks.items():
        workers = [worker for worker in problem.workers if worker.id == doer[name]]
        if not workers or task.skill not in workers[0].skills:
            return f"{doer[name]} cannot do {name}"
        allowed = range(task.release, task.deadline)
        if any(slot not in allowed for slot in slots[name]):
            return f"{name} runs outside {task.release} to {task.deadline}"
        shift = {slot: number for number, (low, high) in enumerate(workers[0].windows) for slot in range(low, high)}
        if len({shift.get(slot) for slot in slots[name]}) != 1 or slots[name][0] not in shift:
            return f"{doer[name]} is away during {name}"
    return None


def _worker_slots(problem: Problem, doer: dict[str, str], slots: dict[str, list[int]]) -> str | None:
    """A worker has one task in a slot, and no more slots than the most allowed."""
    for worker in problem.workers:
        table = Counter(slot for name, own in slots.items() if doer[name] == worker.id for slot in own)
        if any(count > 1 for count in table.values()):
            return f"{worker.id} does two tasks at once"
        if table.total() > worker.max_load:
            return f"{worker.id} works {table.total()} steps"
    return None


def _resource_slots(problem: Problem, tasks: dict[str, Task], slots: dict[str, list[int]]) -> str | None:
    use: defaultdict[tuple[str, int], int] = defaultdict(int)
    for name, own in slots.items():
        for resource, units in tasks[name].demand.items():
            for slot in own:
                use[resource, slot] += units
    for (resource, slot), units in use.items():
        if units > problem.capacity[resource]:
            return f"{units} units of {resource} are in use at {slot}"
    return None


def _order_of_slots(problem: Problem, slots: dict[str, list[int]]) -> str | None:
    """The last slot of the first task, and as many free slots as the lag says, come before the second task."""
    for before, after, lag in problem.precedence:
        if slots[after][0] - slots[before][-1] <= lag:
            return f"{after} starts too early after {before}"
    return None


def _separation(problem: Problem, doer: dict[str, str]) -> str | None:
    for first, second in problem.separate:
        if doer[first] == doer[second]:
            return f"{doer[first]} does both {first} and {second}"
    return None
