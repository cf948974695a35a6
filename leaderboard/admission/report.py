"""What a check says: numbered steps, each with a verdict and remarks. Plain values, printed elsewhere.

Invariant: a report is ready exactly when no remark blocks; a step that could not be judged never counts as passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from leaderboard.marks import Mark
from records import Finding
from submissions_schema import Submission


class Weight(StrEnum):
    """What a remark does: it blocks, it asks the maintainer to look, it says what was not checked, or it informs."""

    BLOCKING = "blocking"
    ADVISORY = "advisory"
    UNCHECKED = "unchecked"
    NOTE = "note"


class Verdict(StrEnum):
    """The verdict of one step, by its heaviest remark."""

    FAIL = "fail"
    LOOK = "look"
    UNCHECKED = "not checked"
    PASS = "pass"
    UNREACHED = "not reached"


@dataclass(frozen=True, kw_only=True, slots=True)
class Remark:
    """One finding and its weight."""

    weight: Weight
    finding: Finding

    def to_dict(self) -> dict[str, str]:
        """The remark as JSON."""
        return {"weight": str(self.weight), **self.finding.to_dict()}


@dataclass(frozen=True, kw_only=True, slots=True)
class StepReport:
    """One numbered step of `check`."""

    number: int
    title: str
    remarks: tuple[Remark, ...]
    reached: bool = True

    @property
    def verdict(self) -> Verdict:
        """The verdict of the heaviest remark."""
        weights = {remark.weight for remark in self.remarks}
        for weight, verdict in _VERDICTS:
            if weight in weights:
                return verdict
        return Verdict.PASS if self.reached else Verdict.UNREACHED

    def to_dict(self) -> dict[str, Any]:
        """The step as JSON."""
        return {
            "step": self.number,
            "title": self.title,
            "verdict": str(self.verdict),
            "remarks": [remark.to_dict() for remark in self.remarks],
        }


_VERDICTS = (
    (Weight.BLOCKING, Verdict.FAIL),
    (Weight.ADVISORY, Verdict.LOOK),
    (Weight.UNCHECKED, Verdict.UNCHECKED),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckReport:
    """All steps for one pull request at one commit; the submission and its score where it could be read."""

    number: int
    head: str
    corpus: str
    steps: tuple[StepReport, ...]
    submission: Submission | None
    score: Mark | None

    @property
    def ready(self) -> bool:
        """Whether nothing blocks; then submission and score are there."""
        return not self.blocking and self.submission is not None

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """Every blocking finding, in step order."""
        return self._weighing(Weight.BLOCKING)

    @property
    def advisory(self) -> tuple[Finding, ...]:
        """Everything that asks the maintainer to look."""
        return self._weighing(Weight.ADVISORY)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "pull": self.number,
            "head": self.head,
            "corpus": self.corpus,
            "ready": self.ready,
            "sha256": self.submission.sha256 if self.submission else None,
            "score": self.score.to_dict() if self.score else None,
            "steps": [step.to_dict() for step in self.steps],
        }

    def _weighing(self, weight: Weight) -> tuple[Finding, ...]:
        return tuple(remark.finding for step in self.steps for remark in step.remarks if remark.weight is weight)
