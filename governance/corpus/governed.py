"""A corpus under governance: identity, tasks, vocabulary and the digests of all of it, read once.

Invariant: a Governed exists only for a root whose identity, data, vocabulary and fixture lines could be read; whether
they are right is for the release rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from evaluator.tasks import TaskBook, load_tasks, no_tasks
from governance.corpus.digests import corpus_digest, task_digest
from governance.corpus.files import MAX_JSON, finding, read_bytes
from governance.corpus.identity import IDENTITY_FILE, Identity, read_identity
from governance.corpus.vocabulary import read_vocabulary
from records import Finding, Rejected, parse

T = TypeVar("T")
FIXTURES = "contracts/fixtures.jsonl"
CODE = "G_FIXTURES"
DATA = ("manifest.json", "test.questions.jsonl", FIXTURES)
"""Where any of these is, tasks are expected."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Governed:
    """One corpus. `root` is absolute; `digests` maps every task id, in suite order, to its task digest."""

    root: Path
    identity: Identity
    book: TaskBook = field(repr=False)
    vocabulary: Mapping[str, str] = field(repr=False)
    digests: Mapping[str, str] = field(repr=False)
    corpus_digest: str


def load_governed(root: Path) -> Governed:
    """Read a corpus root. Raises Rejected with every finding of its identity, vocabulary, data and fixture lines."""
    root = root.resolve()
    identity = read_identity(root)
    faults: list[Finding] = []
    book = no_tasks(identity.id, identity.kind) if _unfilled(root, identity) else None
    book = book or _gathered(lambda: load_tasks(root), faults)
    vocabulary = _gathered(lambda: read_vocabulary(root), faults)
    lines = _gathered(lambda: fixture_lines(root), faults)
    if book is None or vocabulary is None or lines is None:
        raise Rejected(faults)
    if identity.kind != book.kind:
        raise Rejected([finding("G_IDENTITY", IDENTITY_FILE, "/kind", f"the tasks are of the kind {book.kind}")])
    digests = {task.id: task_digest(task, lines.get(task.id, b"")) for task in book.tasks}
    return Governed(
        root=root,
        identity=identity,
        book=book,
        vocabulary=vocabulary,
        digests=digests,
        corpus_digest=corpus_digest(identity, digests, book.inputs),
    )


def _unfilled(root: Path, identity: Identity) -> bool:
    """Whether this is the template of a private corpus, into which nothing was minted or written yet."""
    return identity.is_private and not any((root / name).exists() for name in DATA)


def fixture_lines(root: Path) -> Mapping[str, bytes]:
    """The raw line of each task in contracts/fixtures.jsonl, without its line feed; empty where the file is missing.

    Raises Rejected G_FIXTURES for a line that is no object with a task id of its own.
    """
    if not (root / FIXTURES).exists():
        return {}
    data = read_bytes(root, (FIXTURES,), code=CODE)[FIXTURES]
    lines: dict[str, bytes] = {}
    faults: list[Finding] = []
    for number, line in enumerate(_lines(data), start=1):
        name = _task_of(line)
        if name is None or name in lines:
            message = "a JSON object with the id of a task that has no other line is expected"
            faults.append(finding(CODE, FIXTURES, f"/{number}", message))
        else:
            lines[name] = line
    if faults:
        raise Rejected(faults)
    return lines


def _lines(data: bytes) -> Iterator[bytes]:
    rest = data.split(b"\n")
    if rest[-1]:
        raise Rejected([finding(CODE, FIXTURES, f"/{len(rest)}", "the last line has no line feed; it may be cut")])
    yield from rest[:-1]


def _task_of(line: bytes) -> str | None:
    try:
        value = parse(line, max_bytes=MAX_JSON)
    except Rejected:
        return None
    name = value.get("task") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None


def _gathered(read: Callable[[], T], faults: list[Finding]) -> T | None:
    try:
        return read()
    except Rejected as error:
        faults += error.findings
        return None
