"""The whole suite in memory: every cell drawn in order, judged, deduplicated over all splits, rendered to file bytes.

Invariant: the bytes depend on the code alone; no clock, environment, locale, hash seed or set order takes part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from generators.scheduling.draw import Draft, draw
from generators.scheduling.judges import Bench
from generators.scheduling.shape import Cell, cells
from generators.scheduling.witness import Reject
from records import Finding, Rejected, canonical_line, sha256_hex

Progress = Callable[[int, int, str], None]
"""(cells done before this one, cells in all, name of the current cell)."""
TRAIN, VALIDATION, QUESTIONS, PROVENANCE = "train.jsonl", "validation.jsonl", "test.questions.jsonl", "provenance.jsonl"
DATA_FILES = (TRAIN, VALIDATION, QUESTIONS, PROVENANCE)
FILE_OF = {"train": TRAIN, "validation": VALIDATION, "test": QUESTIONS}
MOST_CANDIDATES = 20
"""A cell gives up after this many candidates per wanted one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One finished instance with its witness."""

    id: str
    cell: Cell
    draft: Draft

    def question(self) -> dict[str, object]:
        """The label-free row."""
        return {"id": self.id, "tier": self.cell.tier, **self.draft.instance.facts(), "text": self.draft.text}

    def witness(self) -> list[dict[str, object]]:
        """The schedule that was drawn first, by task id."""
        return [item.to_dict() for item in self.draft.witness.assignments]


@dataclass(frozen=True, kw_only=True, slots=True)
class CellResult:
    """The items of a cell, and how often candidates were rejected for which reason."""

    cell: Cell
    items: tuple[Item, ...]
    rejected: Counter[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """Every cell with its items, in file order."""

    cells: tuple[CellResult, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """All 480 instances: train, validation, test."""
        return tuple(item for result in self.cells for item in result.items)


def build_suite(bench: Bench, progress: Progress | None = None) -> Suite:
    """Draw and judge everything. Raises Rejected (E_JUDGE) if a judge objects to an instance or its witness."""
    plan = list(cells())
    seen: dict[str, str] = {}
    results = []
    for number, cell in enumerate(plan):
        if progress:
            progress(number, len(plan), f"{cell.split} tier {cell.tier}")
        results.append(_build_cell(cell, bench, seen))
    return Suite(cells=tuple(results))


def _build_cell(cell: Cell, bench: Bench, seen: dict[str, str]) -> CellResult:
    items: list[Item] = []
    rejected: Counter[str] = Counter()
    for number in range(MOST_CANDIDATES * cell.size):
        if len(items) == cell.size:
            break
        draft = draw(cell, number)
        if isinstance(draft, Reject):
            rejected[draft.reason] += 1
        elif draft.text in seen:
            rejected["duplicate"] += 1
        else:
            item = Item(id=cell.item_id(len(items)), cell=cell, draft=draft)
            seen[draft.text] = item.id
            _judged(item, bench)
            items.append(item)
    if len(items) < cell.size:
        raise RuntimeError(f"{cell}: only {len(items)} of {cell.size} instances")
    return CellResult(cell=cell, items=tuple(items), rejected=rejected)


def _judged(item: Item, bench: Bench) -> None:
    if objections := bench.objections(item.question(), item.witness()):
        raise Rejected([Finding(code="E_JUDGE", where=item.id, message=text) for text in objections])


def data_files(suite: Suite, bench: Bench) -> dict[str, bytes]:
    """The four data files. Train rows alone carry a witness: one feasible schedule, not the answer."""
    lines: dict[str, list[bytes]] = {name: [] for name in DATA_FILES}
    for item in suite.items:
        row = item.question()
        if item.cell.split == "train":
            row["witness"] = item.witness()
        lines[FILE_OF[item.cell.split]].append(canonical_line(row))
        lines[PROVENANCE].append(canonical_line(_provenance(item, bench)))
    return {name: b"".join(rows) for name, rows in lines.items()}


def text_sha256(text: str) -> str:
    """What provenance records of an instance's text: the SHA-256 of its ASCII bytes."""
    return sha256_hex(text.encode("ascii"))


def _provenance(item: Item, bench: Bench) -> dict[str, object]:
    instance = item.draft.instance
    return {
        "id": item.id,
        "stream": "/".join(map(str, item.cell.path)),
        "candidate": item.draft.number,
        "params": {
            "work": sum(task.duration for task in instance.tasks),
            "work_allowed": sum(worker.max_load for worker in instance.workers),
            "breaks": sum(len(worker.windows) - 1 for worker in instance.workers),
        },
        "text_sha256": text_sha256(item.draft.text),
        "verified_by": list(bench.ids),
    }
