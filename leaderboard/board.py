"""The board: a pure function of the records, the decision log, the states of the suite's tasks and held-out bundles.

Order: exact score over the tasks that count, then earlier acceptance, then digest; equal scores share a rank. Rank
intervals come from exact paired tests among the competitors. Controls stand apart without a rank, retracted entries
leave a tombstone.
Redacted results on private corpora stand beside the entries of their systems and change no score, rank or CSV.
Invariant: the order in which acceptances arrived changes nothing; a damaged record is named and left out alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from evaluator import AnySuite, nothing_scored, percent
from evaluator.statistics import rank_intervals
from leaderboard.board_csv import board_csv
from leaderboard.decisions import Action, Decision
from leaderboard.entry import Board, Entry, Note, Reproduced
from leaderboard.held_out import Beside, Bundle, beside, compared, read_bundles
from leaderboard.history import History, RecordHistory, replay
from leaderboard.marks import mark_score
from leaderboard.state import Log, State
from leaderboard.status import Standing
from leaderboard.stored import reader_for
from leaderboard.stored_record import StoredRecord
from records import Finding, Rejected, digest


def build_board(state: State, suite: AnySuite, log: Log | None = None) -> Board:
    """Read everything and rank it. Never raises for data: what is damaged is in `damaged`, the rest is shown.

    `log` is the state's log where the caller has just read it.
    """
    try:
        log = log or state.log()
    except Rejected as error:
        return _finished(suite, [], error.findings)
    if not suite.scored:
        return _finished(suite, [], [nothing_scored(suite.id)])
    history = replay(log.decisions)
    bundles, unreadable = read_bundles(state.root, suite.corpus)
    damaged = [*log.damaged, *history.misfits, *unreadable]
    reader = reader_for(suite)
    entries = []
    for known in _of(history, suite.corpus):
        try:
            entry = _entry(known, reader.read(state, known.record))
            entries.append(replace(entry, held_out=_held_out(bundles, entry, suite)) if bundles else entry)
        except Rejected as error:
            damaged.extend(error.findings)
    return _finished(suite, entries, damaged)


@dataclass(frozen=True, slots=True)
class _Placed:
    entry: Entry
    headline: Fraction


def _of(history: History, corpus: str) -> Iterable[RecordHistory]:
    return (one for one in history.records.values() if one.corpus == corpus and one.standing is not Standing.VOIDED)


def _entry(known: RecordHistory, record: StoredRecord) -> Entry:
    return Entry(
        rank=None,
        rank_best=None,
        rank_worst=None,
        status=known.status,
        state=known.standing,
        sha256=known.record,
        submission=record.submission,
        score=record.score,
        sheet=record.sheet,
        vector=record.vector,
        decision_id=known.accept.id,
        date=known.accept.date,
        complete=known.complete,
        notes=_notes(known, record),
        decisions=known.decisions,
        reproduction=_reproduced(known),
    )


def _held_out(bundles: Iterable[Bundle], entry: Entry, suite: AnySuite) -> tuple[Beside, ...]:
    if entry.state is Standing.RETRACTED:
        return ()
    tally = entry.score.tally()
    solved = Fraction(tally.correct, tally.total)
    return tuple(compared(bundle, suite, solved) for bundle in beside(bundles, entry.submission))


def _reproduced(known: RecordHistory) -> Reproduced | None:
    decision = known.reproduced_by
    if decision is None or decision.reproduction is None:
        return None
    return Reproduced(
        mark=decision.reproduction,
        date=decision.date,
        actor=decision.actor,
        note=decision.note,
        independent=known.independent,
    )


def _notes(known: RecordHistory, record: StoredRecord) -> tuple[Note, ...]:
    notes = [_note(decision) for decision in known.decisions if decision.action in _NOTED]
    logged = known.logged_score
    if logged is not None and logged != mark_score(record.score):
        text = (
            f"recomputed {percent(record.score.whole.headline)} % differs from the logged {percent(logged.headline)} %"
        )
        notes.append(Note(date=known.accept.date, kind="notice", text=f"{text}; a correction is due"))
    return tuple(notes)


_NOTED = (Action.CORRECT, Action.DISPUTE, Action.RESOLVE, Action.RETRACT)


def _note(decision: Decision) -> Note:
    text = decision.note
    if decision.old_score and decision.score:
        old, new = percent(decision.old_score.headline), percent(decision.score.headline)
        text = f"score corrected from {old} % to {new} %: {text}"
    return Note(date=decision.date, kind=str(decision.action), text=text)


def _finished(suite: AnySuite, entries: list[Entry], damaged: Iterable[Finding]) -> Board:
    placed = sorted(
        (_Placed(entry, entry.score.headline) for entry in entries),
        key=lambda one: (-one.headline, one.entry.date, one.entry.sha256),
    )
    competitors = [one for one in placed if one.entry.competes]
    controls = [one.entry for one in placed if not one.entry.competes and one.entry.state is not Standing.RETRACTED]
    tombstones = [one.entry for one in placed if one.entry.state is Standing.RETRACTED]
    ordered = (*_ranked(competitors), *controls, *tombstones)
    board = Board(suite=suite, entries=ordered, damaged=tuple(damaged), digest="")
    return replace(board, digest=digest(board_csv(board)))


def _ranked(placed: list[_Placed]) -> list[Entry]:
    intervals = rank_intervals([one.entry.vector for one in placed]).intervals
    ranked: list[Entry] = []
    rank = 0
    for place, (one, interval) in enumerate(zip(placed, intervals, strict=True), start=1):
        if place == 1 or one.headline != placed[place - 2].headline:
            rank = place
        ranked.append(replace(one.entry, rank=rank, rank_best=interval.best, rank_worst=interval.worst))
    return ranked
