"""`verify`: replay everything that a board rests on and name each difference.

In order: the hash chain and every decision, the order of decisions, the digest of every record, every logged score
against the recomputed one, the evidence of every reproduction, every CSV byte for byte, what was cut off.
Invariant: nothing is written, nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator import AnySuite, percent
from leaderboard.boards import derive
from leaderboard.entry import Board
from leaderboard.history import RecordHistory, replay
from leaderboard.marks import Mark, mark_score
from leaderboard.reproduction.stored import evidence_findings
from leaderboard.state import LOG_NAME, State
from leaderboard.upkeep import COMMAND, cut_off
from records import Finding, Rejected


@dataclass(frozen=True, kw_only=True, slots=True)
class Verification:
    """What was replayed, and every difference in that order; clean when there is none."""

    decisions: int
    records: int
    head: str
    boards: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]


def verify(state: State, suites: Sequence[AnySuite]) -> Verification:
    """Replay the state. A broken chain stops the replay there: nothing behind it can be trusted."""
    try:
        log = state.log()
    except Rejected as error:
        return Verification(decisions=0, records=0, head="", boards=(), findings=error.findings)
    history = replay(log.decisions)
    findings: list[Finding] = []
    derived = derive(state, suites, log)
    for one in derived:
        findings += one.board.damaged
        findings += _scores(one.board, history.records)
        findings += evidence_findings(state, one.board)
        if not one.current:
            findings.append(_csv_difference(one.board.suite.corpus, one.csv, one.stored))
    findings += [
        Finding(code="L_LEFTOVER", where=LOG_NAME, message=f"{item.what}; `{COMMAND}` finishes it")
        for item in cut_off(log, history, state, suites)
    ]
    return Verification(
        decisions=len(log.decisions),
        records=sum(len(one.board.entries) for one in derived),
        head=log.head,
        boards=tuple((one.board.suite.corpus, one.board.digest) for one in derived),
        findings=tuple(dict.fromkeys(findings)),
    )


def _scores(board: Board, records: dict[tuple[str, str], RecordHistory]) -> list[Finding]:
    found = []
    for entry in board.entries:
        logged = records[board.suite.corpus, entry.sha256].logged_score
        recomputed = mark_score(entry.score)
        if logged is not None and logged != recomputed:
            message = f"{entry.sha256[:12]}: {_difference(logged, recomputed)}; `review.py correct` records it"
            where = f"records/{board.suite.corpus}/{entry.sha256}.json"
            found.append(Finding(code="B_SCORE", where=where, message=message))
    return found


def _difference(logged: Mark, recomputed: Mark) -> str:
    if logged.headline != recomputed.headline:
        return f"the log says {percent(logged.headline)} %, recomputed {percent(recomputed.headline)} %"
    if logged.scorer != recomputed.scorer:
        return f"the log names scorer {logged.scorer!a}, this is {recomputed.scorer}"
    return "the logged counts differ from the recomputed ones"


def _csv_difference(corpus: str, expected: bytes, stored: bytes | None) -> Finding:
    name = f"{corpus}.csv"
    if stored is None:
        return Finding(code="B_CSV", where=name, message=f"{name} is missing; `review.py rebuild --apply` writes it")
    lines, others = expected.splitlines(), stored.splitlines()
    first = next((n for n, pair in enumerate(zip(lines, others, strict=False)) if pair[0] != pair[1]), None)
    line = (min(len(lines), len(others)) if first is None else first) + 1
    message = f"{name} differs from records and log, first in line {line}; `review.py rebuild --apply` rewrites it"
    return Finding(code="B_CSV", where=name, message=message)
