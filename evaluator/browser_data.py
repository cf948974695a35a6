"""The facts of a suite as the browser's preview reads them (assets/preview/suite_data.mjs).

Invariant: public facts only, in canonical JSON, so that the served file has one digest per suite and set of withdrawn
tasks.
"""

from __future__ import annotations

from evaluator.suite import Suite
from evaluator.task_states import withdrawn_ids
from records import canonical_bytes


def browser_suite(suite: Suite) -> bytes:
    """Canonical JSON: facts, categories [{id, name, families}], items [[id, category index, tier, family, label]].

    Where tasks are withdrawn, `withdrawn` lists their ids in suite order.
    """
    place = {category.id: index for index, category in enumerate(suite.categories)}
    return canonical_bytes(
        {
            "suite": suite.id,
            "corpus": suite.corpus,
            "title": suite.title,
            "test_sha256": suite.test_sha256,
            "suite_digest": suite.suite_digest,
            "max_bytes": suite.contract.max_bytes,
            "categories": [
                {"id": category.id, "name": category.name, "families": list(category.families)}
                for category in suite.categories
            ],
            "items": [[item.id, place[item.category], item.tier, item.family, item.label] for item in suite.items],
            **withdrawn_ids(suite.withdrawn, (item.id for item in suite.items)),
        }
    )
