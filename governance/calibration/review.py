"""What a reviewer looks at: tasks that nobody or everybody solves, and whether verifiers agree with the evaluator.

Invariant: verifiers are handed in and see what a system sees, one question row and one answer. An answer other than the
reference that a verifier accepts is an accepted alternative; where verifier and evaluator differ there is a dispute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evaluator.tasks import Answer, solved
from governance.calibration.answers import Given, Row, answers_of_contract, answers_of_systems, question_rows
from governance.calibration.drafts import Drafts
from governance.contracts import Contract, Contracts
from governance.corpus import Governed
from governance.studies import Klass, Study
from records import JsonValue, canonical_bytes

MAJORITY = Fraction(1, 2)
"""A system solves a task that it solves in more than half of its trials."""
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verifier:
    """An independent judge of answers; `accepts` says None where it cannot read the question."""

    id: str
    paradigm: str
    accepts: Callable[[Row, Answer], bool | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """One distinct answer to a task: the evaluator's verdict and each verifier's.

    `fixtures` are the places of the contract that hold it, `systems` the systems that gave it.
    """

    task: str
    answer: Answer
    fixtures: tuple[str, ...]
    systems: tuple[str, ...]
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
            "fixtures": list(self.fixtures),
            "systems": list(self.systems),
            "solved": self.solved,
            "verdicts": dict(self.verdicts),
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """All candidates of all tasks, and how many of the `systems` (configurations that count) solve each task.

    `failures` counts, for each system, the classes of its observations that are no answers.
    """

    candidates: tuple[Candidate, ...]
    failures: Mapping[str, Mapping[str, int]]
    systems: int
    solved_by: Mapping[str, int]
    references: Mapping[str, Answer]

    @property
    def nobody(self) -> tuple[str, ...]:
        """The tasks that no system solves."""
        return tuple(task for task, number in self.solved_by.items() if not number)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The tasks that every system solves."""
        return tuple(task for task, number in self.solved_by.items() if number == self.systems > 0)

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

    @property
    def shared_failures(self) -> tuple[Candidate, ...]:
        """Wrong answers that most systems have in common: where they all err alike, the task may be at fault."""
        most = max(2, len(self.failures) // 2 + 1)
        return tuple(one for one in self.candidates if not one.solved and len(one.systems) >= most)

    def to_dict(self) -> dict[str, JsonValue]:
        """As JSON data."""
        return {
            "systems": self.systems,
            "solved_by": dict(self.solved_by),
            "nobody": list(self.nobody),
            "everybody": list(self.everybody),
            "failures": {label: dict(classes) for label, classes in self.failures.items()},
            "shared_failures": [one.to_dict() for one in self.shared_failures],
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
    rows, given = question_rows(governed), answers_of_systems(governed, studies)
    candidates: list[Candidate] = []
    for number, task in enumerate(governed.digests):
        progress(number, len(governed.digests), "verifiers")
        candidates += _judged(governed, rows[task], contracts.of(task), given.get(task, ()), verifiers)
    return Review(
        candidates=tuple(candidates),
        failures={study.label: _failures(study) for study in studies},
        systems=sum(not one.not_counted for one in drafts.evidence),
        solved_by={
            record.task: sum(seen.counts and seen.rate > MAJORITY for seen in record.configurations)
            for record in drafts.records
        },
        references={task: contracts.of(task).reference for task in governed.digests},
    )


def _failures(study: Study) -> dict[str, int]:
    return {name: number for name, number in study.totals.classes.items() if number and name != Klass.ANSWERED}


def _judged(
    governed: Governed, row: Row, contract: Contract, given: Sequence[Given], verifiers: Sequence[Verifier]
) -> Iterator[Candidate]:
    """Each distinct answer with all verdicts; who has not begun, or abstains, has given nothing to judge."""
    empty = {canonical_bytes(None), canonical_bytes(governed.book.starter(contract.task))}
    fixed = answers_of_contract(contract)
    distinct = {canonical_bytes(answer): answer for _, answer in (*fixed, *given)}
    for key, answer in distinct.items():
        if key not in empty:
            yield Candidate(
                task=contract.task,
                answer=answer,
                fixtures=_names(fixed, key),
                systems=_names(given, key),
                solved=solved(governed.book.judge(contract.task, answer)),
                verdicts={one.id: one.accepts(row, answer) for one in verifiers},
            )


def _names(answers: Sequence[Given], key: bytes) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name, answer in answers if canonical_bytes(answer) == key))
