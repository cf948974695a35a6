"""`corpus/task-calibrations.json`, schema 1: the reviewed calibration records of a corpus, oldest first.

Invariant: history only appends, and the last record of a task is the one in force. Every decision is tied to the
lifecycle transition that it made, so a decision without its move, or a later quarantine, is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from governance.corpus import Fields, Governed, finding, read_json
from governance.lifecycle.deprecations import Deprecations, families_of
from governance.lifecycle.record import Record, Verdict, is_current
from governance.lifecycle.record_reader import CODE, record_from
from governance.lifecycle.registry import Lifecycle
from governance.lifecycle.state import State
from records import Finding, Rejected, canonical_line, pointer, printable

CALIBRATIONS = "corpus/task-calibrations.json"
SCHEMA = 1
MAX_BYTES = 64 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Calibrations:
    """All reviewed records, in the order of their decisions."""

    records: tuple[Record, ...] = ()

    def in_force(self) -> Mapping[str, Record]:
        """The last record of each task."""
        return {record.task: record for record in self.records}


def read_calibrations(governed: Governed) -> Calibrations:
    """The records of a corpus. Raises Rejected naming every misfit of the file, and each record without a decision."""
    value = read_json(governed.root, CALIBRATIONS, code=CODE, max_bytes=MAX_BYTES)
    fields = Fields(value, code=CODE, file=CALIBRATIONS, known=frozenset({"schema_version", "corpus", "records"}))
    fields.expect("schema_version", SCHEMA)
    fields.expect("corpus", governed.identity.id)
    records = []
    for number, each in enumerate(fields.items("records")):
        try:
            records.append(record_from(each, CALIBRATIONS, pointer("records", number)))
        except Rejected as error:
            fields.absorb(error)
            continue
        if records[-1].decision is None:
            fields.complain("records", "only reviewed records stand here; this one has no decision", number)
    fields.finish()
    return Calibrations(records=tuple(records))


def calibrations_bytes(corpus: str, calibrations: Calibrations) -> bytes:
    """The registry of the corpus with this id as its file."""
    records = [record.to_dict() for record in calibrations.records]
    return canonical_line({"schema_version": SCHEMA, "corpus": corpus, "records": records})


def settled(calibrations: Calibrations, lifecycle: Lifecycle) -> Calibrations:
    """The records without those at the end whose lifecycle transition is not there: a write was cut short."""
    records, steps = list(calibrations.records), len(lifecycle.transitions)
    while records and records[-1].decision is not None and records[-1].decision.transition >= steps:
        records.pop()
    return Calibrations(records=tuple(records))


def calibration_findings(
    governed: Governed, lifecycle: Lifecycle, deprecations: Deprecations, calibrations: Calibrations
) -> tuple[Finding, ...]:
    """Unknown and duplicate records, decisions out of order, and decisions whose lifecycle transition does not fit."""
    families = families_of(governed, deprecations)
    found: list[Finding] = []
    seen: set[tuple[str, int]] = set()
    last = 0
    for number, record in enumerate(calibrations.records):
        if record.task not in families:
            found.append(_at(number, "task", "G_CALIBRATION_UNKNOWN", f"{printable(record.task)} is no task"))
        if record.decision is None:
            continue
        step = record.decision.transition
        if (record.task, step) in seen:
            found.append(_at(number, "task", "G_CALIBRATION_DUPLICATE", f"{printable(record.task)} stands there twice"))
        if step < last:
            found.append(_at(number, "decision", "G_CALIBRATION_MOVE", "it was decided before the record above it"))
        seen.add((record.task, step))
        last = max(last, step)
    return (*found, *_unmoved(lifecycle, families, calibrations))


def active_findings(governed: Governed, lifecycle: Lifecycle, calibrations: Calibrations) -> tuple[Finding, ...]:
    """Active tasks without a current approved calibration: "current approved calibration for every active task"."""
    return tuple(activation_findings(governed, lifecycle, calibrations, lifecycle.of(State.ACTIVE)))


def activation_findings(
    governed: Governed, lifecycle: Lifecycle, calibrations: Calibrations, tasks: tuple[str, ...]
) -> Iterator[Finding]:
    """Why these tasks may not be (or become) active: no record, a stale one, not approved, too little, quarantined."""
    in_force, since = calibrations.in_force(), _last_quarantines(governed, lifecycle)
    for task in tasks:
        record = in_force.get(task)
        if record is None or record.decision is None:
            yield _of("G_CALIBRATION_MISSING", f"{task} has no calibration record")
        elif not is_current(record, governed):
            message = f"{task} changed since it was calibrated; it must be calibrated against its new digest"
            yield _of("G_CALIBRATION_STALE", message)
        elif record.decision.verdict is not Verdict.APPROVE:
            message = f"the record in force of {task} says {record.decision.verdict}"
            yield _of("G_CALIBRATION_NOT_APPROVED", message)
        elif record.shortfall():
            yield _of("G_CALIBRATION_MINIMUM", f"{task}: {record.shortfall()}")
        elif since.get(task, -1) > record.decision.transition:
            message = f"{task} was quarantined since it was approved; it must be repaired and calibrated anew"
            yield _of("G_CALIBRATION_QUARANTINED", message)


def barred_digests(
    governed: Governed, lifecycle: Lifecycle, calibrations: Calibrations
) -> Mapping[str, frozenset[str]]:
    """For each task the digests at which it was quarantined and that may therefore never be approved again.

    "A disputed or broken task … must be repaired and recalibrated against the new digest before reactivation."
    """
    since = _last_quarantines(governed, lifecycle)
    barred: dict[str, set[str]] = {}
    for record in calibrations.records:
        decision = record.decision
        if decision is None or decision.verdict is Verdict.REJECT:
            continue
        if decision.verdict is Verdict.QUARANTINE or since.get(record.task, -1) > decision.transition:
            barred.setdefault(record.task, set()).add(record.task_digest)
    return {task: frozenset(digests) for task, digests in barred.items()}


def _last_quarantines(governed: Governed, lifecycle: Lifecycle) -> dict[str, int]:
    """For each task that was ever quarantined, the place of the last transition that did it."""
    families = {task.id: task.family for task in governed.book.tasks}
    last: dict[str, int] = {}
    for number, step in enumerate(lifecycle.transitions):
        if step.to is State.QUARANTINED:
            last |= dict.fromkeys(step.members(families), number)
    return last


def _unmoved(lifecycle: Lifecycle, families: Mapping[str, str], calibrations: Calibrations) -> Iterator[Finding]:
    """Decisions whose lifecycle transition is not there or is another one."""

    @cache
    def members(step: int) -> frozenset[str]:
        return frozenset(lifecycle.transitions[step].members(families))

    for number, record in enumerate(calibrations.records):
        decision = record.decision
        if decision is None:
            continue
        if decision.transition >= len(lifecycle.transitions):
            yield _at(number, "decision", "G_CALIBRATION_MOVE", "the lifecycle has no such transition")
            continue
        step = lifecycle.transitions[decision.transition]
        wanted = (decision.verdict.leads_to, decision.reviewer, decision.date)
        if (step.to, step.reviewer, step.date) != wanted or record.task not in members(decision.transition):
            message = f"transition {decision.transition} of the lifecycle is not the move of this decision ({step})"
            yield _at(number, "decision", "G_CALIBRATION_MOVE", message)


def _at(number: int, field: str, code: str, message: str) -> Finding:
    return finding(code, CALIBRATIONS, pointer("records", number, field), message)


def _of(code: str, message: str) -> Finding:
    return finding(code, CALIBRATIONS, "/records", message)
