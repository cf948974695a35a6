"""`check`: the numbered steps of review, each pass or findings, all of them run.

    1 one file   2 parse and schema   3 author   4 suite and test digest   5 source   6 eligibility   7 track and
    resources   8 exposure and provenance   9 rescore   10 likeness   11 duplicate

Invariant: every fault that the reader found stands in exactly one step; a step whose facts could not be read is "not
reached", never passed; an empty set of rules is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from leaderboard.admission import disclosure_rules, likeness_rules, place_rules, score_rules
from leaderboard.admission.case import Case
from leaderboard.admission.report import CheckReport, Remark, StepReport, Weight
from leaderboard.marks import mark_score
from records import Finding

Judge = Callable[[Case], Iterable[Remark]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One step: its number, its title, and what judges it. Rules return remarks; they never print or raise."""

    number: int
    title: str
    judge: Judge
    needs_submission: bool = True

    def run(self, case: Case) -> StepReport:
        """The step's remarks, the reader's faults that belong to it among them."""
        faults = [item for item in case.faults if step_of(item) == self.number]
        remarks = [Remark(weight=Weight.BLOCKING, finding=item) for item in faults]
        remarks += self.judge(case)
        reached = case.submission is not None or not self.needs_submission
        return StepReport(number=self.number, title=self.title, remarks=tuple(remarks), reached=reached)


def _readable(case: Case) -> Iterable[Remark]:
    """(2) Parse and schema: everything is said by the reader's faults."""
    return ()


RULES: tuple[Rule, ...] = (
    Rule(number=1, title="one added file, named by its content", judge=place_rules.one_file, needs_submission=False),
    Rule(number=2, title="parse and schema", judge=_readable),
    Rule(number=3, title="author is submitted_by", judge=place_rules.author),
    Rule(number=4, title="suite and test digest", judge=_readable),
    Rule(number=5, title="source", judge=disclosure_rules.source),
    Rule(number=6, title="eligible components", judge=disclosure_rules.eligibility),
    Rule(number=7, title="track and resources", judge=disclosure_rules.resources),
    Rule(number=8, title="exposure and provenance", judge=disclosure_rules.exposure),
    Rule(number=9, title="rescored, preview compared", judge=score_rules.rescore),
    Rule(number=10, title="likeness to earlier entries", judge=likeness_rules.likeness),
    Rule(number=11, title="no duplicate", judge=place_rules.duplicate),
)

OWN_RULES = tuple(rule for rule in RULES if rule.number not in (1, 3))
"""What a maintainer's own entry is judged by: there is no pull request and no author to compare."""


def check(case: Case, rules: Sequence[Rule] = RULES) -> CheckReport:
    """Run every rule over a case. Raises ValueError for an empty set of rules."""
    if not rules:
        raise ValueError("a check without rules would admit anything")
    return CheckReport(
        number=case.number,
        head=case.head,
        corpus=case.suite.corpus,
        steps=tuple(rule.run(case) for rule in rules),
        submission=case.submission,
        score=mark_score(case.score) if case.score else None,
    )


def step_of(fault: Finding) -> int:
    """The step in which a fault of the reader is reported: by its code, else by its place in the document."""
    if fault.code in _BY_CODE:
        return _BY_CODE[fault.code]
    top = fault.where.split("/")[1] if fault.where else ""
    return _BY_FIELD.get(top, 2)


_BY_CODE = {
    "E_SECRET": 2,
    "E_EMAIL": 2,
    "E_BENCH_ID": 4,
    "E_TEST_SHA": 4,
    "E_URL_HOST": 5,
    "E_LICENCE": 5,
    "E_INELIGIBLE": 6,
    "E_TRACK_RESOURCES": 7,
    "E_DISCLOSURE": 8,
    "E_EXPOSURE": 8,
}
_BY_FIELD = {
    "source": 5,
    "architecture": 6,
    "track": 7,
    "resources": 7,
    "provenance": 8,
    "test_exposure": 8,
    "preview": 9,
}
