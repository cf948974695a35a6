"""Scheduling: instances and schedules in, feasibility, partial credit, diagnostics and explanations out."""

from evaluator.schedule.browser_data import browser_schedule_suite, instance_row
from evaluator.schedule.explain import explanation, sentence
from evaluator.schedule.instance import Instance, Task, Worker
from evaluator.schedule.outcome import KINDS, Judge, Outcome, objection
from evaluator.schedule.report import schedule_report_bytes
from evaluator.schedule.scoring import SCHEMA, SCORER, ScheduleScore, score_schedules
from evaluator.schedule.suite import (
    ScheduleSuite,
    known_schedule_suites,
    load_schedule_suite,
    load_scored_schedule_suite,
)
from evaluator.schedule.summary import Constraint, Summary
from evaluator.schedule.text import explanation_text, schedule_text
from evaluator.schedule.violations import Kind, Violation, violations

__all__ = [
    "KINDS",
    "SCHEMA",
    "SCORER",
    "Constraint",
    "Instance",
    "Judge",
    "Kind",
    "Outcome",
    "ScheduleScore",
    "ScheduleSuite",
    "Summary",
    "Task",
    "Violation",
    "Worker",
    "browser_schedule_suite",
    "explanation",
    "explanation_text",
    "instance_row",
    "known_schedule_suites",
    "load_schedule_suite",
    "load_scored_schedule_suite",
    "objection",
    "schedule_report_bytes",
    "schedule_text",
    "score_schedules",
    "sentence",
    "violations",
]
