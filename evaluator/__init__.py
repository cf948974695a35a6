"""Corpus and predictions in, score out; statistics of scores."""

from evaluator.browser_data import browser_suite
from evaluator.kinds import (
    KINDS,
    AnyScore,
    AnySuite,
    Kind,
    browser_data,
    kind_of,
    known_corpora,
    load_corpus,
    load_known,
    load_scored,
    score_submission,
)
from evaluator.report import rejection_bytes, report_bytes
from evaluator.schedule import ScheduleScore, ScheduleSuite
from evaluator.scoring import SCORER, Count, Score, score
from evaluator.statistics import percent, wilson
from evaluator.suite import CORPORA, Category, Item, Stratum, Suite, known_suites, load_suite, question_row, suite_for
from evaluator.tally import Tally, ratio
from evaluator.task_states import DESCRIPTIVE, REGISTRY, TaskStates, Withdrawal, nothing_scored

__all__ = [
    "CORPORA",
    "DESCRIPTIVE",
    "KINDS",
    "REGISTRY",
    "SCORER",
    "AnyScore",
    "AnySuite",
    "Category",
    "Count",
    "Item",
    "Kind",
    "ScheduleScore",
    "ScheduleSuite",
    "Score",
    "Stratum",
    "Suite",
    "Tally",
    "TaskStates",
    "Withdrawal",
    "browser_data",
    "browser_suite",
    "kind_of",
    "known_corpora",
    "known_suites",
    "load_corpus",
    "load_known",
    "load_scored",
    "load_suite",
    "nothing_scored",
    "percent",
    "question_row",
    "ratio",
    "rejection_bytes",
    "report_bytes",
    "score",
    "score_submission",
    "suite_for",
    "wilson",
]
