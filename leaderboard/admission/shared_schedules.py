"""What two files of schedules have in common, counted: no probability is claimed (docs/adr/0008 says why).

Invariant: only scored instances that both answered are compared; a schedule is equal where every task has the same
worker and the same start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from evaluator import ScheduleSuite
from submissions_schema import Submission

INFEASIBLE = "0"
"""The letter of an answered instance that is not solved, in a sheet (see Entry)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """The schedules of one file by instance, and its sheet: one letter an instance in suite order."""

    submission: Submission
    sheet: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Shared:
    """Instances that both answered, equal schedules among them (`by_tier`, ascending), and the same of the instances
    that both got wrong."""

    answered: int
    by_tier: tuple[int, ...]
    wrong: int
    wrong_equal: int

    @property
    def equal(self) -> int:
        """Equal schedules over all tiers."""
        return sum(self.by_tier)


def shared(first: Answers, second: Answers, suite: ScheduleSuite) -> Shared:
    """Count what two files that were read for this suite have in common."""
    mine, theirs = ({row.id: row.schedule for row in one.submission.schedules} for one in (first, second))
    answered = wrong = wrong_equal = 0
    by_tier = dict.fromkeys(suite.tiers, 0)
    for instance, *letters in zip(suite.instances, first.sheet, second.sheet, strict=True):
        name = instance.id
        if name in suite.withdrawn or mine[name] is None or theirs[name] is None:
            continue
        equal, both_wrong = mine[name] == theirs[name], letters == [INFEASIBLE] * 2
        answered += 1
        by_tier[instance.tier] += equal
        wrong += both_wrong
        wrong_equal += equal and both_wrong
    return Shared(answered=answered, by_tier=tuple(by_tier.values()), wrong=wrong, wrong_equal=wrong_equal)


def most_shared(files: Iterable[Answers], suite: ScheduleSuite) -> tuple[int, ...]:
    """The most equal schedules that any two of the files have in each tier; empty for fewer than two files."""
    pairs: Sequence[tuple[int, ...]] = [shared(*pair, suite).by_tier for pair in combinations(files, 2)]
    return tuple(map(max, zip(*pairs, strict=True))) if pairs else ()
