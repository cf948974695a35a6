"""Scheduling solvers: the text reader, the second checker and two exact searches, none of which knows the evaluator.

Invariant: they see a question as a system under test does; nothing here imports generators or the evaluator.
"""

from __future__ import annotations

from solvers.scheduling import cp_sat
from solvers.scheduling.breaches import Breach, breach
from solvers.scheduling.offers import ScheduleOffers
from solvers.scheduling.problem import FACTS, Placement, Problem, Schedule, Task, Worker, schedule_of
from solvers.scheduling.reading import read_text
from solvers.scheduling.rows import EXACT_MISSING, ExactFinder, exact_finder, row_objection, text_objection
from solvers.scheduling.slot_search import Found, search
from solvers.scheduling.slots import feasible, objection

__all__ = [
    "EXACT_MISSING",
    "FACTS",
    "Breach",
    "ExactFinder",
    "Found",
    "Placement",
    "Problem",
    "Schedule",
    "ScheduleOffers",
    "Task",
    "Worker",
    "breach",
    "cp_sat",
    "exact_finder",
    "feasible",
    "objection",
    "read_text",
    "row_objection",
    "schedule_of",
    "search",
    "text_objection",
]
