"""What a scheduling baseline may read: the label-free test questions. The baselines here fit nothing.

Invariant: exactly one file of the corpus root is opened; provenance and train witnesses are not.
"""

from __future__ import annotations

from pathlib import Path

from records import Finding, Rejected, parse, read_regular
from solvers.scheduling import Problem

QUESTIONS = "test.questions.jsonl"
_MAX_FILE, _MAX_LINE = 8_000_000, 40_000


def load(corpus_root: Path) -> tuple[Problem, ...]:
    """The test questions in file order. Raises Rejected for lines of another form, OSError for a missing file."""
    lines = read_regular(corpus_root / QUESTIONS, max_bytes=_MAX_FILE).splitlines()
    return tuple(_problem(line, f"{QUESTIONS}:{number}") for number, line in enumerate(lines, 1))


def _problem(line: bytes, where: str) -> Problem:
    try:
        row = parse(line, max_bytes=_MAX_LINE)
    except Rejected as error:
        raise Rejected(Finding(code=f.code, where=where, message=f.message) for f in error.findings) from error
    try:
        return Problem.from_row(row if isinstance(row, dict) else {})
    except ValueError as error:
        raise Rejected([Finding(code="E_FIELDS", where=where, message=str(error))]) from error
