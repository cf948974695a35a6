"""One prediction row, and the digest by which equal predictions are recognised.

Invariant: the order of rows carries no meaning, so every digest is taken over rows sorted by id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from json.encoder import encode_basestring_ascii as _quoted
from operator import itemgetter
from typing import Any, NamedTuple

from records import sha256_hex

ABSTAIN = "ABSTAIN"
LABELS = ("A", "B", "C", "D")


class Prediction(NamedTuple):
    """The answer to one test question: its `id`, and `label` A, B, C, D or ABSTAIN.

    A tuple, because nine hundred of them are made for every document that is read.
    """

    id: str
    label: str

    def to_dict(self) -> dict[str, str]:
        """The row as it stands in a document."""
        return {"id": self.id, "label": self.label}


# Prediction._make without its check of the length, which itemgetter guarantees.
_prediction: Callable[[tuple[str, str]], Prediction] = partial(tuple.__new__, Prediction)


def rows_by_id(rows: Iterable[dict[str, Any]]) -> tuple[Prediction, ...]:
    """The records of rows that have the shape of the schema, sorted by id."""
    return tuple(sorted(map(_prediction, map(itemgetter("id", "label"), rows))))


def predictions_sha256(predictions: Iterable[Prediction]) -> str:
    """SHA-256 (64 hex digits) of the canonical JSON array of the rows sorted by id."""
    rows = (f'{{"id":{_quoted(row.id)},"label":{_quoted(row.label)}}}' for row in sorted(predictions))
    return sha256_hex(f"[{','.join(rows)}]".encode("ascii"))
