"""Putting studies together, and the refusal to.

Invariant: nothing is pooled across corpus digests or configuration ids, silently or otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from governance.corpus import finding
from governance.studies.study import Observation, Study
from records import Finding, Rejected

CODE = "G_STUDY_POOL"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pool:
    """Observations of several studies of one configuration on one corpus; `runs` pairs each with its study's id."""

    configuration_id: str
    corpus_digest: str
    studies: tuple[str, ...]
    observations: tuple[tuple[str, Observation], ...]


def shared_launches(studies: Sequence[Study]) -> list[Finding]:
    """Launches that stand in two studies: one measurement is never two, whatever name it is stored under."""
    seen: set[str] = set()
    faults = []
    for place, study in enumerate(studies):
        launches = {attempt.evidence for attempt in study.attempts if attempt.evidence}
        if launches & seen:
            faults.append(finding(CODE, f"study {place}", "/attempts", "its launches stand in another study as well"))
        seen |= launches
    return faults


def pool(studies: Sequence[Study]) -> Pool:
    """The observations of all studies. Raises Rejected where corpus, configuration or launches forbid it."""
    if not studies:
        raise ValueError("no study to pool")
    faults = []
    first = studies[0].configuration
    for place, study in enumerate(studies):
        if study.configuration.corpus_digest != first.corpus_digest:
            faults.append(finding(CODE, f"study {place}", "/configuration/corpus_digest", "another corpus digest"))
        elif study.configuration.id != first.id:
            faults.append(finding(CODE, f"study {place}", "/configuration_id", "another configuration"))
    faults += shared_launches(studies)
    if faults:
        raise Rejected(faults)
    return Pool(
        configuration_id=first.id,
        corpus_digest=first.corpus_digest,
        studies=tuple(study.id for study in studies),
        observations=tuple((study.id, one) for study in studies for one in study.observations),
    )
