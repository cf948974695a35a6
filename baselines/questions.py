"""What a control may read: train and validation with their answers, the test questions without.

Invariant: exactly three files of a corpus root are ever opened, by name; gold and provenance are not among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from records import Finding, JsonValue, Rejected, parse, read_regular

LABELS = "ABCD"
_QUESTION_FIELDS = ("category", "id", "options", "question", "tier")
_MAX_FILE, _MAX_LINE = 8_000_000, 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """An item as a system under test sees it."""

    id: str
    category: str
    tier: int
    text: str
    options: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A question with its answer."""

    question: Question
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """Everything there is to learn from, and the questions to answer, each in file order."""

    train: tuple[Example, ...]
    validation: tuple[Example, ...]
    test: tuple[Question, ...]


def load(corpus_root: Path) -> Inputs:
    """Read the three permitted files. Raises Rejected for lines of another form, OSError for missing files."""
    train, validation = (_read(corpus_root / name, labelled=True) for name in ("train.jsonl", "validation.jsonl"))
    test = _read(corpus_root / "test.questions.jsonl", labelled=False)
    return Inputs(train=train, validation=validation, test=tuple(example.question for example in test))


def _read(path: Path, *, labelled: bool) -> tuple[Example, ...]:
    lines = read_regular(path, max_bytes=_MAX_FILE).splitlines()
    return tuple(_example(line, f"{path.name}:{number}", labelled) for number, line in enumerate(lines, 1))


def _example(line: bytes, where: str, labelled: bool) -> Example:
    fields = sorted((*_QUESTION_FIELDS, "label") if labelled else _QUESTION_FIELDS)
    try:
        row = parse(line, max_bytes=_MAX_LINE)
    except Rejected as error:
        raise Rejected(Finding(code=f.code, where=where, message=f.message) for f in error.findings) from error
    if not isinstance(row, dict) or sorted(row) != fields:
        raise Rejected([Finding(code="E_FIELDS", where=where, message=f"exactly {', '.join(fields)} are expected")])
    question = Question(
        id=_text(row["id"], where),
        category=_text(row["category"], where),
        tier=row["tier"] if isinstance(row["tier"], int) else 0,
        text=_text(row["question"], where),
        options=tuple(_text(option, where) for option in row["options"]) if isinstance(row["options"], list) else (),
    )
    label = _text(row["label"], where) if labelled else ""
    if labelled and label not in tuple(LABELS):
        raise Rejected([Finding(code="E_LABEL", where=where, message="a label A, B, C or D is expected")])
    return Example(question=question, label=label)


def _text(value: JsonValue, where: str) -> str:
    if not isinstance(value, str):
        raise Rejected([Finding(code="E_FIELDS", where=where, message="a text is expected")])
    return value
