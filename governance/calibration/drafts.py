"""Calibration drafts: what the valid studies of a corpus say of each of its tasks, for reviewers.

Invariant: a draft decides nothing. It is a pure function of the corpus and its studies, and no registry is read or
written for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from governance.calibration.evidence import Evidence, gather
from governance.calibration.statistics import Showing, discrimination, sensitivity, stability
from governance.corpus import Governed
from governance.lifecycle import Record
from governance.studies import Study, finished, read_study
from records import Finding, Rejected, canonical_line

SCHEMA = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Drafts:
    """A draft record for each task, in suite order, and the evidence they were made of."""

    governed: Governed
    evidence: tuple[Evidence, ...]
    records: tuple[Record, ...]

    def to_bytes(self) -> bytes:
        """The drafts as a file: canonical JSON, one line."""
        return canonical_line(
            {
                "schema_version": SCHEMA,
                "corpus": self.governed.identity.id,
                "corpus_digest": self.governed.corpus_digest,
                "records": [record.to_dict() for record in self.records],
            }
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Accepted:
    """The studies that the strict validator accepted, and what it found in the others, which are left out.

    Only `complete` ones calibrate: a release may rest on nothing else. `incomplete` ones are told and never hidden.
    """

    complete: tuple[Study, ...]
    incomplete: tuple[Study, ...]
    left_out: tuple[Finding, ...]

    @property
    def studies(self) -> tuple[Study, ...]:
        """All of them, by id."""
        return tuple(sorted((*self.complete, *self.incomplete), key=lambda study: study.id))


def accepted_studies(governed: Governed, folder: Path | None = None) -> Accepted:
    """Every finished study of the corpus as it is now, read through the strict validator."""
    studies: list[Study] = []
    left_out: list[Finding] = []
    for path in finished(governed, folder):
        try:
            studies.append(read_study(path, governed))
        except Rejected as error:
            left_out += error.findings
    return Accepted(
        complete=tuple(study for study in studies if study.complete),
        incomplete=tuple(study for study in studies if not study.complete),
        left_out=tuple(left_out),
    )


def draft(governed: Governed, studies: Sequence[Study]) -> Drafts:
    """One draft record a task. Raises Rejected G_POOL where studies may not be taken together."""
    evidence = gather(governed, studies)
    records = tuple(_record(governed, evidence, task) for task in governed.digests)
    return Drafts(governed=governed, evidence=evidence, records=records)


def shortfalls(records: Sequence[Record]) -> Counter[str]:
    """Why tasks do not reach the minimum for approval, and how many of them."""
    return Counter(reason for record in records if (reason := record.shortfall()))


def _record(governed: Governed, evidence: Sequence[Evidence], task: str) -> Record:
    configurations = tuple(each.seen[task] for each in evidence)
    showings = [
        Showing(valid=each.seen[task].valid, solved=each.seen[task].solved, rest=each.rest(task))
        for each in evidence
        if each.seen[task].counts
    ]
    return Record(
        corpus=governed.identity.id,
        task=task,
        task_digest=governed.digests[task],
        scoring_schema=governed.book.scoring_schema,
        configurations=configurations,
        discrimination=discrimination(showings),
        stability=stability(showings),
        sensitivity=sensitivity(showings),
    )
