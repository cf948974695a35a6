"""The answers that a review looks at, and the questions as a system sees them.

Invariant: what systems answered is read again from the raw predictions of studies that the strict validator accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.tasks import Answer
from governance.contracts import Contract
from governance.corpus import Governed
from governance.studies import STUDIES, Study
from governance.studies.artifacts import load
from governance.studies.rebuild import places_of
from records import Rejected, parse, read_regular

QUESTIONS = "test.questions.jsonl"
MAX_QUESTIONS = 64 << 20
MAX_DEPTH = 12
Row = Mapping[str, Any]
Given = tuple[str, Answer]
"""Who gave an answer, and the answer."""


def answers_of_contract(contract: Contract) -> list[Given]:
    """The reference and every fixture of a task."""
    fixtures = [(f"fixture {fixture.name}", fixture.answer) for fixture in contract.fixtures]
    return [("reference", contract.reference), *fixtures]


def answers_of_systems(governed: Governed, studies: Sequence[Study]) -> Mapping[str, Sequence[Given]]:
    """What systems answered, by task; broken output has no answer to look at."""
    given: dict[str, list[Given]] = {}
    for study in studies:
        places = places_of(study.plan, governed)
        for attempt in study.attempts:
            if attempt.predictions is None:
                continue
            data = load(governed.root / STUDIES / study.id, attempt.predictions)
            try:
                answers = governed.book.read_answers(data, places[attempt.trial, attempt.batch])
            except Rejected:
                continue
            for task, answer in answers.items():
                given.setdefault(task, []).append((study.label, answer))
    return given


def question_rows(governed: Governed) -> Mapping[str, Row]:
    """The label-free rows of all tasks by id."""
    data = read_regular(governed.root / QUESTIONS, max_bytes=MAX_QUESTIONS)
    rows = [parse(line, max_bytes=MAX_QUESTIONS, max_depth=MAX_DEPTH) for line in data.splitlines()]
    return {str(row["id"]): row for row in rows if isinstance(row, dict)}
