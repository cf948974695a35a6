"""Leaderboard: accepted records, the append-only decision log, and the boards derived from them.

The folder holds the code and the published data (records/, decisions.jsonl, the CSVs). Who shows a board needs
`State`, `build_board`, `board_csv` and `board_json`; who reviews uses `leaderboard.commands`.
"""

from leaderboard.board import build_board
from leaderboard.board_csv import board_csv, columns
from leaderboard.board_json import board_json, entry_dict
from leaderboard.comparison import control_comparisons
from leaderboard.decisions import Action, Decision, PullMark
from leaderboard.entry import Board, Entry, Note, Reproduced
from leaderboard.ports import QUEUE, SPACE, submission_path
from leaderboard.reproduction_mark import ReproductionMark
from leaderboard.seeding import Seeding, seed_state
from leaderboard.state import State
from leaderboard.status import Standing, Status
from leaderboard.words import Exposure, Origin, exposure, provenance, source_link, withdrawal_note

__all__ = [
    "QUEUE",
    "SPACE",
    "Action",
    "Board",
    "Decision",
    "Entry",
    "Exposure",
    "Note",
    "Origin",
    "PullMark",
    "Reproduced",
    "ReproductionMark",
    "Seeding",
    "Standing",
    "State",
    "Status",
    "board_csv",
    "board_json",
    "build_board",
    "columns",
    "control_comparisons",
    "entry_dict",
    "exposure",
    "provenance",
    "seed_state",
    "source_link",
    "submission_path",
    "withdrawal_note",
]
