"""What a release manifest of a corpus as it is would say, made from the corpus, its registries and its evidence alone.

Invariant: a pure function of the Subject; nobody states a count, a digest or a class of change by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from governance.corpus import Change, ReleaseFacts, Version, bump
from governance.lifecycle import State
from governance.release.manifest import CategoryCount, ReleaseManifest, Status
from governance.release.protocol import RUN_PROTOCOL
from governance.release.subject import Subject
from isolation import LINUX_BWRAP_V1, check_names, launcher_digest, preflight_digest


def facts(subject: Subject, version: str) -> ReleaseFacts:
    """What of the corpus as it is decides the class of a change. Raises Unjudged."""
    governed = subject.governed.need()
    return ReleaseFacts(
        version=version,
        digests=governed.digests,
        scoring_schema=governed.book.scoring_schema,
        protocol=RUN_PROTOCOL.schema.digest,
        inputs=governed.book.inputs,
    )


def change_since(subject: Subject, version: str, older: tuple[ReleaseManifest, ...]) -> Change | None:
    """The class of the change since the release before, None where there is none."""
    return bump(older[-1].facts, facts(subject, version)) if older else None


def manifest_of(
    subject: Subject, *, version: str, date: str, status: Status, older: tuple[ReleaseManifest, ...]
) -> ReleaseManifest:
    """The manifest of the corpus as it is, as `version`. Raises Unjudged where a part of it could not be read."""
    governed, evidence = subject.governed.need(), subject.evidence.need()
    counts = subject.lifecycle.need().counts()
    change = change_since(subject, version, older)
    return ReleaseManifest(
        corpus=governed.identity.id,
        role=governed.identity.role,
        kind=governed.identity.kind,
        version=version,
        date=date,
        corpus_digest=governed.corpus_digest,
        scoring_schema=governed.book.scoring_schema,
        evaluator=governed.book.evaluator,
        protocol_schema=RUN_PROTOCOL.schema,
        profile=LINUX_BWRAP_V1.id,
        adapter_digest=launcher_digest(),
        preflight_digest=preflight_digest(),
        preflight_checks=check_names(),
        states={state.value: counts[state] for state in State},
        categories=category_counts(subject),
        cases=evidence.cases,
        timeout_ms=evidence.timeout_ms,
        evidence_digest=evidence.digest,
        status=status,
        previous=older[-1].version if older else None,
        change=change.kind.value if change else None,
        inputs=governed.book.inputs,
        digests=governed.digests,
    )


def category_counts(subject: Subject) -> Mapping[str, CategoryCount]:
    """Every category of the vocabulary, in its order, with its tasks and its active ones. Raises Unjudged."""
    governed, states = subject.governed.need(), subject.lifecycle.need().states
    tasks = Counter(task.category for task in governed.book.tasks)
    active = Counter(task.category for task in governed.book.tasks if states.get(task.id) is State.ACTIVE)
    names = dict.fromkeys((*governed.vocabulary, *tasks))
    return {name: CategoryCount(tasks=tasks[name], active=active[name]) for name in names}


def fits(data_version: str, release: str) -> bool:
    """Whether a release may belong to data of this version: equal but for later patches, which change no data."""
    data, released = Version.of(data_version), Version.of(release)
    return released[:2] == data[:2] and released >= data
