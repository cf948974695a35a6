"""The whole suite in memory: every cell built in order, deduplicated across all splits, rendered to file bytes.

Invariant: the bytes depend on the code alone; no clock, environment, locale, hash seed or set order takes part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generators.cell import FIRST, CellResult, Item, Selector, build_cell
from generators.families import FAMILIES
from generators.panel import Panel
from generators.shape import CATEGORIES, cells
from records import PREFIX, canonical_bytes, canonical_line, sha256_hex

Progress = Callable[[int, int, str], None]
"""(cells done before this one, cells in all, name of the current cell)."""
DATA_FILES = ("train.jsonl", "validation.jsonl", "test.questions.jsonl", "test.gold.jsonl", "provenance.jsonl")


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """Every cell with its items, in file order; `key` is the prefix of the streams that it was drawn from."""

    cells: tuple[CellResult, ...]
    selector: Selector
    key: str

    @property
    def items(self) -> tuple[Item, ...]:
        """All 1,800 items: train, validation, test."""
        return tuple(item for cell in self.cells for item in cell.items)


def build_suite(
    panel: Panel, *, selector: Selector = FIRST, key: str = PREFIX, progress: Progress | None = None
) -> Suite:
    """Generate and verify everything. Raises Rejected if a solver disagrees with a generator."""
    families = {category: [f for f in FAMILIES if f.category == category] for category in CATEGORIES}
    plan = list(cells())
    seen: dict[str, str] = {}
    results = []
    for number, cell in enumerate(plan):
        if progress:
            progress(number, len(plan), f"{cell.split} {cell.category} tier {cell.tier}")
        results.append(build_cell(cell, families[cell.category], panel, seen, selector, key))
    return Suite(cells=tuple(results), selector=selector, key=key)


def text_sha256(question: str, options: tuple[str, ...] | list[str]) -> str:
    """What provenance records of an item's text: SHA-256 of the canonical JSON of question and options."""
    return sha256_hex(canonical_bytes({"options": list(options), "question": question}))


def data_files(suite: Suite, panel: Panel) -> dict[str, bytes]:
    """The five data files; `panel` names the solvers that confirmed a family's items."""
    lines: dict[str, list[bytes]] = {name: [] for name in DATA_FILES}
    for item in suite.items:
        row: dict[str, object] = {
            "id": item.id,
            "category": item.cell.category,
            "tier": item.cell.tier,
            "question": item.question,
            "options": list(item.options),
        }
        if item.cell.split == "test":
            lines["test.questions.jsonl"].append(canonical_line(row))
            lines["test.gold.jsonl"].append(canonical_line({"id": item.id, "label": item.label}))
        else:
            lines[f"{item.cell.split}.jsonl"].append(canonical_line({**row, "label": item.label}))
        lines["provenance.jsonl"].append(canonical_line(_provenance(item, panel)))
    return {name: b"".join(rows) for name, rows in lines.items()}


def _provenance(item: Item, panel: Panel) -> dict[str, object]:
    candidate = item.candidate
    return {
        "id": item.id,
        "family": candidate.family,
        "params": dict(candidate.draft.params),
        "stream": "/".join(str(part) for part in (*item.cell.path("core"), candidate.family)),
        "candidate": candidate.number,
        "text_sha256": text_sha256(item.question, item.options),
        "verified_by": list(panel.ids(candidate.family)),
    }
