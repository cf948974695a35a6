"""The score of one entry in its details, in the way of each kind of suite.

Invariant: nothing is computed here; every id and word passes `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from evaluator import AnySuite, ScheduleScore, ScheduleSuite, Score, Suite, percent
from evaluator.schedule import Constraint
from leaderboard import Entry
from space.board_html import draw_whisker
from space.face import face_of, remark_on
from space.markup import DASH, pairs, panel, text


def draw_score(entry: Entry, suite: AnySuite) -> str:
    """The panels of a score that stands."""
    return _OF[type(suite)](entry, suite)


def _choice(entry: Entry, suite: Suite) -> str:
    score = entry.score
    if not isinstance(score, Score):
        raise TypeError("a suite of labels has scores of labels")
    tally = score.tally()
    facts = pairs(
        (
            *_headline(entry, suite),
            ("Right answers", f"{tally.correct} of {tally.total}"),
            *_counted(suite),
            ("Coverage", f"{percent(score.coverage)} % ({tally.answered} answered)"),
            ("Accuracy on answered", _rate(tally.answered_only)),
        )
    )
    return panel("Score", f'<div class="nn-score">{facts}{_categories(score, suite)}</div>', wide=True)


def _headline(entry: Entry, suite: AnySuite) -> Iterable[tuple[str, str]]:
    face = face_of(suite)
    view = face.view(entry.score, 0)
    yield face.headline, f"<b>{view.main} %</b> {draw_whisker(view, face.chance)}"
    yield "95 % interval", f"{view.low} {DASH} {view.high} %"


def _counted(suite: AnySuite) -> Iterable[tuple[str, str]]:
    """How many tasks the score is over, in which states they are, and why others are not."""
    face = face_of(suite)
    yield "Scored", text(f"{face.counted} ({face.states})" if face.states else face.counted)
    if suite.withdrawn:
        yield "Not scored", "".join(f"<p>{text(one)}</p>" for one in suite.task_states.withdrawals)


def _categories(score: Score, suite: Suite) -> str:
    titles = {category.id: category.name for category in suite.categories}
    head = "".join(f'<th scope="col">Tier {tier}</th>' for tier in score.tiers)
    rows = []
    for name in score.categories:
        cells = "".join(_accuracy(score, name, tier) for tier in score.tiers)
        whole = score.tally(category=name)
        title = f"{text(titles.get(name, name))}{_remark(whole.total)}"
        rows.append(f'<tr><th scope="row">{title}</th>{cells}<td><b>{_rate(whole.accuracy, unit="")}</b></td></tr>')
    return (
        '<table class="nn-tiers"><caption class="nn-sr">Accuracy by category and tier, per cent</caption>'
        f'<thead><tr><th scope="col">Category</th>{head}<th scope="col">All</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _accuracy(score: Score, name: str, tier: int) -> str:
    tally = score.tally(category=name, tier=tier)
    return _heat(tally.correct, tally.total)


def _remark(scored: int) -> str:
    remark = remark_on(scored)
    return f" <small>{text(remark)}</small>" if remark else ""


def _heat(over: int, under: int) -> str:
    if not under:
        return f'<td title="no task is scored">{DASH}</td>'
    value = percent(Fraction(over, under), 0)
    return f'<td class="nn-heat" style="--v:{value}" title="{over} of {under}"><span>{value}</span></td>'


def _schedule(entry: Entry, suite: ScheduleSuite) -> str:
    score = entry.score
    if not isinstance(score, ScheduleScore):
        raise TypeError("a suite of schedules has scores of schedules")
    total, tally = score.total, score.tally()
    clean = Fraction(total.clean, total.scheduled) if total.scheduled else None
    facts = pairs(
        (
            *_headline(entry, suite),
            ("Feasible schedules", f"{tally.correct} of {tally.total}"),
            *_counted(suite),
            ("Partial credit", f"{percent(score.partial_credit)} % (clean tasks over all tasks)"),
            ("Coverage", f"{percent(score.coverage)} % ({tally.answered} answered)"),
            ("Feasible of answered", _rate(tally.answered_only)),
            ("Tasks scheduled", f"{total.scheduled:,} of {total.tasks:,}"),
            ("Clean of scheduled", _rate(clean)),
        )
    )
    body = f'<div class="nn-score">{facts}<div>{_tiers(score)}{_constraints(total.constraints)}</div></div>'
    return panel("Score", body, wide=True) + _schedules(entry, suite)


def _tiers(score: ScheduleScore) -> str:
    rows = "".join(
        f'<tr><th scope="row">Tier {tier}{_remark(part.total)}</th>{_heat(part.feasible, part.total)}'
        f"<td>{_rate(part.partial_credit, unit='')}</td><td>{part.violations:,}</td></tr>"
        for tier, part in score.tiers.items()
    )
    return (
        '<table class="nn-tiers"><caption class="nn-sr">Feasibility and partial credit by tier, per cent</caption>'
        '<thead><tr><th scope="col">Tier</th><th scope="col">Feasible</th><th scope="col">Partial</th>'
        f'<th scope="col">Violations</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _constraints(rows: Iterable[Constraint]) -> str:
    body = "".join(
        f'<tr><th scope="row">{text(row.kind.replace("_", " "))}</th><td>{_rate(_share(row), unit="")}</td>'
        f"<td>{row.violated:,}</td><td>{row.not_evaluated:,}</td></tr>"
        for row in rows
    )
    return (
        '<table class="nn-tiers"><caption class="nn-sr">Obligations by constraint; reported, never ranked</caption>'
        '<thead><tr><th scope="col">Constraint</th><th scope="col">Kept %</th><th scope="col">Broken</th>'
        f'<th scope="col">Open</th></tr></thead><tbody>{body}</tbody></table>'
    )


def _share(row: Constraint) -> Fraction | None:
    return Fraction(row.satisfied, row.obligations) if row.obligations else None


def _schedules(entry: Entry, suite: ScheduleSuite) -> str:
    """The place of the charts: the browser fetches the record when asked, and explains it as it does a preview."""
    place = (
        f'<div class="nn-schedules" data-corpus="{text(suite.corpus)}" data-sha="{text(entry.sha256)}">'
        '<button type="button" class="nn-button nn-show-schedules">'
        f"Draw the {len(suite.instances)} schedules</button></div>"
    )
    return panel("Schedules and violations", place, wide=True)


def _rate(value: Fraction | None, *, unit: str = " %") -> str:
    return DASH if value is None else f"{percent(value)}{unit}"


_OF: dict[type[AnySuite], Callable[[Entry, Any], str]] = {Suite: _choice, ScheduleSuite: _schedule}
