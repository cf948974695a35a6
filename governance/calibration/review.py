"""What a reviewer looks at: tasks that nobody or everybody solves, and whether verifiers agree with the evaluator.

Invariant: verifiers are handed in and see what a system sees, one question row and one answer. An answer other than the
reference that a verifier accepts is an accepted alternative; where verifier and evaluator differ there is a dispute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.tasks import Answer, solved
from governance.calibration.drafts import Drafts
from governance.contracts import Contracts
from governance.corpus import Governed
from governance.studies import STUDIES, Study
from governance.studies.artifacts import load
from governance.studies.rebuild import places_of
from records import JsonValue, Rejected, canonical_bytes, parse, read_regular

QUESTIONS = "test.questions.jsonl"
MAX_QUESTIONS = 64 << 20
Row = Mapping[str, Any]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verifier:
    """An independent judge of answers; `accepts` says None where it cannot read the question."""

    id: str
    paradigm: str
    accepts: Callable[[Row, Answer], bool | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """One distinct answer to a task: whose it is, the evaluator's verdict, and each verifier's."""

    task: str
    answer: Answer
    origins: tuple[str, ...]
    solved: bool
    verdicts: Mapping[str, bool | None]

    @property
    def disputed(self) -> bool:
        """Whether some verifier sees it otherwise than the evaluator, or cannot read the question."""
        return any(verdict is not self.solved for verdict in self.verdicts.values())

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "task": self.task,
            "answer": self.answer,
            "origins": list(self.origins),
            "solved": self.solved,
            "verdicts": dict(self.verdicts),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """All candidates of all tasks, and the tasks at both ends of the scale by id."""

    candidates: tuple[Candidate, ...]
    nobody: tuple[str, ...]
    everybody: tuple[str, ...]
    references: Mapping[str, Answer]

    @property
    def disputes(self) -> tuple[Candidate, ...]:
        """Where a verifier and the evaluator differ."""
        return tuple(one for one in self.candidates if one.disputed)

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """Answers that evaluator and all verifiers accept beside the reference."""
        return tuple(
            one
            for one in self.candidates
            if one.solved and not one.disputed and one.answer != self.references.get(one.task, one.answer)
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "nobody": list(self.nobody),
            "everybody": list(self.everybody),
            "disputes": [one.to_dict() for one in self.disputes],
            "alternatives": [one.to_dict() for one in self.alternatives],
        }


def review(
    drafts: Drafts,
    contracts: Contracts,
    studies: Sequence[Study],
    verifiers: Sequence[Verifier],
    progress: Progress,
) -> Review:
    """Let every verifier judge every distinct answer: those of the contracts and those that systems gave."""
    if not verifiers:
        raise ValueError("a review without a verifier looks at nothing")
    governed = drafts.governed
    rows, given = _rows(governed), _given(governed, studies)
    candidates: list[Candidate] = []
    for number, task in enumerate(governed.digests):
        progress(number, len(governed.digests), "verifiers")
        answers = [*_fixed(contracts, task), *given.get(task, ())]
        candidates += _judged(governed, task, rows[task], answers, verifiers)
    rates = {record.task: record.solve_rate for record in drafts.records}
    return Review(
        candidates=tuple(candidates),
        nobody=tuple(task for task, rate in rates.items() if rate == 0),
        everybody=tuple(task for task, rate in rates.items() if rate == 1),
        references={task: contracts.of(task).reference for task in governed.digests},
    )


def _judged(
    governed: Governed, task: str, row: Row, answers: Sequence[tuple[str, Answer]], verifiers: Sequence[Verifier]
) -> Iterator[Candidate]:
    """Each distinct answer with all verdicts; who has not begun, or abstains, has given nothing to judge."""
    distinct: dict[bytes, tuple[Answer, list[str]]] = {}
    empty = {canonical_bytes(None), canonical_bytes(governed.book.starter(task))}
    for origin, answer in answers:
        key = canonical_bytes(answer)
        if key not in empty:
            distinct.setdefault(key, (answer, []))[1].append(origin)
    for answer, origins in distinct.values():
        yield Candidate(
            task=task,
            answer=answer,
            origins=tuple(dict.fromkeys(origins)),
            solved=solved(governed.book.judge(task, answer)),
            verdicts={one.id: one.accepts(row, answer) for one in verifiers},
        )


def _fixed(contracts: Contracts, task: str) -> Iterator[tuple[str, Answer]]:
    contract = contracts.of(task)
    yield "reference", contract.reference
    for fixture in contract.fixtures:
        yield f"fixture {fixture.name}", fixture.answer


def _given(governed: Governed, studies: Sequence[Study]) -> dict[str, list[tuple[str, Answer]]]:
    """What systems answered, by task, from the raw predictions of valid studies."""
    given: dict[str, list[tuple[str, Answer]]] = {}
    for study in studies:
        places = places_of(study.plan, governed)
        for attempt in study.attempts:
            if attempt.predictions is None:
                continue
            data = load(governed.root / STUDIES / study.id, attempt.predictions)
            try:
                answers = governed.book.read_answers(data, places[attempt.trial, attempt.batch])
            except Rejected:
                continue  # broken output has no answer to look at
            for task, answer in answers.items():
                given.setdefault(task, []).append((study.label, answer))
    return given


def _rows(governed: Governed) -> dict[str, Row]:
    data = read_regular(governed.root / QUESTIONS, max_bytes=MAX_QUESTIONS)
    rows = [parse(line, max_bytes=MAX_QUESTIONS, max_depth=12) for line in data.splitlines()]
    return {str(row["id"]): row for row in rows if isinstance(row, dict)}
