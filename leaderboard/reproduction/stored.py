"""Stored evidence against the log and the record that it speaks of: what `verify` asks.

Invariant: nothing is taken from a decision that its evidence does not say again.
"""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.decisions import Decision
from leaderboard.entry import Board, Entry
from leaderboard.reproduction.evidence import Evidence, mark_of, objections, read_evidence
from leaderboard.state import State
from records import Finding, Rejected


def evidence_findings(state: State, board: Board) -> Iterator[Finding]:
    """Every difference between the decisions to reproduce on a board and their evidence."""
    for entry in board.entries:
        for decision in entry.decisions:
            if decision.reproduction is not None:
                yield from _of(state, board, entry, decision)


def _of(state: State, board: Board, entry: Entry, decision: Decision) -> Iterator[Finding]:
    mark, corpus = decision.reproduction, board.suite.corpus
    if mark is None:
        return
    where = f"evidence/{corpus}/{mark.evidence}.json"
    try:
        evidence = read_evidence(state.evidence(corpus, mark.evidence))
    except Rejected as error:
        yield from error.findings
        return
    against = [*objections(evidence), *_other(evidence, board, entry)]
    if not against and mark_of(evidence) != mark:
        against.append(f"decision {decision.id[:12]} says something else than its evidence")
    for message in against:
        yield Finding(code="V_EVIDENCE", where=where, message=f"evidence {mark.evidence[:12]}: {message}")


def _other(evidence: Evidence, board: Board, entry: Entry) -> Iterator[str]:
    """Evidence of another record, other data, another revision."""
    suite = board.suite
    expected = {
        "corpus": suite.corpus,
        "record": entry.sha256,
        "suite": suite.id,
        "test_sha256": suite.test_sha256,
        "predictions_sha256": entry.score.predictions_sha256,
        "revision": entry.submission.source.revision,
        "total": len(suite.contract.ids),
    }
    for name, value in expected.items():
        if getattr(evidence, name) != value:
            yield f"its {name} is not that of record {entry.sha256[:12]}"
