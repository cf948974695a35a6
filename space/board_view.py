"""What the Leaderboard tab draws, as plain values: rows, filters with counts, notices.

Invariant: nothing is scored or ranked here; numbers arrive as exact values and leave as text, rounded once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from evaluator import Withdrawal
from leaderboard import Board, Entry, Origin, Reproduced, Standing, Status, exposure, provenance
from records import Finding
from space.face import CALIBRATING, Face, Heading, ScoreView, face_of
from space.held_out_html import held_out_mark
from space.markup import DASH


class Group(StrEnum):
    """The three bodies of the table."""

    RANKED = "ranked"
    CONTROL = "control"
    RETRACTED = "retracted"


@dataclass(frozen=True, kw_only=True, slots=True)
class Chip:
    """A small label: `kind` is accent, note, neutral, warning or bad."""

    kind: str
    label: str
    title: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One entry. `rank` and `ranks` (the rank interval) are empty for controls and tombstones.

    `facets` are what the board is filtered by. A tombstone has a reason instead of a score: `score` is None.
    """

    sha256: str
    group: Group
    rank: int | None
    ranks: str
    name: str
    chips: tuple[Chip, ...]
    meta: tuple[str, ...]
    reason: str
    facets: Mapping[str, str]
    score: ScoreView | None
    also: str = ""
    held_out: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """One filter chip: rows whose `facet` has `value`, and how many there are."""

    facet: str
    value: str
    label: str
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardView:
    """The whole tab."""

    corpus: str
    title: str
    shape: str
    counted: str
    headline: str
    columns: tuple[Heading, ...]
    chance: Fraction | None
    meaning: str
    suite_digest: str
    board_digest: str
    rows: tuple[Row, ...]
    choices: tuple[Choice, ...]
    damaged: tuple[Finding, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()


def view_board(board: Board) -> BoardView:
    """The view of a board."""
    suite, face = board.suite, face_of(board.suite)
    order = {value: place for place, value in enumerate(sorted({entry.score.headline for entry in board.entries}))}
    rows = tuple(_row(entry, face, order[entry.score.headline]) for entry in board.entries)
    return BoardView(
        corpus=suite.corpus,
        title=suite.title,
        shape=face.shape if not face.states else f"{face.shape} · {face.states}",
        counted=face.counted,
        headline=face.headline,
        columns=face.columns,
        chance=face.chance,
        meaning=f"{face.meaning} {CALIBRATING}" if dict(suite.task_states.counts).get("calibrating") else face.meaning,
        suite_digest=suite.suite_digest,
        board_digest=board.digest,
        rows=rows,
        choices=count_choices(rows),
        damaged=board.damaged,
        withdrawals=suite.task_states.withdrawals,
    )


def count_choices(rows: Iterable[Row]) -> tuple[Choice, ...]:
    """The filters that the rows offer, each value once, in a fixed order."""
    rows = tuple(rows)
    choices = []
    for facet, labels in FACETS.items():
        counts = Counter(row.facets.get(facet, "") for row in rows)
        choices += [
            Choice(facet=facet, value=value, label=label, count=counts[value])
            for value, label in labels.items()
            if counts[value]
        ]
    return tuple(choices)


FACETS: dict[str, dict[str, str]] = {
    "status": {
        "reproduced": "Reproduced",
        "maintainer-run": "Maintainer-run",
        "self-reported": "Self-reported",
        "control": "Control",
    },
    "track": {"closed-book": "Closed-book", "offline-retrieval": "Offline retrieval"},
    "exposure": {
        "none": "No test exposure",
        "declared": "Exposure declared",
        "template-informed": "Template-informed",
        "test-adapted": "Test-adapted",
        "unknown": "Exposure unknown",
    },
    "run": {"independent": "Run by another", "own-run": "Own run repeated", "partial": "Run again, differs"},
    "input": {"structured": "Structured input", "text": "Text input"},
}
"""Facet -> value -> how it is called. An unknown value of a later version is shown on its row, without a filter."""

_STATUS_CHIPS = {
    Status.REPRODUCED: Chip(kind="accent", label="Reproduced", title="Run again offline by a maintainer"),
    Status.MAINTAINER_RUN: Chip(kind="note", label="Maintainer-run", title="Run by the maintainers, not independent"),
    Status.SELF_REPORTED: Chip(kind="neutral", label="Self-reported", title="Scored by us, run by the submitter"),
    Status.CONTROL: Chip(kind="neutral", label="Control", title="A launch control, not a competing system"),
}
_EXPOSURE_CHIPS = {
    "test-adapted": Chip(kind="warning", label="test-adapted", title="Built for these test items"),
    "unknown": Chip(kind="bad", label="exposure unknown", title="The submitter does not know what it has seen"),
    "template-informed": Chip(kind="neutral", label="template-informed", title="The design uses the templates"),
    "declared": Chip(kind="neutral", label="exposure declared", title="See the row's details"),
}


def chips_of(entry: Entry) -> tuple[Chip, ...]:
    """The labels of an entry, what stands behind it first, then what weakens it."""
    chips = [_STATUS_CHIPS[entry.status], *_run_chips(entry.reproduction)]
    if entry.status is Status.REPRODUCED and len(chips) > 1:
        del chips[0]
    seen = exposure(entry.submission)
    if seen in _EXPOSURE_CHIPS:
        chips.append(_EXPOSURE_CHIPS[seen])
    if provenance(entry.submission) is Origin.UNKNOWN:
        chips.append(Chip(kind="bad", label="provenance unknown", title="Where parts of it come from is not known"))
    if entry.submission.source.closed_source:
        chips.append(Chip(kind="neutral", label="closed source", title="Can never be marked reproduced"))
    if entry.state is Standing.DISPUTED:
        chips.append(Chip(kind="warning", label="disputed", title=_last_note(entry)))
    return tuple(chips)


def _run_chips(made: Reproduced | None) -> list[Chip]:
    """What a run of the pinned source gave: only one by another than the submitter takes the colour of trust."""
    if made is None:
        return []
    label = f"Reproduced {made.mark}"
    if made.kind == "independent":
        return [Chip(kind="accent", label=label, title="The pinned source, run again offline, gave the same answers")]
    if made.kind == "own-run":
        title = "Run again offline with the same answers, by the maintainers who also made it: not independent"
        return [Chip(kind="note", label=f"{label}, own run", title=title)]
    return [Chip(kind="warning", label=label, title="Run again offline; some answers differ, so it gives no status")]


def _row(entry: Entry, face: Face, order: int) -> Row:
    submission = entry.submission
    return Row(
        sha256=entry.sha256,
        group=_group(entry),
        rank=entry.rank,
        ranks=_ranks(entry),
        name=submission.system.name,
        chips=chips_of(entry),
        meta=_meta(entry),
        reason=_last_note(entry) if entry.state is Standing.RETRACTED else "",
        facets=_facets(entry),
        score=None if entry.state is Standing.RETRACTED else face.view(entry.score, order),
        also=submission.system.organisation or "",
        held_out=held_out_mark(entry),
    )


def _facets(entry: Entry) -> dict[str, str]:
    submission = entry.submission
    facets = {"status": str(entry.status), "track": str(submission.track), "exposure": str(exposure(submission))}
    if entry.reproduction is not None:
        facets["run"] = entry.reproduction.kind
    mode = submission.input_mode
    return facets if mode is None else {**facets, "input": str(mode)}


def _group(entry: Entry) -> Group:
    if entry.state is Standing.RETRACTED:
        return Group.RETRACTED
    return Group.CONTROL if entry.status is Status.CONTROL else Group.RANKED


def _ranks(entry: Entry) -> str:
    if entry.rank_best is None or entry.rank_worst is None:
        return ""
    return f"{entry.rank_best}{DASH}{entry.rank_worst}"


def _meta(entry: Entry) -> tuple[str, ...]:
    """One line: version, who, licence, track, what no chip says of exposure and provenance, runs on the test."""
    submission = entry.submission
    version, runs = submission.system.version, submission.test_exposure.test_runs
    parts = [
        version if version.lower().startswith("v") else f"v{version}",
        submission.submitted_by,
        submission.source.licence,
        str(submission.track),
    ]
    if submission.input_mode is not None:
        parts.append(f"{submission.input_mode} input")
    if str(exposure(submission)) not in _EXPOSURE_CHIPS:
        parts.append(f"exposure {exposure(submission)}")
    if provenance(submission) is not Origin.UNKNOWN:
        parts.append(f"provenance {provenance(submission)}")
    return (*parts, "1 test run" if runs == 1 else f"{runs} test runs")


def _last_note(entry: Entry) -> str:
    return entry.decisions[-1].note if entry.decisions else ""
