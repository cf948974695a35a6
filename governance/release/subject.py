"""Everything that the rules of release-check look at, read once.

Invariant: reading never raises for a damaged file: the part is then missing, its findings are kept for the rule that
owns the file, and a rule that needs the part is unjudged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from governance.corpus import Governed, Identity, load_governed, read_identity
from governance.lifecycle import (
    Calibrations,
    Deprecations,
    Lifecycle,
    Reviewers,
    read_calibrations,
    read_deprecations,
    read_lifecycle,
    read_reviewers,
    start,
)
from governance.release.evidence import Evidence, Progress, gather, silent
from governance.release.issues import Issue, read_issues
from governance.release.manifest import ReleaseManifest, read_release, releases
from governance.release.note import Note, read_note
from records import Finding, Rejected

T = TypeVar("T")


class Unjudged(Exception):
    """A rule cannot be judged; the text says what could not be read."""


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """A part that could be read (`value`), or why it could not (`findings`; none where another part is to blame)."""

    name: str
    value: T | None = field(default=None, repr=False)
    findings: tuple[Finding, ...] = ()

    def need(self) -> T:
        """The part. Raises Unjudged where there is none."""
        if self.value is None:
            raise Unjudged(f"{self.name} could not be read")
        return self.value


def load(name: str, read: Callable[[], T]) -> Loaded[T]:
    """Read one part."""
    try:
        return Loaded(name, read())
    except Rejected as error:
        return Loaded(name, findings=error.findings)
    except Unjudged:
        return Loaded(name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """One corpus root with its registries, the evidence of its contracts, its newest release and the one before it.

    A corpus without any task needs no registries yet: they are as empty as it is. `older` is the release before the
    newest; its value is () where there is none.
    """

    root: Path
    identity: Loaded[Identity]
    governed: Loaded[Governed]
    lifecycle: Loaded[Lifecycle]
    deprecations: Loaded[Deprecations]
    reviewers: Loaded[Reviewers]
    calibrations: Loaded[Calibrations]
    evidence: Loaded[Evidence]
    issues: Loaded[tuple[Issue, ...]]
    release: Loaded[ReleaseManifest]
    older: Loaded[tuple[ReleaseManifest, ...]]
    note: Loaded[Note]

    @property
    def is_empty(self) -> bool:
        """Whether this is a template without tasks. Raises Unjudged where the corpus could not be read."""
        return not self.governed.need().digests


def read_subject(root: Path, *, evidence: Evidence | None = None, progress: Progress = silent) -> Subject:
    """Read a corpus root; the contracts are run for their evidence unless it is given."""
    root = root.resolve()
    governed = load("the corpus", lambda: load_governed(root))
    empty = governed.value is not None and not governed.value.digests

    def registry(name: str, read: Callable[[Governed], T], nothing: T) -> Loaded[T]:
        return load(name, lambda: nothing if empty else read(governed.need()))

    release = load("the release manifest", lambda: read_release(root))
    return Subject(
        root=root,
        identity=load("the identity", lambda: read_identity(root)),
        governed=governed,
        lifecycle=registry("the lifecycle registry", read_lifecycle, start(())),
        deprecations=registry("the deprecation registry", read_deprecations, Deprecations(entries=())),
        reviewers=load("the register of reviewers", lambda: read_reviewers(governed.need())),
        calibrations=registry("the calibration registry", read_calibrations, Calibrations()),
        evidence=load("the evidence of the contracts", lambda: evidence or gather(governed.need(), progress)),
        issues=load("the register of known issues", lambda: read_issues(root)),
        release=release,
        older=load("the release before", lambda: _older(root, release.need().version)),
        note=load("the release note", lambda: read_note(root, release.need().version)),
    )


def _older(root: Path, version: str) -> tuple[ReleaseManifest, ...]:
    known = releases(root)
    before = known[: known.index(version)]
    return (read_release(root, before[-1]),) if before else ()
