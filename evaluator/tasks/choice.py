"""Multiple choice as governed tasks: one criterion, `correct`.

Invariant: ABSTAIN is a valid answer that is never correct.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from evaluator.suite import Item, Suite
from evaluator.tasks.adapter import SCORING_SCHEMA, Adapter, Answer, Row, Task, Vector
from records import Finding, canonical_bytes, printable
from submissions_schema import ABSTAIN, LABELS

EVALUATOR = "nnai-choice-judge/1"
"""Identity and version of what `_vector` does; a change of any outcome is a new version, hence new task digests."""
CRITERIA = ("correct",)
_ANSWERS = (*LABELS, ABSTAIN)


def _tasks(suite: Suite, rows: tuple[Row, ...]) -> tuple[Task, ...]:
    return tuple(_task(item, row) for item, row in zip(suite.items, rows, strict=True))


def _task(item: Item, row: Row) -> Task:
    place = {"category": item.category, "family": item.family, "tier": item.tier}
    contents: dict[str, object] = {
        "evaluator": EVALUATOR,
        "gold": item.label,
        "options": row["options"],
        "place": place,
        "prompt": row["question"],
        "rubric": {"criteria": CRITERIA, "required": CRITERIA, "scoring": SCORING_SCHEMA},
        "starter": ABSTAIN,
    }
    entries = tuple((name, canonical_bytes(value)) for name, value in sorted(contents.items()))
    return Task(
        id=item.id, category=item.category, family=item.family, tier=item.tier, criteria=CRITERIA, entries=entries
    )


def _judges(suite: Suite) -> Mapping[str, Callable[[Answer], Vector]]:
    return {item.id: partial(_vector, item.label) for item in suite.items}


def _vector(gold: str, answer: Answer) -> Vector:
    return {"correct": answer == gold}


def _read(value: Answer, suite: Suite, task: str, where: str) -> tuple[Answer, list[Finding]]:
    if not isinstance(value, str):
        return None, [Finding(code="E_LABEL_TYPE", where=where, message=f"{printable(value)} is no text")]
    if value not in _ANSWERS:
        message = f"{printable(value)} is no answer; one of {', '.join(_ANSWERS)} is expected"
        return None, [Finding(code="E_LABEL", where=where, message=message)]
    return value, []


CHOICE_TASKS = Adapter(
    name="choice",
    evaluator=EVALUATOR,
    field="label",
    starter=ABSTAIN,
    tasks=_tasks,
    judges=_judges,
    read=_read,
)
