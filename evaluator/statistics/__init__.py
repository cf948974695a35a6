"""Intervals, exact tests and rank inference over integer counts; nothing here draws a random number."""

from evaluator.statistics.bootstrap import BootstrapInterval, bootstrap_interval
from evaluator.statistics.chance import Chance, ChanceTest, above_chance_p, below_chance_p, chance_test
from evaluator.statistics.controls import ControlComparison, against_controls
from evaluator.statistics.correctness import bits, correctness, discordant
from evaluator.statistics.holm import holm
from evaluator.statistics.mcnemar import mcnemar
from evaluator.statistics.percent import p_text, percent, percent_of_float
from evaluator.statistics.ranking import Ranking, RankInterval, rank_intervals
from evaluator.statistics.similarity import Agreement, Similarity, similarity
from evaluator.statistics.wilson import Z95, wilson, wilson_of_mean

__all__ = [
    "Z95",
    "Agreement",
    "BootstrapInterval",
    "Chance",
    "ChanceTest",
    "ControlComparison",
    "RankInterval",
    "Ranking",
    "Similarity",
    "above_chance_p",
    "against_controls",
    "below_chance_p",
    "bits",
    "bootstrap_interval",
    "chance_test",
    "correctness",
    "discordant",
    "holm",
    "mcnemar",
    "p_text",
    "percent",
    "percent_of_float",
    "rank_intervals",
    "similarity",
    "wilson",
    "wilson_of_mean",
]
