"""What an interrupted command may leave behind, and how the next one finishes it.

Invariant: nothing is half accepted: a leftover is either completed, or named together with the command that does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator import AnySuite
from leaderboard import acceptance, rejection
from leaderboard.desk import Desk, Outcome
from leaderboard.history import History, replay
from leaderboard.state import Log, State

COMMAND = "review.py rebuild --apply"
"""Completes every leftover."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Leftover:
    """One thing that was cut off: what it is, and whether finishing it needs the hub."""

    what: str
    needs_hub: bool = False


def cut_off(log: Log, history: History, state: State, suites: Sequence[AnySuite]) -> list[Leftover]:
    """Everything unfinished but the CSVs, which a rebuild compares."""
    decided = [one.accept for one in history.incomplete()] + list(history.open_rejects)
    found = [
        Leftover(what=f"the {one.action} of {one.pull.name} is decided but not completed", needs_hub=True)
        for one in decided
        if one.pull
    ]
    if log.torn:
        found.append(Leftover(what=f"a torn last line of {log.torn} bytes in the log was never acknowledged"))
    for corpus, sha256 in _orphans(state, history, suites):
        found.append(Leftover(what=f"record {sha256[:12]} of {corpus} was stored but never decided"))
    for corpus, sha256 in _unused(state, history, suites):
        found.append(Leftover(what=f"evidence {sha256[:12]} of {corpus} was stored but never decided on"))
    return found


def clear(state: State, log: Log, suites: Sequence[AnySuite]) -> None:
    """Drop a torn line, undecided records and evidence. The caller holds the lock and read `log` under it."""
    state.drop_torn_line(log)
    history = replay(log.decisions)
    for corpus, sha256 in _orphans(state, history, suites):
        state.remove_record(corpus, sha256)
    for corpus, sha256 in _unused(state, history, suites):
        state.remove_evidence(corpus, sha256)


def sweep(desk: Desk, suites: Sequence[AnySuite]) -> None:
    """Finish what needs no hub: clear, then rebuild."""
    clear(desk.state, desk.state.log(), suites)
    desk.rebuild()


def finish(desk: Desk, *, but: tuple[str, int] | None = None) -> tuple[Outcome, ...]:
    """Complete every accept and reject that was cut off, but those of the pull request `but` (repo, number).

    Raises whatever the hub's client raises; what was completed before stays completed.
    """
    history = replay(desk.state.log().decisions)
    outcomes = []
    for one in history.incomplete():
        if one.accept.pull and (one.accept.pull.repo, one.accept.pull.number) != but:
            outcomes.append(acceptance.complete(desk, one.accept))
    for reject in history.open_rejects:
        if reject.pull and (reject.pull.repo, reject.pull.number) != but:
            outcomes.append(rejection.complete(desk, reject))
    return tuple(outcomes)


def _orphans(state: State, history: History, suites: Sequence[AnySuite]) -> list[tuple[str, str]]:
    return [
        (suite.corpus, name)
        for suite in suites
        for name in state.record_names(suite.corpus)
        if (suite.corpus, name) not in history.records
    ]


def _unused(state: State, history: History, suites: Sequence[AnySuite]) -> list[tuple[str, str]]:
    named = {
        (one.corpus, decision.reproduction.evidence)
        for one in history.records.values()
        for decision in one.decisions
        if decision.reproduction
    }
    return [
        (suite.corpus, name)
        for suite in suites
        for name in state.evidence_names(suite.corpus)
        if (suite.corpus, name) not in named
    ]
