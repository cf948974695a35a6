"""A private corpus of scheduling instances: the public suite's tiers and English under a secret key.

Invariant: no text is one of the published scheduling corpus, in any split; ids come from the corpus id and the cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from generators.check.keyed.choice import WITHHELD, private_manifest
from generators.scheduling import shape
from generators.scheduling.derive import derive
from generators.scheduling.draw import Draft
from generators.scheduling.judges import Bench
from generators.scheduling.layout import MANIFEST, MAX_BYTES
from generators.scheduling.manifest import ROOT, manifest, manifest_bytes
from generators.scheduling.shape import SPLITS, Cell
from generators.scheduling.suite import FILE_OF, MOST_CANDIDATES, CellResult, Item, Progress, Suite, data_files
from generators.scheduling.witness import Reject, draw_witness
from generators.scheduling.wording import words
from records import Finding, Rejected, Stream, parse, read_regular

PUBLISHED = ROOT.joinpath("corpora", shape.CORPUS)
KNOWN_LIMITS = (
    "Exact search solves every instance in well under a second: a perfect narrow solver is no evidence of general "
    "intelligence.",
    "The grammar is public and only exact text overlap with the published corpus is excluded.",
    "Secrecy reduces direct exposure; it does not prove that equivalent material never appeared in training data.",
)


def schedule_files(
    bench: Bench,
    start: str,
    corpus: str,
    version: str,
    progress: Progress | None = None,
    plan: Iterable[Cell] | None = None,
) -> dict[str, bytes]:
    """Every file of the private corpus, the manifest last, from streams that begin with `start`. `plan` are its
    cells, all nine unless fewer are wanted.

    Raises Rejected (E_JUDGE, E_LEAK) if a judge objects or the plainest reading solves too much under this key.
    """
    cells = list(shape.cells() if plan is None else plan)
    seen = dict.fromkeys(_published_texts())
    results = []
    for number, cell in enumerate(cells):
        if progress:
            progress(number, len(cells), f"{cell.split} tier {cell.tier}")
        results.append(_build_cell(cell, bench, seen, start, corpus))
    suite = Suite(cells=tuple(results))
    files = data_files(suite, bench)
    made = private_manifest(manifest(suite, files, bench), corpus, version, KNOWN_LIMITS)
    prng = made["prng"]
    made["prng"] = {**(prng if isinstance(prng, dict) else {}), "key_prefix": WITHHELD}
    made["splits"] = {split: {"n": sum(item.cell.split == split for item in suite.items)} for split in SPLITS}
    return {**files, MANIFEST: manifest_bytes(made)}


def _published_texts() -> list[str]:
    found = []
    for name in FILE_OF.values():
        for line in read_regular(PUBLISHED.joinpath(name), max_bytes=MAX_BYTES).splitlines():
            row = parse(line, max_bytes=MAX_BYTES)
            if isinstance(row, dict) and isinstance(row.get("text"), str):
                found.append(str(row["text"]))
    return found


def _build_cell(cell: Cell, bench: Bench, seen: dict[str, None], start: str, corpus: str) -> CellResult:
    items: list[Item] = []
    rejected: Counter[str] = Counter()
    for number in range(MOST_CANDIDATES * cell.size):
        if len(items) == cell.size:
            break
        draft = _draw(cell, number, start)
        if isinstance(draft, Reject):
            rejected[draft.reason] += 1
        elif draft.text in seen:
            rejected["duplicate"] += 1
        else:
            seen[draft.text] = None
            name = f"{corpus}-{SPLITS[cell.split]}-{cell.tier}-{len(items):03d}"
            items.append(_judged(Item(id=name, cell=cell, draft=draft), bench))
    if len(items) < cell.size:
        raise RuntimeError(f"{cell}: only {len(items)} of {cell.size} instances")
    return CellResult(cell=cell, items=tuple(items), rejected=rejected)


def _draw(cell: Cell, number: int, start: str) -> Draft | Reject:
    """Candidate `number` of a cell, as the public suite draws it, from the secret streams."""
    witness = draw_witness(Stream(*cell.path, number, "witness", prefix=start), cell.params)
    if isinstance(witness, Reject):
        return witness
    instance = derive(Stream(*cell.path, number, "constraints", prefix=start), cell.params, witness)
    if isinstance(instance, Reject):
        return instance
    return Draft(number=number, instance=instance, witness=witness, text=words(instance))


def _judged(item: Item, bench: Bench) -> Item:
    if bench.objections(item.question(), item.witness()):
        where = f"{item.cell.split} tier {item.cell.tier}"
        raise Rejected([Finding(code="E_JUDGE", where=where, message="a judge objects to an instance of this cell")])
    return item
