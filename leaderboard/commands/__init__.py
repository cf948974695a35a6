"""The maintainer's commands as functions: context in, result out; `review.py` is the door before them."""

from leaderboard.commands.context import CLEAN, FINDINGS, Context, Result, notices, waiting
from leaderboard.commands.entries import admit, amend
from leaderboard.commands.keeping import publish, rebuild, verify
from leaderboard.commands.queue import check_pull, list_pulls, show
from leaderboard.commands.reproduce import Asked as ReproductionAsked
from leaderboard.commands.reproduce import reproduce
from leaderboard.commands.terminal import finding_lines, harmless
from leaderboard.commands.verdicts import accept, reject

__all__ = [
    "CLEAN",
    "FINDINGS",
    "Context",
    "ReproductionAsked",
    "Result",
    "accept",
    "admit",
    "amend",
    "check_pull",
    "finding_lines",
    "harmless",
    "list_pulls",
    "notices",
    "publish",
    "rebuild",
    "reject",
    "reproduce",
    "show",
    "verify",
    "waiting",
]
