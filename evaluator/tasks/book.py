"""The tasks of a corpus and the judgement of answers to them, for every kind alike.

Invariant: a TaskBook exists only for a corpus whose test files have the digests of its manifest; judging is a pure
function of task and answer. A further kind of corpus is one more row of ADAPTERS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evaluator.corpus_files import MANIFEST, MAX_FILE, checked_rows, fault, suite_digest
from evaluator.kinds import AnySuite, kind_of, load_corpus
from evaluator.suite import GOLD, PROVENANCE, QUESTIONS
from evaluator.tasks.adapter import SCORING_SCHEMA, Adapter, Answer, Row, Task, Vector
from evaluator.tasks.choice import CHOICE_TASKS
from evaluator.tasks.rows import read_rows, row_bytes
from evaluator.tasks.schedule import SCHEDULE_TASKS
from records import Finding, Rejected, parse, read_regular

ADAPTERS: Mapping[str, Adapter] = {adapter.name: adapter for adapter in (CHOICE_TASKS, SCHEDULE_TASKS)}
_NO_INPUT = (QUESTIONS, GOLD, PROVENANCE)


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskBook:
    """The tasks of one corpus, in suite order.

    `corpus` is the folder's name, `kind` the row of ADAPTERS, `evaluator` identity and version of the judge, `inputs`
    the SHA-256 (64 hex digits) of every file that a system may learn from (train, validation), by name. `loaded` is
    the suite; None for a corpus that has no tasks yet.
    """

    corpus: str
    kind: str
    loaded: AnySuite | None = field(repr=False)
    scoring_schema: str
    evaluator: str
    tasks: tuple[Task, ...] = field(repr=False)
    inputs: Mapping[str, str] = field(repr=False, hash=False)
    _by_id: Mapping[str, Task] = field(init=False, repr=False, compare=False)
    _judges: Mapping[str, Callable[[Answer], Vector]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {task.id: task for task in self.tasks})
        object.__setattr__(self, "_judges", self._adapter.judges(self.suite) if self.loaded else {})

    @property
    def suite(self) -> AnySuite:
        """The suite of the tasks. Raises ValueError for a corpus that has none yet."""
        if self.loaded is None:
            raise ValueError(f"{self.corpus} has no tasks yet")
        return self.loaded

    @property
    def _adapter(self) -> Adapter:
        return ADAPTERS[self.kind]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all tasks, in suite order."""
        return tuple(self._by_id)

    def task(self, task_id: str) -> Task:
        """One task. Raises KeyError for an unknown id."""
        return self._by_id[task_id]

    def judge(self, task_id: str, answer: Answer) -> Vector:
        """Every criterion of the task with its verdict, in the order of `task.criteria`.

        Raises KeyError for an unknown id and ValueError for a malformed answer: who reads answers from a file asks
        `read_answers` or `answer_findings` first.
        """
        task = self._by_id[task_id]
        normal, findings = self._adapter.read(answer, self.suite, task.id, "")
        if findings:
            raise ValueError(f"not an answer to {task_id}: {findings[0]}")
        return self._judges[task_id](normal)

    def starter(self, task_id: str) -> Answer:
        """The valid answer of somebody who has not begun. Raises KeyError for an unknown id."""
        self._by_id[task_id]
        starter = self._adapter.starter
        return list(starter) if isinstance(starter, list) else starter

    def answer_findings(self, task_id: str, answer: Answer, where: str = "") -> tuple[Finding, ...]:
        """What is malformed in one answer that stands at the pointer `where`; KeyError for an unknown id."""
        return tuple(self._adapter.read(answer, self.suite, self._by_id[task_id].id, where)[1])

    def read_answers(self, data: bytes, ids: Sequence[str]) -> Mapping[str, Answer]:
        """The answers of a system's predictions file to exactly these tasks, in their order, in normal form.

        Raises Rejected naming every fault of the file, KeyError for an id that is no task.
        """
        for name in ids:
            self._by_id[name]
        adapter = self._adapter
        return read_rows(
            data,
            ids=ids,
            field=adapter.field,
            read=lambda value, name, where: adapter.read(value, self.suite, name, where),
            max_bytes=self.suite.contract.max_bytes,
        )

    def predictions(self, answers: Mapping[str, Answer]) -> bytes:
        """The predictions file of these answers in canonical JSON; `read_answers` is its inverse."""
        return row_bytes(answers, self._adapter.field)


def load_tasks(corpus_root: Path) -> TaskBook:
    """The tasks of one corpus root. Raises Rejected naming every file or row that does not fit."""
    root = corpus_root.resolve()
    suite = load_corpus(root)
    kind = kind_of(suite).name
    adapter = ADAPTERS[kind]
    files = _files(root, suite)
    try:
        tasks = adapter.tasks(suite, tuple(_questions(root, files)))
    except (KeyError, ValueError) as error:
        raise Rejected([fault("C_ROW", f"/{QUESTIONS}", f"a row lacks a content of its task: {error!r}")]) from error
    return TaskBook(
        corpus=suite.corpus,
        kind=kind,
        loaded=suite,
        scoring_schema=SCORING_SCHEMA,
        evaluator=adapter.evaluator,
        tasks=tasks,
        inputs={name: sha256 for name, sha256 in sorted(files.items()) if name not in _NO_INPUT},
    )


def no_tasks(corpus: str, kind: str) -> TaskBook:
    """The book of a corpus that has no tasks yet. Raises KeyError for an unknown kind."""
    return TaskBook(
        corpus=corpus,
        kind=kind,
        loaded=None,
        scoring_schema=SCORING_SCHEMA,
        evaluator=ADAPTERS[kind].evaluator,
        tasks=(),
        inputs={},
    )


def _questions(root: Path, files: Mapping[str, str]) -> list[Row]:
    return list(checked_rows(root, QUESTIONS, files))


def _files(root: Path, suite: AnySuite) -> Mapping[str, str]:
    """The manifest's file table, which loading the suite has checked; it must be the same still."""
    value = parse(read_regular(root / MANIFEST, max_bytes=MAX_FILE), max_bytes=MAX_FILE)
    match value:
        case {"files": dict(files)}:
            digests = {name: str(row["sha256"]) for name, row in files.items() if isinstance(row, dict)}
            if suite_digest(digests) == suite.suite_digest:
                return digests
    raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}", "the manifest changed while it was read")])
