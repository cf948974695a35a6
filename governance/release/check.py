"""release-check: every rule of the table, and the two verdicts that follow.

Invariant: all rules run, none is skipped, and a table without rules is an error. Structural health and activation
eligibility are separate: a corpus may be sound and still be calibrating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from governance.corpus import Role, finding
from governance.release.current import category_counts
from governance.release.manifest import CODE, CategoryCount, Status, manifest_name
from governance.release.rule import Group, Rule, RuleResult, judge
from governance.release.rules_contracts import CONTRACT_RULES
from governance.release.rules_data import DATA_RULES
from governance.release.rules_documents import DOCUMENT_RULES
from governance.release.rules_registry import REGISTRY_RULES
from governance.release.subject import Subject, Unjudged
from records import Finding

BEFORE_DOCUMENTS: tuple[Rule, ...] = (*DATA_RULES, *CONTRACT_RULES, *REGISTRY_RULES)
"""The rules that a release must pass before anything can be written about it."""
RULES: tuple[Rule, ...] = (*BEFORE_DOCUMENTS, *DOCUMENT_RULES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What release-check says of a corpus: results in the order of the table, and the categories with their counts."""

    structural: tuple[RuleResult, ...]
    activation: tuple[RuleResult, ...]
    retired: bool
    categories: Mapping[str, CategoryCount] = field(repr=False)

    @property
    def results(self) -> tuple[RuleResult, ...]:
        """All results."""
        return (*self.structural, *self.activation)

    @property
    def sound(self) -> bool:
        """Structural release health."""
        return all(result.holds for result in self.structural)

    @property
    def activation_status(self) -> Status:
        """What the rules about activation alone amount to."""
        if self.retired:
            return Status.RETIRED
        return Status.ACTIVE if all(result.holds for result in self.activation) else Status.CALIBRATING

    @property
    def eligible(self) -> bool:
        """Activation eligibility: sound, not retired, and every active task has what it needs."""
        return self.status is Status.ACTIVE

    @property
    def overclaimed(self) -> bool:
        """Whether a task is called active without the evidence for it."""
        return any(not result.holds for result in self.activation if result.group is Group.CLAIM)

    @property
    def status(self) -> Status:
        """What may be said of the corpus: an unsound one is never active."""
        stated = self.activation_status
        return Status.CALIBRATING if stated is Status.ACTIVE and not self.sound else stated

    @property
    def descriptive_only(self) -> tuple[str, ...]:
        """Categories with fewer than five active tasks."""
        return tuple(name for name, count in self.categories.items() if count.descriptive_only)


def check_release(subject: Subject, rules: Sequence[Rule] = RULES) -> Verdict:
    """Judge a corpus by all rules. Raises ValueError for an empty table."""
    if not rules:
        raise ValueError("a release is judged by at least one rule")
    results = [judge(rule, subject) for rule in rules]
    verdict = Verdict(
        structural=tuple(result for result in results if result.group is Group.STRUCTURE),
        activation=tuple(result for result in results if result.group is not Group.STRUCTURE),
        retired=subject.identity.value is not None and subject.identity.value.role is Role.RETIRED,
        categories=_categories(subject),
    )
    return _with_status(verdict, subject)


def _with_status(verdict: Verdict, subject: Subject) -> Verdict:
    """The manifest's status is compared last, because it follows from the other rules; a false claim is said once."""
    stated, word = subject.release.value, verdict.activation_status
    if stated is None or verdict.overclaimed or stated.status is word:
        return verdict
    message = f"the manifest says {stated.status.value}, the corpus is {word.value}"
    found = finding(CODE, manifest_name(stated.version), "/status", message)
    return replace(verdict, structural=tuple(_blamed(result, found) for result in verdict.structural))


def _blamed(result: RuleResult, found: Finding) -> RuleResult:
    return replace(result, findings=(*result.findings, found)) if result.rule == "release-manifest" else result


def _categories(subject: Subject) -> Mapping[str, CategoryCount]:
    try:
        return category_counts(subject)
    except Unjudged:
        return {}
