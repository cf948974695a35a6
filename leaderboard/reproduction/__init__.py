"""Reproduction: a pinned source runs again offline, and its predictions are compared item by item with the record.

Pure but for the workshop that the door passes in. `prepare` looks, `run_all` runs and compares, `mark_of` says what the
log keeps, `objections` what speaks against stored evidence.
"""

from leaderboard.reproduction.attempt import run_all
from leaderboard.reproduction.commands import Plan, plan_commands
from leaderboard.reproduction.evidence import Evidence, RunEvidence, mark_of, objections, read_evidence
from leaderboard.reproduction.lock import Lock, read_lock
from leaderboard.reproduction.own_files import OwnFiles, own_files
from leaderboard.reproduction.ports import Workshop
from leaderboard.reproduction.prepared import Prepared, Request, prepare
from leaderboard.reproduction.scan import Scan, scan
from leaderboard.reproduction.withheld import Withheld, withhold

__all__ = [
    "Evidence",
    "Lock",
    "OwnFiles",
    "Plan",
    "Prepared",
    "Request",
    "RunEvidence",
    "Scan",
    "Withheld",
    "Workshop",
    "mark_of",
    "objections",
    "own_files",
    "plan_commands",
    "prepare",
    "read_evidence",
    "read_lock",
    "run_all",
    "scan",
    "withhold",
]
