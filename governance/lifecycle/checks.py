"""Whether the registries of a corpus fit the corpus and one another.

"Release checks reject missing, duplicate, unknown, or stale lifecycle and calibration entries."
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from governance.corpus import Governed, finding
from governance.lifecycle.deprecations import DEPRECATIONS, Deprecations, families_of
from governance.lifecycle.registry import Lifecycle
from governance.lifecycle.replay import replay
from governance.lifecycle.reviewers import Reviewers
from governance.lifecycle.state import GONE, State
from governance.lifecycle.transitions import REGISTRY
from records import Finding, pointer, printable


def lifecycle_findings(
    governed: Governed, lifecycle: Lifecycle, deprecations: Deprecations, reviewers: Reviewers
) -> tuple[Finding, ...]:
    """Everything that is wrong with states, history, reviewers and deprecations; empty for a sound corpus."""
    walked = replay(lifecycle.transitions, families_of(governed, deprecations))
    return (
        *_tasks(governed, lifecycle),
        *walked.findings,
        *_equal(lifecycle, walked.states),
        *_reviewed(lifecycle, reviewers),
        *deprecation_findings(governed, lifecycle, deprecations),
        *_vanished(governed, deprecations, walked.states),
    )


def deprecation_findings(governed: Governed, lifecycle: Lifecycle, deprecations: Deprecations) -> tuple[Finding, ...]:
    """A deprecated or retired task must stand in the deprecations, any other task of the corpus must not."""
    found = []
    for task, state in lifecycle.states.items():
        if state in GONE and task not in deprecations.tasks:
            found.append(_deprecation("G_DEPRECATION_MISSING", "", f"{task} is {state} and does not stand there"))
    for number, one in enumerate(deprecations.entries):
        standing = lifecycle.states.get(one.task)
        if standing is not None and standing not in GONE:
            message = f"{one.task} is {standing}; only deprecated and retired tasks stand there"
            found.append(_deprecation("G_DEPRECATION_STATE", pointer("deprecations", number, "task"), message))
        if one.replacement is not None and one.replacement not in governed.digests:
            message = f"{printable(one.replacement)} is no task of this corpus"
            found.append(_deprecation("G_DEPRECATION_STATE", pointer("deprecations", number, "replacement"), message))
    return tuple(found)


def _tasks(governed: Governed, lifecycle: Lifecycle) -> Iterator[Finding]:
    for task in governed.digests:
        if task not in lifecycle.states:
            yield _state("G_LIFECYCLE_MISSING", f"{task} has no state; each task has exactly one")
    for task, state in lifecycle.states.items():
        if task not in governed.digests:
            yield _state("G_LIFECYCLE_UNKNOWN", f"{printable(task)} is {state} and no task of this corpus")


def _equal(lifecycle: Lifecycle, states: Mapping[str, State]) -> Iterator[Finding]:
    for task, state in lifecycle.states.items():
        if task in states and states[task] is not state:
            yield _state("G_LIFECYCLE_REPLAY", f"{task} is {state}, but the transitions lead to {states[task]}")


def _reviewed(lifecycle: Lifecycle, reviewers: Reviewers) -> Iterator[Finding]:
    for number, step in enumerate(lifecycle.transitions):
        objection = reviewers.objection(step.reviewer, step.date)
        if objection:
            yield finding("G_REVIEWER", REGISTRY, pointer("transitions", number, "reviewer"), objection)


def _vanished(governed: Governed, deprecations: Deprecations, states: Mapping[str, State]) -> Iterator[Finding]:
    for number, one in enumerate(deprecations.entries):
        if one.task not in governed.digests and states.get(one.task) not in GONE:
            message = f"{printable(one.task)} is gone from the corpus, but its history ends at {states.get(one.task)}"
            yield _deprecation("G_DEPRECATION_STATE", pointer("deprecations", number, "task"), message)


def _state(code: str, message: str) -> Finding:
    return finding(code, REGISTRY, "/states", message)


def _deprecation(code: str, where: str, message: str) -> Finding:
    return finding(code, DEPRECATIONS, where, message)
