"""Writing predictions: `{"predictions":[{"id","label"}, …]}` in canonical JSON, rows in question order, one line feed.

Invariant: a file that exists with other content is never replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from baselines.questions import Question
from records import canonical_line, write_atomic


def prediction_bytes(questions: Sequence[Question], labels: Sequence[str]) -> bytes:
    """The predictions file."""
    rows = [{"id": question.id, "label": label} for question, label in zip(questions, labels, strict=True)]
    return canonical_line({"predictions": rows})


def save(path: Path, data: bytes) -> bool:
    """Write `data`; False if the file holds it already. Raises FileExistsError if it holds something else."""
    if path.exists() or path.is_symlink():
        if path.is_file() and path.read_bytes() == data:
            return False
        raise FileExistsError(f"{path} exists and is something else; choose another name or delete it")
    write_atomic(path, data)
    return True
