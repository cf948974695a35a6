"""Which bundle stands beside which entry, and what may be said about the two numbers together.

Invariant: a bundle belongs to an entry only where source address, revision and name are the same, and a difference is
computed only for the corpus of the board, with equal composition and protocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evaluator import AnySuite, percent
from leaderboard.held_out.bundle import Bundle, Counterpart
from leaderboard.held_out.words import NO_COUNTERPART, TOO_LITTLE, UNLIKE, WITHDRAWN
from submissions_schema import Submission


@dataclass(frozen=True, kw_only=True, slots=True)
class Beside:
    """A bundle beside an entry.

    `difference` is public minus held-out, None where none may be stated; `words` say it, or say why.
    """

    bundle: Bundle
    difference: Fraction | None
    words: str

    def to_dict(self) -> dict[str, Any]:
        """The bundle as it was published, the digest of its file, and what is said of it here."""
        points = None if self.difference is None else percent(self.difference)
        return {
            "bundle": dict(self.bundle.document),
            "bundle_sha256": self.bundle.sha256,
            "difference_points": points,
            "note": self.words,
        }


def beside(bundles: Iterable[Bundle], submission: Submission) -> tuple[Bundle, ...]:
    """The bundles of the system that a submission is about, by private corpus and version."""
    own = (bundle for bundle in bundles if _is_of(bundle, submission))
    return tuple(sorted(own, key=lambda one: (one.corpus, one.version, one.sha256)))


def compared(bundle: Bundle, suite: AnySuite, solved: Fraction) -> Beside:
    """A bundle beside a public result of `solved` of all scored tasks."""
    outcomes, counterpart = bundle.outcomes, bundle.counterpart
    if outcomes is None:
        return Beside(bundle=bundle, difference=None, words=TOO_LITTLE)
    if counterpart is None or (counterpart.corpus, counterpart.version) != (suite.corpus, suite.version):
        return Beside(bundle=bundle, difference=None, words=NO_COUNTERPART)
    if not counterpart.comparable:
        return Beside(bundle=bundle, difference=None, words=_unlike(counterpart))
    if suite.withdrawn:
        return Beside(bundle=bundle, difference=None, words=WITHDRAWN)
    difference = solved - outcomes.whole.rate
    words = (
        f"Public {percent(solved)} % minus held-out {percent(outcomes.whole.rate)} % is {percent(difference)} points: "
        "a possible contamination signal, not proof of memorization."
    )
    return Beside(bundle=bundle, difference=difference, words=words)


def _unlike(counterpart: Counterpart) -> str:
    if not counterpart.same_composition and not counterpart.same_protocol:
        return UNLIKE.format("Neither category composition nor protocol matches")
    name = "Category composition" if not counterpart.same_composition else "Protocol"
    return UNLIKE.format(f"{name} does not match")


def _is_of(bundle: Bundle, submission: Submission) -> bool:
    system, source = submission.system, submission.source
    names = (system.name, f"{system.name} {system.version}")
    return bundle.label in names and bundle.revision == source.revision and _bare(bundle.source) == _bare(source.url)


def _bare(address: str) -> str:
    return address.rstrip("/").removesuffix(".git")
