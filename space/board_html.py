"""The Leaderboard tab as HTML: one semantic table, its filters, its notices. Readable without any script.

Invariant: every name, note and digest passes `text`; rows are in board order; the script only hides, sorts and opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from evaluator import percent
from records import SHOWN, Finding
from space.board_view import BoardView, Choice, Group, Row
from space.face import Cell, Heading, ScoreView
from space.held_out_html import draw_caveats
from space.markup import DASH, chip, short, text

_HEADINGS = {
    Group.CONTROL: "Launch controls · not competing systems",
    Group.RETRACTED: "Retracted · kept so that a cited rank can be traced",
}
_EMPTY = (
    "No accepted system is on this board yet. "
    "The Submit tab scores a predictions file in your browser before anything is sent."
)


def draw_boards(boards: Sequence[tuple[str, str, str]]) -> str:
    """All boards behind one switch: (corpus, title, HTML) each. The first one is on stage, the others wait unseen.

    Suites are never mixed: one table is drawn at a time, and its filters, order and downloads are its own.
    """
    if len(boards) == 1:
        return boards[0][2]
    switch = "".join(
        f'<button type="button" class="nn-suite" data-suite="{text(corpus)}" aria-pressed="{_truth(place == 0)}">'
        f"{text(title)}</button>"
        for place, (corpus, title, _) in enumerate(boards)
    )
    waiting = "".join(f'<template data-suite="{text(corpus)}">{html}</template>' for corpus, _, html in boards[1:])
    first, _, shown = boards[0]
    return (
        f'<div class="nn-board nn-switch" role="group" aria-label="Suite">{switch}</div>'
        f'<div class="nn-stage" data-suite="{text(first)}">{shown}</div>{waiting}'
    )


def _truth(value: bool) -> str:
    return "true" if value else "false"


def draw_board(view: BoardView) -> str:
    """One board."""
    return (
        f'<section class="nn-board" data-corpus="{text(view.corpus)}" aria-label="Leaderboard {text(view.title)}">'
        f"{_facts(view)}{draw_withdrawals(view)}{draw_damage(view.damaged)}{_filters(view)}{_table(view)}{_foot(view)}</section>"
    )


def draw_unavailable(findings: Iterable[Finding], corpus: str = "") -> str:
    """The tab where there is no board to draw: why, and nothing invented in its place."""
    named = f' data-unavailable="{text(corpus)}"' if corpus else ""
    return (
        f'<section class="nn-board"{named}><p class="nn-empty">The board cannot be drawn.</p>'
        f"{draw_damage(findings)}</section>"
    )


def draw_damage(findings: Iterable[Finding]) -> str:
    """A notice that names every damaged record and log line; empty without any."""
    shown = tuple(findings)
    if not shown:
        return ""
    lines = "".join(
        f'<li title="{text(finding.where)}"><code>{text(finding.code)}</code> {text(finding.message)}</li>'
        for finding in shown[:SHOWN]
    )
    more = f"<li>and {len(shown) - SHOWN} more</li>" if len(shown) > SHOWN else ""
    count = "1 stored item is damaged" if len(shown) == 1 else f"{len(shown)} stored items are damaged"
    return (
        f'<div class="nn-damage" role="alert"><strong>{count} and left out.</strong> Everything else is shown.'
        f"<details{' open' if len(shown) <= FEW else ''}><summary>What is damaged</summary><ul>{lines}{more}</ul>"
        "</details></div>"
    )


def draw_withdrawals(view: BoardView) -> str:
    """Which tasks left the score, since when and why; empty where every task counts."""
    if not view.withdrawals:
        return ""
    lines = "".join(f"<li>{text(one)}{_ids(one.tasks)}</li>" for one in view.withdrawals)
    return (
        f'<div class="nn-withdrawn" role="note"><strong>{text(view.counted)} scored.</strong> Scores, intervals and '
        f"ranks leave out the others.<ul>{lines}</ul></div>"
    )


def _ids(tasks: Sequence[str]) -> str:
    listed = " ".join(f"<code>{text(task)}</code>" for task in tasks)
    return f"<details><summary>Which {'one' if len(tasks) == 1 else 'ones'}</summary>{listed}</details>"


FEW = 3
"""Findings that a notice shows without being asked."""


def _facts(view: BoardView) -> str:
    shape = view.shape if view.chance is None else f"{view.shape} · chance {percent(view.chance, 0)} %"
    return (
        f'<div class="nn-facts"><strong>{text(view.title)}</strong><span>{text(shape)}'
        f' · suite <code title="{text(view.suite_digest)}">{text(short(view.suite_digest))}</code> · board '
        f'<code title="{text(view.board_digest)}">{text(short(view.board_digest))}</code></span></div>'
    )


def _filters(view: BoardView) -> str:
    facets = "".join(_facet(view, facet) for facet in dict.fromkeys(choice.facet for choice in view.choices))
    return (
        '<div class="nn-filters" role="group" aria-label="Filter the board">'
        '<input type="search" class="nn-search" placeholder="Search system, submitter, licence" '
        'aria-label="Search system, submitter, licence" autocomplete="off" spellcheck="false" maxlength="200">'
        f'<button type="button" class="nn-filter nn-all" aria-pressed="true">All <span>{len(view.rows)}</span></button>'
        f'{facets}</div><p class="nn-count" role="status" aria-live="polite"></p>'
    )


def _facet(view: BoardView, facet: str) -> str:
    chips = "".join(_choice(choice) for choice in view.choices if choice.facet == facet)
    return f'<span class="nn-facet" role="group" aria-label="{text(facet)}">{chips}</span>'


def _choice(choice: Choice) -> str:
    return (
        f'<button type="button" class="nn-filter" aria-pressed="false" data-facet="{text(choice.facet)}" '
        f'data-value="{text(choice.value)}">{text(choice.label)} <span>{choice.count}</span></button>'
    )


def _table(view: BoardView) -> str:
    width = 4 + len(view.columns)
    bodies = "".join(_body(view, group, width) for group in Group)
    caption = f"{view.title}: {len(view.rows)} entries, best first"
    return (
        f'<table class="nn-table"><caption class="nn-sr">{text(caption)}</caption>'
        f"<thead><tr>{_head(view)}</tr></thead>{bodies}</table>"
        '<p class="nn-none" hidden>No entry matches. '
        '<button type="button" class="nn-reset">Show all entries</button></p>'
    )


def _head(view: BoardView) -> str:
    columns = [
        ("nn-rank", Heading(label="Rank", title="Rank")),
        ("nn-system", Heading(label="System", title="System")),
        ("nn-macro", Heading(label=view.headline, title=f"{view.headline} over {view.counted}", remark=view.counted)),
        *(("nn-heat", one) for one in view.columns),
        ("nn-cover", Heading(label="Coverage", title="Answered items")),
    ]
    return "".join(
        f'<th scope="col" class="{style}" aria-sort="{"ascending" if place == 0 else "none"}">'
        f'<button type="button" data-column="{place}" title="{text(one.title)}">{text(one.label)}{_remark(one)}'
        "</button></th>"
        for place, (style, one) in enumerate(columns)
    )


def _remark(heading: Heading) -> str:
    return f"<small>{text(heading.remark)}</small>" if heading.remark else ""


def _body(view: BoardView, group: Group, width: int) -> str:
    rows = [row for row in view.rows if row.group is group]
    if not rows:
        empty = f'<tr class="nn-nothing"><td colspan="{width}">{_EMPTY}</td></tr>' if group is Group.RANKED else ""
        return f'<tbody data-group="{group}">{empty}</tbody>' if empty else ""
    heading = _HEADINGS.get(group)
    head = f'<tr class="nn-group"><th scope="rowgroup" colspan="{width}">{heading}</th></tr>' if heading else ""
    return f'<tbody data-group="{group}">{head}{"".join(_row(row, view) for row in rows)}</tbody>'


def _row(row: Row, view: BoardView) -> str:
    """One entry. `data-keys` are the sortable values by column, empty where there is none."""
    cells = len(view.columns)
    facets = " ".join(f'data-{name}="{text(value)}"' for name, value in row.facets.items())
    return (
        f'<tr class="nn-entry" data-sha="{text(row.sha256)}" {facets} data-also="{text(row.also)}" '
        f'data-keys="{_keys(row, cells)}">{_rank(row)}{_system(row)}{_numbers(row, cells, view.chance)}</tr>'
    )


def _keys(row: Row, cells: int) -> str:
    rank = "" if row.rank is None else str(row.rank)
    if row.score is None:
        return ",".join([rank, "", *[""] * (cells + 2)])
    return ",".join(map(str, [rank, "", row.score.order, *_sorted_by(row.score), row.score.answered]))


def _sorted_by(score: ScoreView) -> Iterable[int | str]:
    return ("" if one.key is None else one.key for one in score.cells)


def _rank(row: Row) -> str:
    if row.rank is None:
        return f'<td class="nn-rank"><span aria-label="not ranked">{DASH}</span></td>'
    label = f"rank {row.rank}, interval {row.ranks}"
    return f'<td class="nn-rank" aria-label="{text(label)}"><b>{row.rank}</b><small>{text(row.ranks)}</small></td>'


def _system(row: Row) -> str:
    chips = "".join(chip(one.kind, one.label, one.title) for one in row.chips)
    reason = f'<p class="nn-reason">Retracted: {text(row.reason)}</p>' if row.group is Group.RETRACTED else ""
    name = f"<s>{text(row.name)}</s>" if row.group is Group.RETRACTED else text(row.name)
    return (
        f'<th scope="row" class="nn-system"><button type="button" class="nn-open" aria-expanded="false">{name}</button>'
        f'<span class="nn-chips">{chips}</span><p class="nn-meta">{_meta(row)}</p>{reason}</th>'
    )


def _meta(row: Row) -> str:
    """The line under the name; short parts stay whole when it wraps."""
    return " ".join(
        f"<span>{text(part)}</span>" if len(part) <= UNBROKEN else f'<span class="nn-long">{text(part)}</span>'
        for part in row.meta
    )


UNBROKEN = 30
"""Characters that always fit on one line of a phone."""


def _numbers(row: Row, width: int, chance: Fraction | None) -> str:
    if row.score is None:
        return f'<td class="nn-macro" aria-label="no score"><span>{DASH}</span></td>' + (
            '<td class="nn-heat"></td>' * width + f'<td class="nn-cover">{DASH}</td>'
        )
    cells = "".join(map(_heat, row.score.cells))
    return f'{_macro(row, row.score, chance)}{cells}<td class="nn-cover">{text(row.score.coverage)} %</td>'


def _heat(cell: Cell) -> str:
    style = f' style="--v:{text(cell.percent)}"' if cell.percent else ' style="--v:0"'
    return (
        f'<td class="nn-heat"{style} title="{text(cell.name)}: {text(cell.detail)}">'
        f"<span>{text(cell.percent or DASH)}</span></td>"
    )


def _macro(row: Row, score: ScoreView, chance: Fraction | None) -> str:
    held_out = f"<small>{text(row.held_out)}</small>" if row.held_out else ""
    return f'<td class="nn-macro"><b>{text(score.main)} %</b>{draw_whisker(score, chance)}{held_out}</td>'


def draw_whisker(score: ScoreView, chance: Fraction | None) -> str:
    """A dot with its interval on a scale from 0 to 100 and, where there is one, a dashed line at chance."""
    label = f"95 % interval {score.low} to {score.high} %"
    style = f"--low:{score.low};--mid:{score.main};--high:{score.high}"
    if chance is None:
        kind = "nn-whisker nn-nochance"
    else:
        kind = "nn-whisker"
        label += f", chance {percent(chance, 0)} %"
        style += f";--chance:{float(chance * 100):g}"
    return (
        f'<span class="{kind}" role="img" aria-label="{text(label)}" title="{text(label)}" style="{text(style)}">'
        "<i></i></span>"
    )


def _caveats(view: BoardView) -> str:
    return draw_caveats() if any(row.held_out for row in view.rows) else ""


def _foot(view: BoardView) -> str:
    base = f"/nnai/board/{text(view.corpus)}"
    return (
        f'<p class="nn-meaning">{text(view.meaning)}</p>{_caveats(view)}<p class="nn-links">'
        f'<a href="{base}.csv" download>Download CSV</a><a href="{base}.json" download>Download JSON</a></p>'
    )
