"""Intervals, exact tests and rank inference over integer counts; nothing here draws a random number."""

from evaluator.statistics.percent import percent, percent_of_float
from evaluator.statistics.wilson import Z95, wilson

__all__ = ["Z95", "percent", "percent_of_float", "wilson"]
