"""A reviewer's decision about tasks: a record for each of them and the move that it makes, as one change.

Invariant: nothing is decided before both reviews are given, nobody is activated below the minimum of evidence or at a
digest that was quarantined, and a record is tied to its own transition.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from governance.corpus import finding
from governance.lifecycle import (
    CALIBRATIONS,
    Calibrations,
    Decision,
    Record,
    Registries,
    Verdict,
    barred_digests,
    may_decide,
    move,
)
from records import Finding, Rejected

LEAST_REVIEW = 20
"""A review is told in so many characters at least: "ok" is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opinion:
    """What the reviewer says: who, when, the verdict, why, and both reviews in words."""

    verdict: Verdict
    reviewer: str
    date: datetime.date
    rationale: str
    accepted_alternatives: str
    evaluator_disputes: str


def decide(registries: Registries, drafts: Mapping[str, Record], tasks: Sequence[str], opinion: Opinion) -> Registries:
    """The registries with the decision about these tasks; `drafts` is the evidence by task.

    Raises Rejected with everything that speaks against it, and leaves the registries as they are.
    """
    may_decide(registries.reviewers, opinion.reviewer, opinion.date)
    refused = [*_reviews(opinion)]
    if opinion.verdict is Verdict.APPROVE:
        refused += _too_little(registries, drafts, tasks)
    if refused:
        raise Rejected(refused)
    lifecycle = move(
        registries.lifecycle,
        tasks,
        opinion.verdict.leads_to,
        on=opinion.date,
        reviewer=opinion.reviewer,
        reason=opinion.rationale,
        families=registries.families,
    )
    records = list(registries.calibrations.records)
    for number in range(len(registries.lifecycle.transitions), len(lifecycle.transitions)):
        members = set(lifecycle.transitions[number].members(registries.families))
        decision = _decision(opinion, number)
        records += [replace(drafts[task], decision=decision) for task in tasks if task in members]
    return replace(registries, lifecycle=lifecycle, calibrations=Calibrations(records=tuple(records)))


def _decision(opinion: Opinion, transition: int) -> Decision:
    return Decision(
        verdict=opinion.verdict,
        reviewer=opinion.reviewer,
        date=opinion.date,
        rationale=opinion.rationale,
        accepted_alternatives=opinion.accepted_alternatives,
        evaluator_disputes=opinion.evaluator_disputes,
        transition=transition,
    )


def _reviews(opinion: Opinion) -> Iterator[Finding]:
    texts = {
        "rationale": opinion.rationale,
        "accepted_alternatives": opinion.accepted_alternatives,
        "evaluator_disputes": opinion.evaluator_disputes,
    }
    for name, text in texts.items():
        if len(text.strip()) < LEAST_REVIEW:
            message = f"{name} needs words of at least {LEAST_REVIEW} characters: what was looked at, what was found"
            yield _refusal("G_REVIEW_OPEN", message)


def _too_little(registries: Registries, drafts: Mapping[str, Record], tasks: Sequence[str]) -> Iterator[Finding]:
    barred = barred_digests(registries.governed, registries.lifecycle, registries.calibrations)
    for task in tasks:
        record = drafts.get(task)
        if record is None:
            continue  # the move names it as unknown
        if record.shortfall():
            yield _refusal("G_CALIBRATION_MINIMUM", f"{task}: {record.shortfall()}")
        if record.task_digest in barred.get(task, ()):
            yield _refusal("G_CALIBRATION_QUARANTINED", f"{task} was quarantined as it is; it must be repaired first")


def _refusal(code: str, message: str) -> Finding:
    return finding(code, CALIBRATIONS, "", message)
