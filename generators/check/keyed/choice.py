"""A private corpus of choice items: the core suite's grammar, cells and balance under a secret key.

Invariant: no question is one of the published core corpus, in any split; ids come from the corpus id and the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generators import shape
from generators.artefacts import REPORT, report, report_bytes
from generators.cell import CellResult, Item, build_cell, text_key
from generators.families import FAMILIES
from generators.layout import MANIFEST, MAX_BYTES
from generators.manifest import ROOT, manifest, manifest_bytes
from generators.panel import Panel
from generators.selection import BALANCED
from generators.shape import CATEGORIES, SPLITS, Cell
from generators.suite import Progress, Suite, data_files
from records import Finding, Rejected, parse, read_regular

PUBLISHED = ROOT.joinpath("corpora", shape.CORPUS)
WITHHELD = "withheld by the operator of this corpus"
PUBLIC_ONLY = ("release_date", "maintainer", "license")
KNOWN_LIMITS = (
    "English, templated and synthetic: no real-world language, knowledge, commonsense or perception.",
    "The grammar is public and only exact text overlap with the published corpus is excluded: a system written for the "
    "templates can answer everything.",
    "Secrecy reduces direct exposure; it does not prove that equivalent material never appeared in training data.",
)


def choice_files(
    panel: Panel,
    start: str,
    corpus: str,
    version: str,
    progress: Progress | None = None,
    plan: Iterable[Cell] | None = None,
) -> dict[str, bytes]:
    """Every file of the private corpus, the manifest last, from streams that begin with `start`. `plan` are its
    cells, all 54 unless fewer are wanted.

    Raises Rejected if a solver disagrees with a generator, FileNotFoundError without the published corpus.
    """
    cells = list(shape.cells() if plan is None else plan)
    seen = dict.fromkeys(map(text_key, _published_questions()), shape.CORPUS)
    results = []
    for number, cell in enumerate(cells):
        if progress:
            progress(number, len(cells), f"{cell.split} {cell.category} tier {cell.tier}")
        results.append(_renamed(_built(cell, panel, seen, start), corpus))
    suite = Suite(cells=tuple(results), selector=BALANCED, key=WITHHELD)
    files = data_files(suite, panel)
    graded = [(item.cell.category, item.candidate.draft) for item in suite.items if item.cell.split == "test"]
    artefacts = report_bytes(report(graded)) if graded else b"{}\n"
    made = private_manifest(manifest(suite, files, artefacts, panel, corpus), corpus, version, KNOWN_LIMITS)
    made["splits"] = {split: _split_record(suite.items, split) for split in SPLITS}
    return {**files, REPORT: artefacts, MANIFEST: manifest_bytes(made)}


def private_manifest(
    made: Mapping[str, object], corpus: str, version: str, limits: tuple[str, ...]
) -> dict[str, object]:
    """The generator's manifest with the identity of the private corpus and none of the published corpus's claims."""
    return {name: value for name, value in made.items() if name not in PUBLIC_ONLY} | {
        "benchmark_id": corpus,
        "title": f"Private held-out corpus {corpus}",
        "version": version,
        "status": "private-held-out",
        "rankable": False,
        "known_limits": list(limits),
    }


def _published_questions() -> list[str]:
    found = []
    for name in ("train.jsonl", "validation.jsonl", "test.questions.jsonl"):
        for line in read_regular(PUBLISHED.joinpath(name), max_bytes=MAX_BYTES).splitlines():
            row = parse(line, max_bytes=MAX_BYTES)
            if isinstance(row, dict) and isinstance(row.get("question"), str):
                found.append(str(row["question"]))
    return found


def _built(cell: Cell, panel: Panel, seen: dict[str, str], key: str) -> CellResult:
    """The cell, or a rejection that names the cell and no word of the item that a solver objected to."""
    families = [family for family in FAMILIES if family.category == cell.category]
    try:
        return build_cell(cell, families, panel, seen, BALANCED, key)
    except Rejected as error:
        where = f"{cell.split} {cell.category} tier {cell.tier}"
        message = "a solver disagrees with the generator about an item of this cell; nothing was written"
        raise Rejected([Finding(code=error.findings[0].code, where=where, message=message)]) from None


def _renamed(result: CellResult, corpus: str) -> CellResult:
    """The cell under ids of this corpus, so that no private id is a published one."""
    cell = result.cell
    start = f"{corpus}-{SPLITS[cell.split]}-{CATEGORIES[cell.category]}-{cell.tier}"
    items = tuple(replace(item, id=f"{start}-{number:03d}") for number, item in enumerate(result.items))
    return replace(result, items=items)


def _split_record(items: Iterable[Item], split: str) -> dict[str, object]:
    own = [item.cell for item in items if item.cell.split == split]
    return {
        "n": len(own),
        "per_category": {name: sum(cell.category == name for cell in own) for name in CATEGORIES},
    }
