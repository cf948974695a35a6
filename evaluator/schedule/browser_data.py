"""The facts of the scheduling suite as the browser's preview reads them.

Invariant: public facts only, in canonical JSON, so that the served file has one digest per suite and set of withdrawn
tasks.
"""

from __future__ import annotations

from typing import Any

from evaluator.schedule.instance import Instance
from evaluator.schedule.suite import KIND, ScheduleSuite
from evaluator.task_states import withdrawn_ids
from records import canonical_bytes


def browser_schedule_suite(suite: ScheduleSuite) -> bytes:
    """Canonical JSON: facts of the suite, and its instances in suite order as in the corpus, without text.

    Where tasks are withdrawn, `withdrawn` lists their ids in suite order.
    """
    return canonical_bytes(
        {
            "suite": suite.id,
            "corpus": suite.corpus,
            "title": suite.title,
            "kind": KIND,
            "test_sha256": suite.test_sha256,
            "suite_digest": suite.suite_digest,
            "max_bytes": suite.contract.max_bytes,
            "instances": [instance_row(instance) for instance in suite.instances],
            **withdrawn_ids(suite.withdrawn, (instance.id for instance in suite.instances)),
        }
    )


def instance_row(instance: Instance) -> dict[str, Any]:
    """The instance as it stands in the corpus, without its text."""
    return {
        "id": instance.id,
        "tier": instance.tier,
        "horizon": instance.horizon,
        "tasks": [
            {
                "id": task.id,
                "duration": task.duration,
                "release": task.release,
                "deadline": task.deadline,
                "skill": task.skill,
                "demand": dict(task.demand),
            }
            for task in instance.tasks.values()
        ],
        "workers": [
            {
                "id": worker.id,
                "skills": sorted(worker.skills),
                "windows": [list(window) for window in worker.windows],
                "max_load": worker.max_load,
            }
            for worker in instance.workers.values()
        ],
        "resources": [{"id": name, "capacity": capacity} for name, capacity in instance.capacity.items()],
        "precedence": [list(arc) for arc in instance.precedence],
        "separate": [list(pair) for pair in instance.separate],
    }
