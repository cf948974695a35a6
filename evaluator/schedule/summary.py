"""The integers of some part of the suite (a tier, or all of it) and the rates that follow from them.

Invariant: rates are exact rationals with denominators from the instances; they become text only in `to_dict`, and what
has no denominator is null, never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator.schedule.outcome import KINDS, NOTHING, Counts, Judge, Outcome
from evaluator.statistics import wilson
from evaluator.tally import bounds, rate
from evaluator.task_states import DESCRIPTIVE


@dataclass(frozen=True, kw_only=True, slots=True)
class Constraint:
    """The obligations of one constraint type: all, violated, not evaluated; instances that have it, that meet it."""

    kind: str
    obligations: int
    violated: int
    not_evaluated: int
    instances: int
    instances_met: int

    @property
    def satisfied(self) -> int:
        """Obligations that were evaluated and hold."""
        return self.obligations - self.violated - self.not_evaluated

    def to_dict(self) -> dict[str, Any]:
        """The row as it stands in a score record; micro and macro are null where no instance has the type."""
        micro, macro = _share(self.satisfied, self.obligations), _share(self.instances_met, self.instances)
        return {
            "constraint": self.kind,
            "obligations": self.obligations,
            "satisfied": self.satisfied,
            "violated": self.violated,
            "not_evaluated": self.not_evaluated,
            "instances": self.instances,
            "instances_met": self.instances_met,
            **rate("micro", micro),
            **rate("macro", macro),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """Sums over instances; `partial` is the sum of clean tasks over tasks of each instance."""

    total: int
    answered: int
    feasible: int
    tasks: int
    scheduled: int
    clean: int
    violations: int
    partial: Fraction
    constraints: tuple[Constraint, ...]

    @property
    def feasibility(self) -> Fraction | None:
        """F, the primary score: feasible schedules over all instances. None where no instance is scored."""
        return _share(self.feasible, self.total)

    @property
    def partial_credit(self) -> Fraction | None:
        """PC: the mean over all instances of clean tasks over all tasks of the instance; a null schedule is 0."""
        return self.partial / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `feasibility`, both ends in 0..1; all of it where no instance is scored."""
        return wilson(self.feasible, self.total)

    @property
    def descriptive_only(self) -> bool:
        """Whether so few instances are scored that the numbers describe and support no claim."""
        return self.total < DESCRIPTIVE

    def to_dict(self) -> dict[str, Any]:
        """Integers, exact rationals as "n/d", per cents and interval bounds as text with two decimals."""
        return {
            "total": self.total,
            "answered": self.answered,
            "feasible": self.feasible,
            "tasks": self.tasks,
            "scheduled": self.scheduled,
            "clean": self.clean,
            "violations": self.violations,
            **rate("feasibility", self.feasibility),
            **bounds(self.interval if self.total else None),
            **rate("partial_credit", self.partial_credit),
            **rate("coverage", _share(self.answered, self.total)),
            **rate("task_coverage", _share(self.scheduled, self.tasks)),
            **rate("clean_rate", _share(self.clean, self.scheduled)),
            **rate("answered_only", _share(self.feasible, self.answered)),
            **rate("violations_per_task", _share(self.violations, self.tasks)),
            "constraints": [row.to_dict() for row in self.constraints],
        }


def _share(over: int, under: int) -> Fraction | None:
    return Fraction(over, under) if under else None


def summary(pairs: Iterable[tuple[Judge, Outcome]]) -> Summary:
    """The sums over judged instances; with none of them every number is 0 and every rate None."""
    judged = tuple(pairs)
    judges, outcomes = [judge for judge, _ in judged], [outcome for _, outcome in judged]
    obligations = [judge.obligations for judge in judges]
    rows = zip(
        KINDS,
        _sums(obligations),
        _sums([outcome.violated for outcome in outcomes]),
        _sums([outcome.open for outcome in outcomes]),
        _sums([judge.perfect.met for judge in judges]),
        _sums([outcome.met for outcome in outcomes]),
        strict=True,
    )
    clean: dict[int, int] = {}
    for outcome in outcomes:
        clean[outcome.tasks] = clean.get(outcome.tasks, 0) + outcome.clean
    return Summary(
        total=len(outcomes),
        answered=sum(outcome.answered for outcome in outcomes),
        feasible=sum(outcome.feasible for outcome in outcomes),
        tasks=sum(outcome.tasks for outcome in outcomes),
        scheduled=sum(outcome.scheduled for outcome in outcomes),
        clean=sum(outcome.clean for outcome in outcomes),
        violations=sum(outcome.broken for outcome in outcomes),
        partial=sum((Fraction(count, tasks) for tasks, count in clean.items()), Fraction(0)),
        constraints=tuple(
            Constraint(
                kind=kind.value, obligations=m, violated=bad, not_evaluated=unknown, instances=have, instances_met=met
            )
            for kind, m, bad, unknown, have, met in rows
        ),
    )


def _sums(rows: list[Counts]) -> Counts:
    return tuple(map(sum, zip(NOTHING, *rows, strict=True)))
