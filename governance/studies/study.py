"""A finished study: observations, totals and the launcher's attestation, all derived from plan, ledger and artifacts.

Invariant: nothing in it is stated that does not follow; points and pass flags are derived from the criteria. Validity
and outcome are separate: an attempt that is invalid or incomplete gives no observation, so it enters no denominator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from governance.studies.configuration import Configuration
from governance.studies.ledger import Attempt, Validity
from governance.studies.plan import SCHEMA_VERSION, Plan, Trial
from records import JsonValue, canonical_bytes, canonical_line, digest

STUDY = "study.json"


class Klass(StrEnum):
    """What came of one task in one trial; all but the first two are failures of the system's whole launch."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    BROKEN = "broken-output"
    CRASH = "crash"
    TIMEOUT = "timeout"
    KILLED = "killed-by-limit"


@dataclass(frozen=True, kw_only=True, slots=True)
class Observation:
    """One valid measurement. `criteria` is None where the launch failed and there was no answer to judge."""

    task: str
    task_digest: str
    trial: int
    attempt: int
    klass: Klass
    criteria: Mapping[str, bool] | None = field(hash=False)

    @property
    def solved(self) -> bool:
        """Whether every criterion holds."""
        return self.criteria is not None and all(self.criteria.values())

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "task": self.task,
            "task_digest": self.task_digest,
            "trial": self.trial,
            "attempt": self.attempt,
            "class": self.klass.value,
            "criteria": None if self.criteria is None else dict(self.criteria),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Totals:
    """Counts over a study. `observations` are valid; `missing` task-trials have none, for want of a valid attempt."""

    tasks: int
    trials: int
    observations: int
    missing: int
    solved: int
    classes: Mapping[str, int] = field(hash=False)
    attempts: Mapping[str, int] = field(hash=False)
    solved_by_trial: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every task has a valid observation in every trial."""
        return not self.missing

    @classmethod
    def of(cls, plan: Plan, tasks: int, observations: tuple[Observation, ...], attempts: tuple[Attempt, ...]) -> Totals:
        """Counted."""
        classes = Counter(one.klass for one in observations)
        validity = Counter(one.validity for one in attempts)
        solved = Counter(one.trial for one in observations if one.solved)
        return cls(
            tasks=tasks,
            trials=len(plan.trials),
            observations=len(observations),
            missing=tasks * len(plan.trials) - len(observations),
            solved=solved.total(),
            classes={klass.value: classes[klass] for klass in Klass},
            attempts={one.value: validity[one] for one in Validity},
            solved_by_trial=tuple(solved[trial.number] for trial in plan.trials),
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "tasks": self.tasks,
            "trials": self.trials,
            "observations": self.observations,
            "missing": self.missing,
            "complete": self.complete,
            "solved": self.solved,
            "classes": dict(self.classes),
            "attempts": dict(self.attempts),
            "solved_by_trial": list(self.solved_by_trial),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Attestation:
    """The launcher's word that the study is complete and what it was made with; never the system's.

    `adapter_digest` (the launcher's), `preflight_digest` and `checks` (the preflight's that held) are those of every
    valid attempt; None and () where they differ or there is none. `evidence_digest` covers the evidence of all
    attempts, `record_digest` the study's whole content.
    """

    profile: str
    adapter_digest: str | None
    preflight_digest: str | None
    checks: tuple[str, ...]
    evidence_digest: str
    complete: bool
    publishable: bool
    record_digest: str

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "by": "launcher",
            "profile": self.profile,
            "adapter_digest": self.adapter_digest,
            "preflight_digest": self.preflight_digest,
            "checks": list(self.checks),
            "evidence_digest": self.evidence_digest,
            "complete": self.complete,
            "publishable": self.publishable,
            "record_digest": self.record_digest,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Study:
    """One finished study. `observations` stand by trial, then in suite order; `attempts` in the order they began."""

    plan: Plan
    attempts: tuple[Attempt, ...]
    observations: tuple[Observation, ...]
    totals: Totals
    attestation: Attestation
    ledger: str
    """The digest of the ledger's last line."""

    @property
    def id(self) -> str:
        """The study's id, which names its folder."""
        return self.plan.id

    @property
    def label(self) -> str:
        """The system's name, for people."""
        return self.plan.label

    @property
    def schema(self) -> int:
        """The version of this form."""
        return SCHEMA_VERSION

    @property
    def configuration(self) -> Configuration:
        """The controlled fields."""
        return self.plan.configuration

    @property
    def trials(self) -> tuple[Trial, ...]:
        """The repetitions."""
        return self.plan.trials

    @property
    def complete(self) -> bool:
        """Whether every task has a valid observation in every trial."""
        return self.totals.complete

    @property
    def ended(self) -> str:
        """When the last launch ended."""
        return max(attempt.ended for attempt in self.attempts)

    @property
    def digest(self) -> str:
        """Of study.json: what a calibration record or a publication names."""
        return digest(self.to_bytes())

    def to_bytes(self) -> bytes:
        """study.json."""
        sealed = content(self.plan, self.attempts, self.observations, self.totals, self.ledger)
        return canonical_line({**sealed, "attestation": self.attestation.to_dict()})


def content(
    plan: Plan, attempts: tuple[Attempt, ...], observations: tuple[Observation, ...], totals: Totals, ledger: str
) -> dict[str, JsonValue]:
    """Everything of study.json but the attestation over it."""
    return {
        "schema_version": SCHEMA_VERSION,
        "plan": plan.to_dict(),
        "attempts": [attempt.to_dict() for attempt in attempts],
        "observations": [observation.to_dict() for observation in observations],
        "totals": totals.to_dict(),
        "ledger": ledger,
    }


def content_digest(value: Mapping[str, JsonValue]) -> str:
    """What the attestation states of `content`."""
    return digest(canonical_bytes(dict(value)))
