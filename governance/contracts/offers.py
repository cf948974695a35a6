"""The seam to the solvers: what a maker of contracts is given and what it offers. Governance imports no solver.

Invariant: a maker sees rows of exactly the test questions that the tasks were loaded from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from evaluator.tasks import TaskBook
from governance.corpus import finding
from governance.corpus.files import read_bytes
from records import Rejected, parse, sha256_hex

QUESTIONS = "test.questions.jsonl"
CODE = "G_CONTRACTS"
MAX_ROW = 1 << 20
Row = Mapping[str, Any]


class Offer(Protocol):
    """An answer that somebody offers: `breaks` are the criteria it is there to break (none: it must pass).

    `others` is why further criteria may fail, "" claims that none does; `twin` why it may equal another answer.
    """

    @property
    def name(self) -> str: ...
    @property
    def origin(self) -> str: ...
    @property
    def answer(self) -> Any: ...
    @property
    def breaks(self) -> tuple[str, ...]: ...
    @property
    def others(self) -> str: ...
    @property
    def twin(self) -> str: ...


class Offers(Protocol):
    """Everything offered for one task; `objections` say why that is not enough."""

    @property
    def reference(self) -> Any: ...
    @property
    def offers(self) -> Sequence[Offer]: ...
    @property
    def objections(self) -> Sequence[str]: ...


class Source(Protocol):
    """Who makes offers."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def paradigm(self) -> str: ...


class Maker(Protocol):
    """One kind's solvers. `offers` gets the row of a question, the criteria of its task, and its gold or None."""

    @property
    def reference_origin(self) -> str: ...
    @property
    def sources(self) -> Sequence[Source]: ...
    def offers(self, row: Row, criteria: tuple[str, ...], gold: Any) -> Offers: ...


def read_questions(root: Path, book: TaskBook) -> Mapping[str, Row]:
    """The question rows by id. Raises Rejected when they are not those that `book` was loaded from."""
    data = read_bytes(root, (QUESTIONS,), code=CODE)[QUESTIONS]
    if sha256_hex(data) != book.suite.test_sha256:
        raise Rejected([finding(CODE, QUESTIONS, "", "not the questions that the tasks were loaded from")])
    rows = [parse(line, max_bytes=MAX_ROW) for line in data.splitlines()]
    return {str(row["id"]): row for row in rows if isinstance(row, dict)}
