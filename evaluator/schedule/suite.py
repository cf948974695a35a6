"""The scheduling suite as the scorer knows it, read from a corpus and checked against its manifest.

Invariant: a ScheduleSuite exists only when every file it was read from has the digest that the manifest states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from evaluator.corpus_files import MANIFEST, MAX_FILE, checked_rows, fault, suite_digest
from evaluator.schedule.instance import Instance
from evaluator.schedule.outcome import Judge
from evaluator.statistics import bits
from evaluator.task_states import ALL_SCORED, TaskStates, read_task_states
from records import Rejected, parse, printable, read_regular
from submissions_schema import InstanceNames, RowKind, SuiteContract

KIND = "schedule"
QUESTIONS = "test.questions.jsonl"
MAX_BYTES = 4 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduleSuite:
    """One scheduling suite: `id` as documents name it, `corpus` as folders and files do; instances in suite order.

    `test_sha256` (64 hex digits) is the digest submissions quote, `suite_digest` ("sha256:…") covers all data files.
    `contract` is what the reader needs of it, `judges` one Judge an instance, `tiers` the tiers that occur, ascending.
    `withdrawn` are the ids that do not count, `scored` the instances that do, `scored_bits` has bit i where instance i
    does.
    """

    id: str
    corpus: str
    title: str
    version: str
    test_sha256: str
    suite_digest: str
    instances: tuple[Instance, ...] = field(hash=False)
    task_states: TaskStates = ALL_SCORED
    contract: SuiteContract = field(init=False, repr=False, compare=False)
    judges: Mapping[str, Judge] = field(init=False, repr=False, compare=False)
    tiers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    withdrawn: frozenset[str] = field(init=False, repr=False, compare=False)
    scored: tuple[Instance, ...] = field(init=False, repr=False, compare=False)
    scored_bits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        contract = SuiteContract(
            suite=self.id,
            test_sha256=self.test_sha256,
            ids=tuple(instance.id for instance in self.instances),
            max_bytes=MAX_BYTES,
            row=RowKind.SCHEDULE,
            instances={
                instance.id: InstanceNames(frozenset(instance.tasks), frozenset(instance.workers))
                for instance in self.instances
            },
        )
        object.__setattr__(self, "contract", contract)
        object.__setattr__(self, "judges", {instance.id: Judge(instance) for instance in self.instances})
        object.__setattr__(self, "tiers", tuple(sorted({instance.tier for instance in self.instances})))
        object.__setattr__(self, "withdrawn", self.task_states.withdrawn)
        object.__setattr__(self, "scored", tuple(one for one in self.instances if one.id not in self.withdrawn))
        object.__setattr__(self, "scored_bits", bits(one.id not in self.withdrawn for one in self.instances))


def load_schedule_suite(corpus_root: Path) -> ScheduleSuite:
    """Read the suite of one corpus folder, whatever the states of its tasks.

    Raises Rejected naming every file or row that does not fit.
    """
    manifest = _manifest(corpus_root)
    digests = {name: entry["sha256"] for name, entry in manifest["files"].items()}
    if suite_digest(digests) != manifest["suite_digest"]:
        raise Rejected([fault("C_DIGEST", "/manifest.json", "suite_digest is not the digest of its own file table")])
    return ScheduleSuite(
        id=manifest["benchmark_id"],
        corpus=corpus_root.name,
        title=manifest["title"],
        version=manifest["version"],
        test_sha256=digests[QUESTIONS],
        suite_digest=manifest["suite_digest"],
        instances=_instances(checked_rows(corpus_root, QUESTIONS, digests)),
    )


def load_scored_schedule_suite(corpus_root: Path) -> ScheduleSuite:
    """The suite of a corpus folder with the states of its tasks; the family of an instance is its tier ("tier-1").

    Raises Rejected as `load_schedule_suite`, and C_LIFECYCLE.
    """
    suite = load_schedule_suite(corpus_root)
    families = {instance.id: f"tier-{instance.tier}" for instance in suite.instances}
    states = read_task_states(corpus_root, families)
    return suite if states == ALL_SCORED else replace(suite, task_states=states)


def known_schedule_suites(corpora_root: Path) -> dict[str, Path]:
    """Suite id to corpus folder, sorted by id, of the corpora whose manifest says kind = "schedule"."""
    found: dict[str, Path] = {}
    for path in sorted(corpora_root.glob(f"*/{MANIFEST}")):
        try:
            found[_manifest(path.parent)["benchmark_id"]] = path.parent
        except Rejected:
            continue
    return dict(sorted(found.items()))


def _manifest(corpus_root: Path) -> dict[str, Any]:
    """The manifest with the fields that scoring needs. Raises Rejected C_MANIFEST or C_FILE."""
    try:
        value = parse(read_regular(corpus_root / MANIFEST, max_bytes=MAX_FILE), max_bytes=MAX_FILE)
    except FileNotFoundError as error:
        raise Rejected([fault("C_FILE", f"/{MANIFEST}", f"{corpus_root.name} has no {MANIFEST}")]) from error
    except Rejected as error:
        raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}", str(error.findings[0]))]) from error
    texts = ("benchmark_id", "title", "version", "suite_digest")
    if (
        not isinstance(value, dict)
        or value.get("kind") != KIND
        or not all(isinstance(value.get(name), str) for name in texts)
        or not isinstance(files := value.get("files"), dict)
        or not all(isinstance(entry, dict) and isinstance(entry.get("sha256"), str) for entry in files.values())
        or QUESTIONS not in files
    ):
        message = f"not the manifest of a scheduling suite: {', '.join(texts)}, kind and files are expected"
        raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}", message)])
    return value


def _instances(rows: list[dict[str, Any]]) -> tuple[Instance, ...]:
    instances, findings = [], []
    for number, row in enumerate(rows):
        try:
            instances.append(Instance.from_row(row))
        except ValueError as error:
            findings.append(fault("C_ROW", f"/{QUESTIONS}/{number}", printable(error, 300)))
    if findings:
        raise Rejected(findings)
    return tuple(instances)
