"""The page of the maintainers' own runs (docs/MODEL_RUNS.md), generated from the published records.

Invariant: every figure and every disclosure on the page comes from a record, the decision log or the scorer; nobody
edits the page, so it cannot drift.
"""

from leaderboard.model_runs.block import run_block
from leaderboard.model_runs.markdown import fenced, plain
from leaderboard.model_runs.page import PAGE, model_runs_page
from leaderboard.model_runs.writing import write_page

__all__ = ["PAGE", "fenced", "model_runs_page", "plain", "run_block", "write_page"]
