"""A suite as the scorer knows it: the test items with their gold, read from a corpus and checked against its manifest.

Invariant: a Suite exists only when every file it was read from has the digest that the manifest states; facts of a
version (ids, categories, digests) come from the corpus, never from code. Withdrawn tasks stay items of the suite: a
submission answers them, and only the score leaves them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from evaluator.corpus_files import checked_rows, fault, read_manifest, suite_digest
from evaluator.statistics import bits
from evaluator.task_states import ALL_SCORED, TaskStates, read_task_states
from records import Rejected, printable
from submissions_schema import LABELS, SuiteContract

CORPORA = Path(__file__).resolve().parent.parent / "corpora"
QUESTIONS, GOLD, PROVENANCE = "test.questions.jsonl", "test.gold.jsonl", "provenance.jsonl"


@dataclass(frozen=True, slots=True)
class Item:
    """One test item without its text: id, category, tier (1, 2, 3), family, gold label."""

    id: str
    category: str
    tier: int
    family: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Category:
    """One category: its id, its name for people, its families in order."""

    id: str
    name: str
    families: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stratum:
    """The scored items of one category, tier and family: id to gold label."""

    category: str
    tier: int
    family: str
    gold: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """One suite: `id` as documents name it, `corpus` as folders and files do; items in suite order.

    `test_sha256` (64 hex digits) is the digest submissions quote, `suite_digest` ("sha256:…") covers all data files.
    `contract` is what the reader needs of it, `strata` its scored items by category, tier and family in report order,
    `tiers` the tiers that occur, ascending. `withdrawn` are the ids that do not count, `scored` the items that do,
    `scored_bits` has bit i where item i does.
    """

    id: str
    corpus: str
    title: str
    version: str
    test_sha256: str
    suite_digest: str
    items: tuple[Item, ...]
    categories: tuple[Category, ...]
    task_states: TaskStates = ALL_SCORED
    contract: SuiteContract = field(init=False, repr=False, compare=False)
    strata: tuple[Stratum, ...] = field(init=False, repr=False, compare=False)
    tiers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    withdrawn: frozenset[str] = field(init=False, repr=False, compare=False)
    scored: tuple[Item, ...] = field(init=False, repr=False, compare=False)
    scored_bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids = tuple(item.id for item in self.items)
        contract = SuiteContract(suite=self.id, test_sha256=self.test_sha256, ids=ids)
        object.__setattr__(self, "contract", contract)
        object.__setattr__(self, "tiers", tuple(sorted({item.tier for item in self.items})))
        object.__setattr__(self, "withdrawn", self.task_states.withdrawn)
        object.__setattr__(self, "scored", tuple(item for item in self.items if item.id not in self.withdrawn))
        object.__setattr__(self, "scored_bits", bits(item.id not in self.withdrawn for item in self.items))
        object.__setattr__(self, "strata", _strata(self))

    @property
    def whole(self) -> Suite:
        """The suite as it is when every task counts: what receipts and logged scores are about."""
        return replace(self, task_states=ALL_SCORED) if self.withdrawn else self


def load_suite(corpus_root: Path) -> Suite:
    """Read the suite of one corpus folder, whatever the states of its tasks.

    Raises Rejected naming every file or row that does not fit.
    """
    manifest = read_manifest(corpus_root)
    digests = {name: entry["sha256"] for name, entry in manifest["files"].items()}
    if suite_digest(digests) != manifest["suite_digest"]:
        raise Rejected([fault("C_DIGEST", "/manifest.json", "suite_digest is not the digest of its own file table")])
    questions, gold, provenance = (checked_rows(corpus_root, name, digests) for name in (QUESTIONS, GOLD, PROVENANCE))
    categories = tuple(
        Category(id=row["id"], name=row["name"], families=tuple(row["families"])) for row in manifest["categories"]
    )
    return Suite(
        id=manifest["benchmark_id"],
        corpus=corpus_root.name,
        title=manifest.get("title", manifest["benchmark_id"]),
        version=manifest["version"],
        test_sha256=digests[QUESTIONS],
        suite_digest=manifest["suite_digest"],
        items=_items(questions, _column(gold, "label"), _column(provenance, "family"), categories),
        categories=categories,
    )


def load_scored_suite(corpus_root: Path) -> Suite:
    """The suite of a corpus folder with the states of its tasks. Raises Rejected as `load_suite`, and C_LIFECYCLE."""
    suite = load_suite(corpus_root)
    states = read_task_states(corpus_root, {item.id: item.family for item in suite.items})
    return suite if states == ALL_SCORED else replace(suite, task_states=states)


def suite_for(suite_id: str, corpora_root: Path = CORPORA) -> Suite:
    """The suite with this id among the corpora of a folder, with the states of its tasks.

    Raises Rejected: E_BENCH_ID that lists the known ids, or as `load_scored_suite`.
    """
    folders = known_suites(corpora_root)
    if suite_id not in folders:
        known = ", ".join(folders) or "none"
        raise Rejected([fault("E_BENCH_ID", "/suite", f"{printable(suite_id)} is not a suite here; known: {known}")])
    return load_scored_suite(folders[suite_id])


def known_suites(corpora_root: Path = CORPORA) -> dict[str, Path]:
    """Suite id to corpus folder, sorted by id. A folder without a readable manifest is no suite."""
    found: dict[str, Path] = {}
    for path in sorted(corpora_root.glob("*/manifest.json")):
        try:
            found[read_manifest(path.parent)["benchmark_id"]] = path.parent
        except Rejected:
            continue
    return dict(sorted(found.items()))


def question_row(corpus_root: Path, item_id: str) -> Mapping[str, Any]:
    """The question row (question, four options) of one test item. Raises Rejected E_UNKNOWN_ID."""
    manifest = read_manifest(corpus_root)
    digests = {name: entry["sha256"] for name, entry in manifest["files"].items()}
    for row in checked_rows(corpus_root, QUESTIONS, digests):
        if row["id"] == item_id:
            return row
    text = f"{printable(item_id)} is not a test id of {manifest['benchmark_id']}"
    raise Rejected([fault("E_UNKNOWN_ID", "", text)])


def _strata(suite: Suite) -> tuple[Stratum, ...]:
    gold: dict[tuple[str, int, str], dict[str, str]] = {
        (category.id, tier, family): {}
        for category in suite.categories
        for tier in suite.tiers
        for family in category.families
    }
    for item in suite.scored:
        gold[item.category, item.tier, item.family][item.id] = item.label
    return tuple(
        Stratum(category=category, tier=tier, family=family, gold=labels)
        for (category, tier, family), labels in gold.items()
        if labels
    )


def _column(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return {row["id"]: row.get(name) for row in rows}


def _items(
    questions: list[dict[str, Any]], gold: dict[str, Any], family: dict[str, Any], categories: tuple[Category, ...]
) -> tuple[Item, ...]:
    places = {(category.id, name) for category in categories for name in category.families}
    findings = []
    items = []
    for number, row in enumerate(questions):
        name = row["id"]
        item = Item(name, row.get("category", ""), row.get("tier", 0), family.get(name, ""), gold.get(name, ""))
        if item.label not in LABELS or (item.category, item.family) not in places or item.tier not in (1, 2, 3):
            text = f"{name} needs a gold label, a tier, and a category and family of the manifest"
            findings.append(fault("C_ROW", f"/{QUESTIONS}/{number}", text))
        items.append(item)
    if len(gold) != len(items):
        findings.append(fault("C_ROW", f"/{GOLD}", f"{len(gold)} gold rows for {len(items)} questions"))
    if findings:
        raise Rejected(findings)
    return tuple(items)
