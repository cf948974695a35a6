"""The exact solver: a schedule is searched with OR-tools' CP-SAT from the constraints alone, never from a witness.

OR-tools is an optional operator dependency, loaded only when it is asked for. Its output is not promised to be the same
in another version (or-tools issues 1145, 3590, 4458), so schedules found here are checked and committed, never compared
byte for byte. One worker thread, a fixed seed and a deterministic time limit make a run repeatable in one version.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from solvers.scheduling.problem import Placement, Problem, Schedule

PACKAGE = "ortools"
PINNED = "9.15.6755"
SEED = 0
DETERMINISTIC_SECONDS = 60
"""CP-SAT's own unit of work; an instance of this suite needs far less than one."""


def available() -> bool:
    """Whether OR-tools can be loaded here."""
    return importlib.util.find_spec(PACKAGE) is not None


def installed_version() -> str:
    """The version of OR-tools that would answer. Raises ModuleNotFoundError without it."""
    return str(importlib.import_module(PACKAGE).__version__)


def find(problem: Problem) -> Schedule | None:
    """A feasible schedule, or None when none exists or the limit of work was reached. Needs OR-tools."""
    cp: Any = importlib.import_module("ortools.sat.python.cp_model")
    model = cp.CpModel()
    starts = {task.id: model.NewIntVar(task.release, task.deadline - task.duration, task.id) for task in problem.tasks}
    chosen = _choices(problem, model, starts)
    _resources(problem, model, starts)
    duration = {task.id: task.duration for task in problem.tasks}
    for before, after, lag in problem.precedence:
        model.Add(starts[before] + duration[before] + lag <= starts[after])
    for first, second in problem.separate:
        for worker in problem.workers:
            both = [chosen[task, worker.id] for task in (first, second) if (task, worker.id) in chosen]
            model.AddAtMostOne(both)
    solver = cp.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = DETERMINISTIC_SECONDS
    if solver.Solve(model) not in (cp.OPTIMAL, cp.FEASIBLE):
        return None
    return tuple(
        Placement(task, worker, int(solver.Value(starts[task])))
        for (task, worker), choice in chosen.items()
        if solver.Value(choice)
    )


def _choices(problem: Problem, model: Any, starts: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """One optional interval for each task and worker with the skill; breaks are intervals that nobody may overlap."""
    chosen: dict[tuple[str, str], Any] = {}
    for worker in problem.workers:
        intervals, load = [], []
        for task in problem.tasks:
            if task.skill not in worker.skills:
                continue
            choice = model.NewBoolVar(f"{task.id} by {worker.id}")
            chosen[task.id, worker.id] = choice
            interval = model.NewOptionalFixedSizeIntervalVar(starts[task.id], task.duration, choice, "run")
            intervals.append(interval)
            load.append(task.duration * choice)
        edges = [0, *(edge for window in worker.windows for edge in window), problem.horizon]
        breaks = [(low, high) for low, high in zip(edges[::2], edges[1::2], strict=True) if low < high]
        intervals += [model.NewFixedSizeIntervalVar(low, high - low, "break") for low, high in breaks]
        model.AddNoOverlap(intervals)
        model.Add(sum(load) <= worker.max_load)
    for task in problem.tasks:
        model.AddExactlyOne(choice for (name, _), choice in chosen.items() if name == task.id)
    return chosen


def _resources(problem: Problem, model: Any, starts: dict[str, Any]) -> None:
    for resource, capacity in problem.capacity.items():
        users = [task for task in problem.tasks if resource in task.demand]
        runs = [model.NewFixedSizeIntervalVar(starts[task.id], task.duration, "use") for task in users]
        model.AddCumulative(runs, [task.demand[resource] for task in users], capacity)
