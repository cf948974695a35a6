"""One rule of release-check, and what it found.

Invariant: a rule only looks; it returns findings and never prints, writes or skips. A rule that cannot be judged
because a file it needs is unreadable does not hold, and the rule that owns the file says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from governance.release.subject import Subject, Unjudged
from records import Finding, JsonValue, Rejected


class Group(StrEnum):
    """What it means that a rule does not hold."""

    STRUCTURE = "structure"
    """The corpus is unsound."""
    CLAIM = "claim"
    """A task is called active without the evidence for it: the corpus claims more than it may."""
    PROGRESS = "progress"
    """The corpus is still on its way to an active release."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A named rule: the sentence of the governance text it enforces, the files it reads, and its check."""

    name: str
    sentence: str
    reads: tuple[str, ...]
    group: Group
    check: Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleResult:
    """What one rule found; `unjudged` says why it could not be judged, "" where it was."""

    rule: str
    sentence: str
    reads: tuple[str, ...]
    group: Group
    findings: tuple[Finding, ...]
    unjudged: str = ""

    @property
    def holds(self) -> bool:
        """Whether the rule was judged and found nothing."""
        return not self.findings and not self.unjudged

    @property
    def verdict(self) -> str:
        """One word for a report: what is only not yet so is open, not broken."""
        if self.findings:
            return "open" if self.group is Group.PROGRESS else "broken"
        return "unjudged" if self.unjudged else "holds"

    def to_dict(self) -> dict[str, JsonValue]:
        """The result as JSON data."""
        return {
            "rule": self.rule,
            "sentence": self.sentence,
            "reads": list(self.reads),
            "group": self.group.value,
            "verdict": self.verdict,
            "unjudged": self.unjudged,
            "findings": [dict(finding.to_dict()) for finding in self.findings],
        }


def judge(rule: Rule, subject: Subject) -> RuleResult:
    """Run one rule."""
    findings: list[Finding] = []
    unjudged = ""
    try:
        for one in rule.check(subject):
            findings.append(one)  # one by one: what was found before a part was missing is said
    except Unjudged as error:
        unjudged = str(error)
    except Rejected as error:
        findings += error.findings
    return RuleResult(
        rule=rule.name,
        sentence=rule.sentence,
        reads=rule.reads,
        group=rule.group,
        findings=tuple(findings),
        unjudged=unjudged,
    )
