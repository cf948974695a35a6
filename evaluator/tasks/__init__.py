"""Governed tasks: every test item of a corpus with all that decides it, and the judgement of one answer by criteria."""

from evaluator.tasks.adapter import SCORING_SCHEMA, Adapter, Answer, Task, Vector, solved
from evaluator.tasks.book import ADAPTERS, TaskBook, load_tasks, no_tasks

__all__ = [
    "ADAPTERS",
    "SCORING_SCHEMA",
    "Adapter",
    "Answer",
    "Task",
    "TaskBook",
    "Vector",
    "load_tasks",
    "no_tasks",
    "solved",
]
