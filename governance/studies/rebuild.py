"""From plan, ledger and raw artifacts to the study: the one place where a study comes to be, for writers and readers.

Invariant: pure in what the folder holds. Every attempt's evidence is held against the plan, every prediction is judged
again; the same folder and corpus give the same study, byte for byte, or findings that say all that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from governance.corpus import Governed, finding
from governance.studies.artifacts import load
from governance.studies.evidence import (
    Record,
    ending_faults,
    faults_of,
    made_with,
    read_evidence,
)
from governance.studies.launching import Material
from governance.studies.ledger import LEDGER, Attempt, Ending, Ledger, Validity
from governance.studies.plan import PLAN, Plan, Trial
from governance.studies.study import Attestation, Klass, Observation, Study, Totals, content, content_digest
from records import Finding, Rejected, canonical_bytes, digest

CODE = "G_STUDY"
_FAILED = {
    Ending.BROKEN: Klass.BROKEN,
    Ending.CRASH: Klass.CRASH,
    Ending.TIMEOUT: Klass.TIMEOUT,
    Ending.KILLED: Klass.KILLED,
}
ABSTENTIONS = (None, "ABSTAIN")
"""How a prediction row of any kind says that the system does not answer."""
Place = tuple[int, int]
"""Trial number (from 1) and batch number (from 0)."""


def places_of(plan: Plan, governed: Governed) -> Mapping[Place, tuple[str, ...]]:
    """The tasks of every launch that a complete study needs one valid attempt of."""
    ids = governed.book.ids
    return {
        (trial.number, number): batch
        for trial in plan.trials
        for number, batch in enumerate(trial.batches(ids, plan.configuration.batch))
    }


def pending(plan: Plan, attempts: Sequence[Attempt], places: Collection[Place]) -> tuple[Place, ...]:
    """The launches that must still be made: no valid attempt, and not yet as many invalid ones as are allowed."""
    done = {(one.trial, one.batch) for one in attempts if one.validity is Validity.VALID}
    invalid = Counter((one.trial, one.batch) for one in attempts if one.validity is Validity.INVALID)
    return tuple(place for place in places if place not in done and invalid[place] < plan.tries)


def belongs(plan: Plan, governed: Governed) -> list[Finding]:
    """Whether the study measured this corpus as it is now; another digest is another corpus."""
    stated = plan.configuration
    expected = {
        "corpus_id": governed.identity.id,
        "corpus_digest": governed.corpus_digest,
        "scoring_schema": governed.book.scoring_schema,
    }
    return [
        finding(CODE, PLAN, f"/configuration/{name}", f"the corpus has {value}; results of another are not pooled")
        for name, value in expected.items()
        if getattr(stated, name) != value
    ]


def rebuild(folder: Path, governed: Governed, plan: Plan, ledger: Ledger) -> Study:
    """The study of a folder whose launches are all done. Raises Rejected with everything that is wrong."""
    if wrong := belongs(plan, governed):
        raise Rejected(wrong)
    work = _Rebuilding(folder=folder, governed=governed, plan=plan, ledger=ledger)
    work.read_all()
    if work.faults:
        raise Rejected(work.faults)
    return work.study()


@dataclass(kw_only=True, slots=True)
class _Rebuilding:
    folder: Path
    governed: Governed
    plan: Plan
    ledger: Ledger
    material: Material = field(init=False)
    places: Mapping[Place, tuple[str, ...]] = field(init=False)
    records: dict[int, Record] = field(default_factory=dict)
    observations: list[Observation] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.material = Material.of(self.governed)
        self.places = places_of(self.plan, self.governed)

    def read_all(self) -> None:
        """Check the bookkeeping, then every attempt with its artifacts."""
        attempts = self.ledger.attempts
        if self.ledger.open or self.ledger.torn:
            self._fault("", "launches without an end; run the study again to take it up")
        if pending(self.plan, attempts, self.places):
            self._fault("", "launches are still to be made; run the study again to take it up")
        done: set[Place] = set()
        invalid: Counter[Place] = Counter()
        evidence: set[str] = set()
        for attempt in attempts:
            where, place = f"/{attempt.number}", (attempt.trial, attempt.batch)
            if place not in self.places:
                self._fault(where, "no such trial or batch")
                continue
            if place in done or invalid[place] >= self.plan.tries:
                self._fault(where, "a launch after the one that counted, or more than are allowed")
            if attempt.evidence in evidence:
                self._fault(where, "its evidence is that of another attempt")
            evidence |= {attempt.evidence} if attempt.evidence else set()
            done |= {place} if attempt.validity is Validity.VALID else set()
            invalid[place] += attempt.validity is Validity.INVALID
            self._read(attempt, self.places[place])

    def _read(self, attempt: Attempt, ids: tuple[str, ...]) -> None:
        where = f"attempt {attempt.number}"
        if attempt.outcome is Ending.LOST:
            if attempt.artifacts:
                self._fault(f"/{attempt.number}", "a launch that was cut off has no artifacts")
            return
        try:
            if attempt.evidence is None:
                raise Rejected([finding(CODE, where, "", "a launch that ended has evidence")])
            record = read_evidence(load(self.folder, attempt.evidence), where)
            predictions = load(self.folder, attempt.predictions) if attempt.predictions else None
            if attempt.stderr:
                load(self.folder, attempt.stderr)
            trial = self.plan.trials[attempt.trial - 1]
            wrong = faults_of(record, attempt, self.plan, trial, self.material.digests(ids), where)
            wrong += ending_faults(record, attempt, predictions, self.governed.book, ids, where)
        except Rejected as error:
            self.faults += error.findings
            return
        self.faults += wrong
        self.records[attempt.number] = record
        if not wrong and attempt.validity is Validity.VALID:
            self.observations += self._observe(attempt, trial, predictions, ids)

    def _observe(
        self, attempt: Attempt, trial: Trial, predictions: bytes | None, ids: tuple[str, ...]
    ) -> list[Observation]:
        book, answers = self.governed.book, {}
        if attempt.outcome is Ending.COMPLETED and predictions is not None:
            answers = dict(book.read_answers(predictions, ids))
        made = []
        for name in ids:
            criteria, klass = None, _FAILED.get(attempt.outcome)
            if klass is None:
                klass = Klass.ABSTAINED if answers[name] in ABSTENTIONS else Klass.ANSWERED
                criteria = dict(book.judge(name, answers[name]))
            made.append(
                Observation(
                    task=name,
                    task_digest=self.governed.digests[name],
                    trial=trial.number,
                    attempt=attempt.number,
                    klass=klass,
                    criteria=criteria,
                )
            )
        return made

    def _fault(self, at: str, message: str) -> None:
        self.faults.append(finding(CODE, LEDGER, at, message))

    def study(self) -> Study:
        """Put together what was found sound."""
        plan, attempts, ids = self.plan, self.ledger.attempts, self.governed.book.ids
        rank = {name: place for place, name in enumerate(ids)}
        observations = tuple(sorted(self.observations, key=lambda one: (one.trial, rank[one.task])))
        totals = Totals.of(plan, len(ids), observations, attempts)
        sealed = content(plan, attempts, observations, totals, self.ledger.head)
        return Study(
            plan=plan,
            attempts=attempts,
            observations=observations,
            totals=totals,
            attestation=self._attest(totals, content_digest(sealed)),
            ledger=self.ledger.head,
        )

    def _attest(self, totals: Totals, record_digest: str) -> Attestation:
        attempts = self.ledger.attempts
        valid = [self.records[one.number] for one in attempts if one.validity is Validity.VALID]
        makers = {made_with(record) for record in valid}
        launcher, preflight, checks = makers.pop() if len(makers) == 1 else (None, None, ())
        publishable = totals.complete and bool(launcher) and all(record["publishable"] is True for record in valid)
        listed = [[one.number, one.evidence] for one in attempts]
        return Attestation(
            profile=self.plan.configuration.profile,
            adapter_digest=launcher,
            preflight_digest=preflight,
            checks=checks,
            evidence_digest=digest(canonical_bytes(listed)),
            complete=totals.complete,
            publishable=publishable,
            record_digest=record_digest,
        )
