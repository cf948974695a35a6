"""From candidates to the finished items of one cell.

Invariant: letters, the order of distractors and the order of items come from three streams that never see an item; a
selector sees only drafts (never letters or numbers), so nothing about an item can leak into its letter. Every chosen
candidate is confirmed by all solvers of its family before it becomes an item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generators.draft import Draft, Family, Reject
from generators.options import distinct
from generators.panel import Panel
from generators.shape import LETTERS, Cell
from records import PREFIX, Finding, Rejected, Stream

MOST_CANDIDATES = 200
"""A cell gives up after this many candidates per wanted one: a family that yields so little is broken."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A draft with the place it was drawn from."""

    family: str
    number: int
    draft: Draft


@dataclass(frozen=True, kw_only=True, slots=True)
class Selector:
    """Chooses the items of a family's share of a cell: `pick(pool, wanted)` gives indices into the pool.

    `factor` times the wanted number of candidates is drawn for the pool.
    """

    id: str
    factor: int
    pick: Callable[[Sequence[Candidate], int], Sequence[int]]


FIRST = Selector(id="first", factor=1, pick=lambda pool, wanted: range(wanted))


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One finished item with its provenance."""

    id: str
    cell: Cell
    question: str
    options: tuple[str, str, str, str]
    label: str
    candidate: Candidate


@dataclass(frozen=True, kw_only=True, slots=True)
class CellResult:
    """The items of a cell and what became of every candidate (`outcomes`: "accepted", "surplus" or a reason)."""

    cell: Cell
    items: tuple[Item, ...]
    outcomes: Counter[str]


def text_key(question: str) -> str:
    """Two questions with the same key are the same text (exact-text deduplication)."""
    return " ".join(question.split()).casefold()


def build_cell(
    cell: Cell,
    families: Sequence[Family],
    panel: Panel,
    seen: dict[str, str],
    selector: Selector = FIRST,
    key: str = PREFIX,
) -> CellResult:
    """The items of `cell`. `seen` maps text keys of all earlier cells to ids and is extended by this cell's; `key` is
    the prefix of every stream.

    Raises Rejected (E_SOLVER) if a solver disagrees with a family about any option.
    """
    outcomes: Counter[str] = Counter()
    chosen: list[Candidate] = []
    for family, wanted in zip(families, cell.family_counts(tuple(f.id for f in families)), strict=True):
        pool = _pool(cell, family, wanted * selector.factor, seen, outcomes, key)
        picked = [pool[index] for index in selector.pick(pool, wanted)]
        for candidate in picked:
            _confirm(candidate, panel, "/".join(map(str, (*cell.path("core"), family.id, candidate.number))))
        outcomes["accepted"] += len(picked)
        outcomes["surplus"] += len(pool) - len(picked)
        chosen.extend(picked)
    items = _finish(cell, chosen, key)
    seen.update((text_key(item.question), item.id) for item in items)
    return CellResult(cell=cell, items=items, outcomes=outcomes)


def _pool(
    cell: Cell, family: Family, wanted: int, seen: dict[str, str], outcomes: Counter[str], key: str
) -> list[Candidate]:
    pool: list[Candidate] = []
    texts: dict[str, None] = {}
    for number in range(wanted * MOST_CANDIDATES):
        draft = family.draft(Stream(*cell.path("core"), family.id, number, prefix=key), cell.tier)
        if isinstance(draft, Reject):
            if draft.reason not in family.reasons:
                raise ValueError(f"{family.id} rejects for an undeclared reason: {draft.reason}")
            outcomes[draft.reason] += 1
            continue
        text = text_key(draft.question)
        if text in seen or text in texts:
            outcomes["duplicate"] += 1
            continue
        texts[text] = None
        pool.append(Candidate(family=family.id, number=number, draft=draft))
        if len(pool) == wanted:
            return pool
    raise ValueError(f"{family.id} yields too few candidates in {cell}")


def _confirm(candidate: Candidate, panel: Panel, where: str) -> None:
    """A disagreement between generator and solvers stops the build: one of them is wrong."""
    draft = candidate.draft
    if not distinct(draft.options):
        raise Rejected([Finding(code="E_OPTIONS", where=where, message=f"options are not distinct: {draft.options}")])
    if objections := panel.objections(candidate.family, draft.question, draft.options, 0):
        raise Rejected(Finding(code=code, where=where, message=message) for code, message in objections)


def _finish(cell: Cell, chosen: list[Candidate], key: str) -> tuple[Item, ...]:
    """Order, letters and options, each from its own stream."""
    ordered = Stream(*cell.path("order"), prefix=key).shuffled(chosen)
    letters = Stream(*cell.path("labels"), prefix=key).shuffled(cell.letters)
    items = []
    for number, (candidate, letter) in enumerate(zip(ordered, letters, strict=True)):
        options = Stream(*cell.path("opt"), number, prefix=key).shuffled(candidate.draft.distractors)
        options.insert(LETTERS.index(letter), candidate.draft.gold)
        a, b, c, d = options
        items.append(
            Item(
                id=cell.item_id(number),
                cell=cell,
                question=candidate.draft.question,
                options=(a, b, c, d),
                label=letter,
                candidate=candidate,
            )
        )
    return tuple(items)
