"""The pages of the maintainers' own runs, one a suite (docs/MODEL_RUNS*.md), generated from the published records.

Invariant: every figure and every disclosure on a page comes from a record, the decision log or the scorer; nobody
edits a page, so it cannot drift.
"""

from leaderboard.model_runs.block import run_block
from leaderboard.model_runs.markdown import fenced, plain
from leaderboard.model_runs.page import model_runs_page
from leaderboard.model_runs.views import view_of
from leaderboard.model_runs.writing import write_pages

__all__ = ["fenced", "model_runs_page", "plain", "run_block", "view_of", "write_pages"]
