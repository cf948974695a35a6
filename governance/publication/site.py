"""Public summaries: what a study of a public corpus shows, with every category and what may not be claimed with it.

Invariant: a summary exists only for a public development corpus; active private and retired corpora are refused here,
whatever else is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from evaluator.tasks import Task
from governance.corpus import IDENTITY_FILE, Governed, Role, finding
from governance.lifecycle import REGISTRY, Lifecycle, State, read_lifecycle
from governance.publication.bundle import SCORED
from governance.release import FEWEST, ReleaseManifest, read_release, releases
from governance.studies import Klass, Study
from records import JsonValue, Rejected, canonical_line

SCHEMA = "nnai-public-summary/1"
CODE = "P_EXPORT"
CLAIM = "Results on a public development corpus: neither uncontaminated nor held out."


def require_public(governed: Governed) -> None:
    """Raise Rejected P_EXPORT for a private held-out or retired corpus."""
    role = governed.identity.role
    if role is not Role.PUBLIC_DEVELOPMENT:
        other = "publish-redacted" if role is Role.PRIVATE_HELD_OUT else "the archive that retire writes"
        message = f"the role is {role.value}; summaries are exported of public corpora only, use {other}"
        raise Rejected([finding(CODE, IDENTITY_FILE, "/role", message)])


def standing(governed: Governed) -> Lifecycle:
    """Where the tasks of a public corpus stand; without a registry all of them are scored and none is active."""
    if (governed.root / REGISTRY).exists():
        return read_lifecycle(governed)
    return Lifecycle(states=dict.fromkeys(governed.digests, State.CALIBRATING))


def newest(governed: Governed) -> ReleaseManifest | None:
    """The newest release of a corpus, None where it has none."""
    return read_release(governed.root) if releases(governed.root) else None


def summary(governed: Governed, lifecycle: Lifecycle, release: ReleaseManifest | None, study: Study) -> bytes:
    """The summary of one study, canonical JSON. `release` is the newest of the corpus, None where it has none."""
    require_public(governed)
    identity = governed.identity
    value: dict[str, JsonValue] = {
        "schema": SCHEMA,
        "claim": CLAIM,
        "corpus": {
            "id": identity.id,
            "version": identity.version,
            "role": identity.role.value,
            "kind": identity.kind,
            "digest": governed.corpus_digest,
        },
        "release": None if release is None else {"version": release.version, "status": release.status.value},
        "study": {"id": study.id, "digest": study.digest, "label": study.label, "ended": study.ended},
        "configuration": {"id": study.configuration.id, **study.configuration.to_dict()},
        "attestation": study.attestation.to_dict(),
        "attempts": dict(study.totals.attempts),
        "complete": study.complete,
        "whole": _counts(lifecycle, study, governed.book.tasks),
        "categories": list(_strata(governed, lifecycle, study, lambda task: task.category)),
        "tiers": list(_strata(governed, lifecycle, study, lambda task: f"tier-{task.tier}")),
    }
    return canonical_line(value)


def _strata(
    governed: Governed, lifecycle: Lifecycle, study: Study, place: Callable[[Task], str]
) -> Iterator[dict[str, JsonValue]]:
    """Every stratum that has tasks, in suite order, withdrawn tasks left out of its counts."""
    strata: dict[str, list[Task]] = {}
    for task in governed.book.tasks:
        strata.setdefault(place(task), []).append(task)
    for name, members in strata.items():
        counts = _counts(lifecycle, study, members)
        active = counts.pop("active")
        yield {"name": name, **counts, "active": active, "descriptive_only": _few(active)}


def _few(active: JsonValue) -> bool:
    return isinstance(active, int) and active < FEWEST


def _counts(lifecycle: Lifecycle, study: Study, members: Sequence[Task]) -> dict[str, JsonValue]:
    states = lifecycle.states
    tasks = {task.id for task in members if states.get(task.id) in SCORED}
    seen = [one for one in study.observations if one.task in tasks]
    return {
        "tasks": len(tasks),
        "active": sum(states[task] is State.ACTIVE for task in tasks),
        "observations": len(seen),
        "solved": sum(one.solved for one in seen),
        "abstained": sum(one.klass is Klass.ABSTAINED for one in seen),
        "timeouts": sum(one.klass is Klass.TIMEOUT for one in seen),
    }
