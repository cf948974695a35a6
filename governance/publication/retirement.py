"""Retirement: the end of a private corpus's active life, by the approval of somebody who may decide.

Invariant: every task moves to retired by allowed moves alone, each with its deprecation; the role becomes retired; the
digest of the corpus stays, so that what was reported under it keeps its identity. Doing it twice changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from governance.corpus import IDENTITY_FILE, Governed, Role, finding, identity_bytes
from governance.lifecycle import (
    DEPRECATIONS,
    MOVES,
    REGISTRY,
    Deprecation,
    Deprecations,
    Edit,
    Lifecycle,
    State,
    current,
    deprecation_findings,
    deprecations_bytes,
    families_of,
    lifecycle_bytes,
    lifecycle_findings,
    move,
    read_deprecations,
    read_lifecycle,
    read_reviewers,
)
from governance.publication.approval import Approval
from records import Rejected

CODE = "P_RETIRE"


def retirement(governed: Governed, approval: Approval) -> tuple[Edit, ...]:
    """The edits that retire a corpus. Raises Rejected for a public one, or where its registries do not hold."""
    if governed.identity.role is Role.PUBLIC_DEVELOPMENT:
        message = "only a former private held-out corpus retires; public tasks are deprecated one by one"
        raise Rejected([finding(CODE, IDENTITY_FILE, "/role", message)])
    deprecations = _deprecated(governed, read_deprecations(governed), approval)
    lifecycle = _retired(governed, read_lifecycle(governed), deprecations, approval)
    wrong = lifecycle_findings(governed, lifecycle, deprecations, read_reviewers(governed))
    if wrong := (*wrong, *deprecation_findings(governed, lifecycle, deprecations)):
        raise Rejected(wrong)
    files = {DEPRECATIONS: deprecations_bytes(deprecations), REGISTRY: lifecycle_bytes(lifecycle)}
    if governed.identity.role is not Role.RETIRED:
        files[IDENTITY_FILE] = identity_bytes(replace(governed.identity, role=Role.RETIRED))
    return tuple(Edit(name=name, base=current(governed.root, name), data=data) for name, data in files.items())


def _deprecated(governed: Governed, known: Deprecations, approval: Approval) -> Deprecations:
    """Every task stands in the registry, with the approval's reason where it did not yet."""
    new = [
        Deprecation(task=task.id, family=task.family, date=approval.date, reason=approval.reason, replacement=None)
        for task in governed.book.tasks
        if task.id not in known.tasks
    ]
    return Deprecations(entries=(*known.entries, *new))


def _retired(governed: Governed, lifecycle: Lifecycle, deprecations: Deprecations, approval: Approval) -> Lifecycle:
    families = families_of(governed, deprecations)
    for state, following in _road().items():
        if tasks := lifecycle.of(state):
            lifecycle = move(
                lifecycle,
                tasks,
                following,
                on=approval.date,
                reviewer=approval.approved_by,
                reason=approval.reason,
                families=families,
            )
    return lifecycle


def _road() -> dict[State, State]:
    """The next state on the shortest way to retired from every other state, the farthest state first."""
    following: dict[State, State] = {}
    reached = [State.RETIRED]
    for goal in reached:
        for state, moves in MOVES.items():
            if goal in moves and state not in reached:
                following[state] = goal
                reached.append(state)
    return dict(reversed(following.items()))
