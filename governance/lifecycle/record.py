"""A calibration record: what was observed of one task at one digest, and what a reviewer decided about it.

Invariant: a record speaks of exactly one corpus id, task digest and scoring schema; its rate and its band follow from
its own counts. Each configuration counts once however often it ran, so nothing is pooled across configurations.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from governance.corpus import Governed
from governance.lifecycle.state import State
from records import JsonValue

MINIMUM_CONFIGURATIONS = 3
"""Materially different configurations, each with a valid observation, that a task needs before it may be approved."""
HARD_BELOW, EASY_FROM = Fraction(1, 4), Fraction(3, 4)


class Difficulty(StrEnum):
    """What was observed, never what an author meant: the band of the solve rate."""

    EASY = "easy"
    MIXED = "mixed"
    HARD = "hard"


class Verdict(StrEnum):
    """A reviewer's decision, and the state that the task then moves to."""

    APPROVE = "approve"
    QUARANTINE = "quarantine"
    REJECT = "reject"

    @property
    def leads_to(self) -> State:
        """Approve activates, quarantine withdraws, reject sends the task back to its author."""
        return {"approve": State.ACTIVE, "quarantine": State.QUARANTINED}.get(self, State.DRAFT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Statistic:
    """An exact number, or why there is none."""

    value: Fraction | None = None
    unavailable: str = ""

    def to_dict(self) -> dict[str, JsonValue]:
        """{"value": "p/q"} or {"unavailable": reason}."""
        return {"unavailable": self.unavailable} if self.value is None else {"value": ratio_text(self.value)}

    def __str__(self) -> str:
        return f"unavailable ({self.unavailable})" if self.value is None else ratio_text(self.value)


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What one configuration showed of one task.

    `valid` observations are those in a denominator; `solved` and `timeouts` are among them. `invalid` and `incomplete`
    attempts are neither successes nor failures. `not_counted` says why the configuration is no evidence ("" where it
    is). `runs` are study ids, `studies` the digests of their artifacts.
    """

    configuration: str
    system_family: str
    runs: tuple[str, ...]
    studies: tuple[str, ...]
    valid: int
    solved: int
    timeouts: int
    invalid: int
    incomplete: int
    not_counted: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is evidence about the task."""
        return self.valid > 0 and not self.not_counted

    @property
    def rate(self) -> Fraction:
        """Its own solve rate; it has a valid observation."""
        return Fraction(self.solved, self.valid)

    def to_dict(self) -> dict[str, JsonValue]:
        """The entry as JSON."""
        return {
            "configuration": self.configuration,
            "system_family": self.system_family,
            "runs": list(self.runs),
            "studies": list(self.studies),
            "valid": self.valid,
            "solved": self.solved,
            "timeouts": self.timeouts,
            "invalid": self.invalid,
            "incomplete": self.incomplete,
            "not_counted": self.not_counted,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """An explicit decision after both reviews; `transition` is the place in the lifecycle of the move it made."""

    verdict: Verdict
    reviewer: str
    date: date
    rationale: str
    accepted_alternatives: str
    evaluator_disputes: str
    transition: int

    def to_dict(self) -> dict[str, JsonValue]:
        """The decision as JSON."""
        return {
            "verdict": self.verdict.value,
            "reviewer": self.reviewer,
            "date": self.date.isoformat(),
            "rationale": self.rationale,
            "accepted_alternatives": self.accepted_alternatives,
            "evaluator_disputes": self.evaluator_disputes,
            "transition": self.transition,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """One task's evidence and, once reviewed, its decision (None in a draft)."""

    corpus: str
    task: str
    task_digest: str
    scoring_schema: str
    configurations: tuple[Seen, ...]
    discrimination: Statistic
    stability: Statistic
    sensitivity: Statistic
    decision: Decision | None = None

    @property
    def observations(self) -> int:
        """Valid observations of the configurations that count."""
        return sum(seen.valid for seen in self.configurations if seen.counts)

    @property
    def solve_rate(self) -> Fraction | None:
        """The mean of the rates of the configurations that count; None where none does."""
        rates = [seen.rate for seen in self.configurations if seen.counts]
        return sum(rates, Fraction(0)) / len(rates) if rates else None

    @property
    def empirical_difficulty(self) -> Difficulty | None:
        """The band of the solve rate."""
        return None if self.solve_rate is None else band(self.solve_rate)

    @property
    def families(self) -> frozenset[str]:
        """The system families that count: so many materially different configurations observed the task."""
        return frozenset(seen.system_family for seen in self.configurations if seen.counts)

    def shortfall(self) -> str:
        """Why the evidence does not reach the minimum for approval, "" where it does."""
        if len(self.families) >= MINIMUM_CONFIGURATIONS:
            return ""
        return (
            f"{len(self.families)} materially different configurations have a valid observation; "
            f"at least {MINIMUM_CONFIGURATIONS} are needed"
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """The record as JSON."""
        rate, difficulty = self.solve_rate, self.empirical_difficulty
        return {
            "corpus": self.corpus,
            "task": self.task,
            "task_digest": self.task_digest,
            "scoring_schema": self.scoring_schema,
            "configurations": [seen.to_dict() for seen in self.configurations],
            "observations": self.observations,
            "solve_rate": None if rate is None else ratio_text(rate),
            "empirical_difficulty": None if difficulty is None else difficulty.value,
            "discrimination": self.discrimination.to_dict(),
            "stability": self.stability.to_dict(),
            "sensitivity": self.sensitivity.to_dict(),
            "decision": None if self.decision is None else self.decision.to_dict(),
        }


def band(rate: Fraction) -> Difficulty:
    """The band of a solve rate: below a quarter hard, below three quarters mixed, else easy."""
    if rate < HARD_BELOW:
        return Difficulty.HARD
    return Difficulty.MIXED if rate < EASY_FROM else Difficulty.EASY


def ratio_text(value: Fraction) -> str:
    """An exact fraction as documents write it: "p/q" in lowest terms, also for whole numbers."""
    return f"{value.numerator}/{value.denominator}"


def is_current(record: Record, governed: Governed) -> bool:
    """Whether the record speaks of the task as it is: same corpus id, task digest and scoring schema."""
    return (
        record.corpus == governed.identity.id
        and record.task_digest == governed.digests.get(record.task)
        and record.scoring_schema == governed.book.scoring_schema
    )
