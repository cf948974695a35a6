"""The redacted bundle: everything that may be said of one system on one active private corpus, and nothing else.

Invariant: every field stands in `redacted-bundle-1.schema.json`; outcomes are sums over groups that `select` allows.
With too little behind the whole corpus the bundle is identity, method and `insufficient_aggregation = true`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from evaluator.tasks import Task
from governance.corpus import Governed, finding
from governance.lifecycle import Lifecycle, State
from governance.publication.claim import Claim
from governance.publication.receipts import Receipt, System
from governance.publication.suppression import WHOLE, Group, Selection, select
from governance.release import ReleaseManifest
from governance.studies import Klass
from records import JsonValue, Rejected, canonical_line, sha256_hex

SCHEMA = "nnai-redacted-bundle/1"
CODE = "P_REDACTION"
LONGEST_LINE = 200
SCORED = (State.ACTIVE, State.CALIBRATING)
"""The states of a public corpus whose tasks count in its score."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Public:
    """The public corpus that a result may stand beside: its tasks and states, and its release if it has one."""

    governed: Governed
    lifecycle: Lifecycle
    release: ReleaseManifest | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Redacted:
    """A bundle as bytes, and its receipt for the private root."""

    document: Mapping[str, JsonValue]
    data: bytes
    receipt: Receipt


def redact(claim: Claim, earlier: Sequence[Receipt], public: Public | None) -> Redacted:
    """The bundle of a claim that publication-check let pass, beside what `earlier` publications let a reader know.

    Raises Rejected P_REDACTION for a corpus that is not private, and for a name that is no plain line.
    """
    if not claim.governed.identity.is_private:
        message = "only an active private held-out corpus is redacted; export-site shows public ones"
        raise Rejected([finding(CODE, "corpus.toml", "/role", message)])
    trials = min([len(claim.study.trials), *(one.trials for one in earlier)])
    whole, strata = _groups(claim)
    selection = select(whole, strata, trials, [group for one in earlier for group in one.groups])
    document = _identity(claim)
    if selection is None:
        document |= {"counterpart": None, "insufficient_aggregation": True}
    else:
        outcomes = _outcomes(claim, whole, selection)
        document |= {
            "counterpart": None if public is None else _counterpart(claim, public),
            "insufficient_aggregation": False,
            "outcomes": outcomes,
        }
    data = canonical_line(document)
    receipt = Receipt(
        bundle_sha256=sha256_hex(data),
        system=system_of(claim),
        trials=len(claim.study.trials),
        groups=() if selection is None else (whole, *selection.strata),
    )
    return Redacted(document=document, data=data, receipt=receipt)


def system_of(claim: Claim) -> System:
    """What stays the same when a system is measured again, also on another version of the corpus."""
    configuration = claim.study.configuration
    return System(family=configuration.system_family, source=configuration.source, revision=configuration.revision)


def _identity(claim: Claim) -> dict[str, JsonValue]:
    identity, release, study = claim.governed.identity, claim.release, claim.study
    configuration = study.configuration
    lines = {"label": study.label, **asdict(system_of(claim))}
    wrong = [name for name, text in lines.items() if not _plain(text)]
    if wrong:
        message = f"one line of 1 to {LONGEST_LINE} ASCII characters is expected of every system's name"
        raise Rejected([finding(CODE, "bundle", f"/system/{name}", message) for name in wrong])
    return {
        "schema": SCHEMA,
        "corpus": {
            "id": identity.id,
            "version": release.version,
            "role": identity.role.value,
            "kind": identity.kind,
            "digest": claim.governed.corpus_digest,
        },
        "release": {
            "scoring_schema": release.scoring_schema,
            "protocol_schema": release.protocol_schema.to_dict(),
        },
        "study": study.digest,
        "configuration": configuration.id,
        "system": dict(lines),
        "method": {
            "track": configuration.track,
            "exposure": configuration.exposure,
            "profile": study.attestation.profile,
            "adapter_digest": study.attestation.adapter_digest,
            "timeout_ms": configuration.timeout_ms,
            "trials": len(study.trials),
        },
    }


def _plain(text: str) -> bool:
    return 1 <= len(text) <= LONGEST_LINE and text.isascii() and text.isprintable()


def _groups(claim: Claim) -> tuple[Group, list[Group]]:
    """The whole, and its strata by category and by tier; a dimension with one stratum says nothing beside the whole."""
    tasks = [task for task in claim.governed.book.tasks if task.id in claim.active]
    members: dict[tuple[str, str], set[str]] = {}
    for task in tasks:
        members.setdefault(("category", task.category), set()).add(task.id)
        members.setdefault(("tier", f"tier-{task.tier}"), set()).add(task.id)
    seen = Counter(dimension for dimension, _ in members)
    whole = Group(dimension=WHOLE, name=WHOLE, tasks=frozenset(task.id for task in tasks))
    strata: dict[frozenset[str], Group] = {}
    for (dimension, name), ids in sorted(members.items()):
        if seen[dimension] > 1:
            strata.setdefault(frozenset(ids), Group(dimension=dimension, name=name, tasks=frozenset(ids)))
    return whole, list(strata.values())


def _outcomes(claim: Claim, whole: Group, selection: Selection) -> dict[str, JsonValue]:
    attempts = claim.study.totals.attempts
    strata: list[JsonValue] = [
        {"dimension": group.dimension, "name": group.name, "counts": _counts(claim, group)}
        for group in selection.strata
    ]
    return {
        "whole": _counts(claim, whole),
        "strata": strata,
        "attempts": {name: attempts[name] for name in ("valid", "invalid", "incomplete")},
        "suppressed": selection.suppressed,
    }


def _counts(claim: Claim, group: Group) -> dict[str, JsonValue]:
    seen = [one for one in claim.counted if one.task in group.tasks]
    return {
        "tasks": len(group.tasks),
        "observations": len(seen),
        "solved": sum(one.solved for one in seen),
        "timeouts": sum(one.klass is Klass.TIMEOUT for one in seen),
    }


def _counterpart(claim: Claim, public: Public) -> dict[str, JsonValue]:
    ours = _shares(task for task in claim.governed.book.tasks if task.id in claim.active)
    states = public.lifecycle.states
    theirs = _shares(task for task in public.governed.book.tasks if states.get(task.id) in SCORED)
    same_kind = claim.governed.identity.kind == public.governed.identity.kind
    release = public.release
    return {
        "corpus": public.governed.identity.id,
        "version": public.governed.identity.version,
        "digest": public.governed.corpus_digest,
        "same_composition": same_kind and ours == theirs,
        "same_protocol": release is not None and release.protocol_schema == claim.release.protocol_schema,
    }


def _shares(tasks: Iterable[Task]) -> dict[tuple[str, int], Fraction]:
    """The share of every category and tier."""
    counts = Counter((task.category, task.tier) for task in tasks)
    return {place: Fraction(count, counts.total()) for place, count in counts.items()}
