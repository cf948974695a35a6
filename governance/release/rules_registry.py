"""Rules about the registries: lifecycle, deprecations, calibrations, known issues, and the claim to be active."""

from __future__ import annotations

from collections.abc import Iterator

from governance.corpus import Role, finding
from governance.lifecycle import (
    CALIBRATIONS,
    DEPRECATIONS,
    REGISTRY,
    REVIEWERS,
    State,
    active_findings,
    calibration_findings,
    is_current,
    lifecycle_findings,
)
from governance.private import PLAN, plan_findings
from governance.release.issues import ISSUES
from governance.release.rule import Group, Rule
from governance.release.subject import Subject
from records import Finding, pointer, printable

_DEPRECATION = "G_DEPRECATION"


def lifecycle(subject: Subject) -> Iterator[Finding]:
    """Exactly one state for every task, equal to the replay of allowed moves by authorized reviewers."""
    yield from subject.lifecycle.findings
    yield from subject.reviewers.findings
    if subject.lifecycle.value is not None and subject.reviewers.value is not None:
        yield from (one for one in _lifecycle_findings(subject) if not one.code.startswith(_DEPRECATION))


def deprecations(subject: Subject) -> Iterator[Finding]:
    """Deprecated, retired and vanished tasks stand in the registry, others do not."""
    yield from subject.deprecations.findings
    registry = subject.deprecations.need()
    yield from (one for one in _lifecycle_findings(subject) if one.code.startswith(_DEPRECATION))
    here = subject.governed.need().digests
    for release in subject.older.value or ():
        for task in release.digests:
            if task not in here and task not in registry.tasks:
                message = f"{printable(task)} was part of {release.version} and is gone without a record here"
                yield finding("G_DEPRECATION_MISSING", DEPRECATIONS, "", message)


def _lifecycle_findings(subject: Subject) -> tuple[Finding, ...]:
    governed = subject.governed.need()
    if not governed.digests:
        return ()
    return lifecycle_findings(governed, subject.lifecycle.need(), subject.deprecations.need(), subject.reviewers.need())


def calibrations(subject: Subject) -> Iterator[Finding]:
    """No unknown, duplicate or stale record: the record in force of each task is about the task as it is."""
    yield from subject.calibrations.findings
    registry, governed = subject.calibrations.need(), subject.governed.need()
    yield from calibration_findings(governed, subject.lifecycle.need(), subject.deprecations.need(), registry)
    states = subject.lifecycle.need().states
    for task, record in registry.in_force().items():
        if states.get(task) is State.ACTIVE and not is_current(record, governed):
            message = f"{task} changed since it was calibrated; it returns to calibrating"
            yield finding("G_CALIBRATION_STALE", CALIBRATIONS, "/records", message)


def approval(subject: Subject) -> Iterator[Finding]:
    """Every active task has an approved record with three materially different configurations."""
    governed, states = subject.governed.need(), subject.lifecycle.need()
    found = active_findings(governed, states, subject.calibrations.need())
    yield from (one for one in found if one.code != "G_CALIBRATION_STALE")


def known_issues(subject: Subject) -> Iterator[Finding]:
    """No open issue asks for a skip of a task in active scoring."""
    yield from subject.issues.findings
    states = subject.lifecycle.need().states
    known = subject.governed.need().digests
    for number, issue in enumerate(subject.issues.need()):
        at = pointer("issues", number, "task")
        if issue.task not in known:
            yield finding("G_ISSUE", ISSUES, at, f"{printable(issue.task)} is no task of this corpus")
        elif issue.skip and not issue.closed and states.get(issue.task) in (State.ACTIVE, State.CALIBRATING):
            message = (
                f"an open issue skips {issue.task}, which is {states[issue.task]}; close it or quarantine the task"
            )
            yield finding("G_ISSUE_SKIP", ISSUES, at, message)


def some_active(subject: Subject) -> Iterator[Finding]:
    """A release is active when tasks of it are; a retired corpus has none and never will."""
    if subject.identity.need().role is Role.RETIRED:
        return
    counts = subject.lifecycle.need().counts()
    if not counts[State.ACTIVE]:
        said = ", ".join(f"{count} {state}" for state, count in counts.items() if count) or "there is no task yet"
        yield finding("G_NOT_ACTIVE", REGISTRY, "/states/active", f"no task is active: {said}")


def plan(subject: Subject) -> Iterator[Finding]:
    """A private corpus has a complete plan."""
    if subject.identity.need().is_private:
        yield from plan_findings(subject.root)


REGISTRY_RULES = (
    Rule(
        name="lifecycle",
        sentence="An active release requires an explicit lifecycle state for every release-controlled task.",
        reads=(REGISTRY, REVIEWERS),
        group=Group.STRUCTURE,
        check=lifecycle,
    ),
    Rule(
        name="deprecations",
        sentence="An active release requires a release note, deprecation records, and a checked release manifest.",
        reads=(DEPRECATIONS, REGISTRY, "releases/*.json"),
        group=Group.STRUCTURE,
        check=deprecations,
    ),
    Rule(
        name="known-issues",
        sentence="An active release requires no invalid release measurements or active known-issue skips.",
        reads=(ISSUES, REGISTRY),
        group=Group.STRUCTURE,
        check=known_issues,
    ),
    Rule(
        name="calibration-currency",
        sentence="Release checks reject missing, duplicate, unknown, or stale lifecycle and calibration entries.",
        reads=(CALIBRATIONS, REGISTRY, "contracts/fixtures.jsonl"),
        group=Group.CLAIM,
        check=calibrations,
    ),
    Rule(
        name="calibration-approval",
        sentence="An active release requires current approved calibration for every active task.",
        reads=(CALIBRATIONS, REGISTRY),
        group=Group.CLAIM,
        check=approval,
    ),
    Rule(
        name="active-tasks",
        sentence="A corpus may pass every check while its release state remains calibrating.",
        reads=(REGISTRY,),
        group=Group.PROGRESS,
        check=some_active,
    ),
    Rule(
        name="private-plan",
        sentence=(
            "The first private corpus cannot activate until its private plan records exact task briefs, calibration "
            "configurations, repetition count, cost budget, and objective activation and quarantine thresholds."
        ),
        reads=(PLAN,),
        group=Group.PROGRESS,
        check=plan,
    ),
)
