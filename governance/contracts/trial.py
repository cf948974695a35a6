"""One case before the evaluator: an answer of a task is read, judged twice, and timed.

Invariant: an answer that is malformed, or not in normal form, is never judged; two verdicts that differ are a finding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evaluator.tasks import Answer, TaskBook, Vector
from governance.corpus import FIXTURES, finding
from records import Finding, Rejected

Judge = Callable[[str, Answer], Vector]
Clock = Callable[[], float]


@dataclass(slots=True)
class Trials:
    """The evaluator at work: cases judged so far, and the slowest in seconds of `clock`."""

    book: TaskBook
    judge: Judge
    clock: Clock
    cases: int = 0
    slowest: float = 0.0

    def verdict(self, task: str, answer: Answer, where: str) -> tuple[Vector | None, list[Finding]]:
        """The vector of an answer that stands at `where`, or None with what is wrong."""
        try:
            normal = self.book.read_answers(self.book.predictions({task: answer}), (task,))[task]
        except Rejected as error:
            message = f"no answer to this task: {error.findings[0].message} ({error.findings[0].code})"
            return None, [finding("G_CONTRACT_ANSWER", FIXTURES, where, message)]
        if normal != answer:
            return None, [finding("G_CONTRACT_ANSWER", FIXTURES, where, "not in normal form: placements by task id")]
        self.cases += 1
        first, second = self._timed(task, answer), self._timed(task, answer)
        if first != second:
            message = "the evaluator says something else when it is asked again"
            return first, [finding("G_CONTRACT_UNSTABLE", FIXTURES, where, message)]
        return first, []

    def _timed(self, task: str, answer: Answer) -> Vector:
        started = self.clock()
        vector = dict(self.judge(task, answer))
        self.slowest = max(self.slowest, self.clock() - started)
        return vector
