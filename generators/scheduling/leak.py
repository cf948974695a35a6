"""The leak test: does the plainest reading of an instance give the witness away?

Invariant: "start at release, first skilled worker" may be feasible for at most 5 % of the instances of a tier.
"""

from __future__ import annotations

from collections.abc import Sequence

from generators.scheduling.instance import Assignment, Instance
from generators.scheduling.judges import Bench
from generators.scheduling.shape import TIERS
from generators.scheduling.suite import Item
from records import Finding, Rejected

MOST_PER_HUNDRED = 5
RULE = "every task starts at its release, done by the first worker (by id) who has the skill"


def plain_schedule(instance: Instance) -> tuple[Assignment, ...]:
    """Each task at its release, by the first skilled worker."""
    return tuple(
        Assignment(task.id, next(worker.id for worker in instance.workers if task.skill in worker.skills), task.release)
        for task in instance.tasks
    )


def leak_counts(items: Sequence[Item], bench: Bench) -> dict[int, tuple[int, int]]:
    """(feasible, all) instances per tier under the rule. Raises Rejected E_LEAK when a tier has too many."""
    counts = {}
    for tier in TIERS:
        rows = [item for item in items if item.cell.tier == tier]
        schedules = [[step.to_dict() for step in plain_schedule(item.draft.instance)] for item in rows]
        counts[tier] = (
            sum(not bench.objections(item.question(), plan) for item, plan in zip(rows, schedules, strict=True)),
            len(rows),
        )
    findings = [
        Finding(code="E_LEAK", where=f"tier {tier}", message=f"{found} of {total} instances are solved by: {RULE}")
        for tier, (found, total) in counts.items()
        if 100 * found > MOST_PER_HUNDRED * total
    ]
    if findings:
        raise Rejected(findings)
    return counts
