"""The class of a change between two releases, proved from digests: patch, minor or major.

    patch   documentation or harness: every task digest and everything a run depends on is equal
    minor   tasks were added, none changed, none removed
    major   a task changed or left, or the scoring, the protocol or what a system may learn from changed

Invariant: nobody states a class; it follows from the facts of both releases, with the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from governance.corpus.identity import Version


class ChangeKind(StrEnum):
    """The classes, least first."""

    PATCH = "patch"
    MINOR = "minor"
    MAJOR = "major"


@dataclass(frozen=True, kw_only=True, slots=True)
class ReleaseFacts:
    """What of a release decides its class.

    `digests` are the task digests by task id, `inputs` the SHA-256 of the files a system may learn from, `protocol` the
    digest of the protocol schema.
    """

    version: str
    digests: Mapping[str, str]
    scoring_schema: str
    protocol: str
    inputs: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """The class of a change and why, one reason a sentence; counts only, so that it may be said of a private corpus."""

    kind: ChangeKind
    reasons: tuple[str, ...]

    def allows(self, old: str, new: str) -> bool:
        """Whether going from version `old` to `new` claims at least this class.

        Raises ValueError for a text that is no version.
        """
        before, after = Version.of(old), Version.of(new)
        return after >= _least(before, self.kind)


def bump(old: ReleaseFacts, new: ReleaseFacts) -> Change:
    """What changed from one release to the next."""
    shared = old.digests.keys() & new.digests.keys()
    major = (
        (sum(old.digests[name] != new.digests[name] for name in shared), "{} tasks changed"),
        (len(old.digests.keys() - shared), "{} tasks left"),
        (int(old.scoring_schema != new.scoring_schema), "the scoring schema changed"),
        (int(old.protocol != new.protocol), "the protocol schema changed"),
        (int(dict(old.inputs) != dict(new.inputs)), "the files that a system may learn from changed"),
    )
    if reasons := tuple(text.format(count) for count, text in major if count):
        return Change(kind=ChangeKind.MAJOR, reasons=reasons)
    if added := len(new.digests.keys() - shared):
        return Change(kind=ChangeKind.MINOR, reasons=(f"{added} tasks added, none changed",))
    return Change(kind=ChangeKind.PATCH, reasons=("every task, the scoring, the protocol and the inputs are equal",))


def _least(before: Version, kind: ChangeKind) -> Version:
    match kind:
        case ChangeKind.MAJOR:
            return Version(before.major + 1, 0, 0)
        case ChangeKind.MINOR:
            return Version(before.major, before.minor + 1, 0)
        case ChangeKind.PATCH:
            return Version(before.major, before.minor, before.patch + 1)
