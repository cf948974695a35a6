"""Corpus and predictions in, score out; statistics of scores."""

from evaluator.browser_data import browser_suite
from evaluator.report import rejection_bytes, report_bytes
from evaluator.scoring import SCORER, Count, Score, score
from evaluator.statistics import percent, wilson
from evaluator.suite import CORPORA, Category, Item, Stratum, Suite, known_suites, load_suite, question_row, suite_for
from evaluator.tally import Tally, ratio

__all__ = [
    "CORPORA",
    "SCORER",
    "Category",
    "Count",
    "Item",
    "Score",
    "Stratum",
    "Suite",
    "Tally",
    "browser_suite",
    "known_suites",
    "load_suite",
    "percent",
    "question_row",
    "ratio",
    "rejection_bytes",
    "report_bytes",
    "score",
    "suite_for",
    "wilson",
]
