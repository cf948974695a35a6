"""CSV for people: RFC 4180 quoting, UTF-8, a header, LF line ends, and no cell that a spreadsheet would run.

The rule for text cells: where the first character other than a space is one of  = + - @ ' TAB CR LF  or a full-width
= + - @, one apostrophe is put in front of the cell. Reading back: drop one leading apostrophe, if there is one, and the
text is exact. Cells of numbers hold digits, "." and nothing else, and are never changed.
Invariant: every column reads back equal with a reader that takes text as text (pandas: dtype=str,
keep_default_na=False); nothing is trimmed, and an absent value is an empty cell.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_RUNS = tuple("=+-@'\t\r\n\uff1d\uff0b\uff0d\uff20")


def text_cell(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_RUNS) else text


def text_of(cell: str) -> str:
    """Inverse of `text_cell`."""
    return cell[1:] if cell.startswith("'") else cell


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """The whole file. Cells hold final text; every row is as long as the header."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row of {len(row)} cells under a header of {len(header)}")
        writer.writerow(row)
    return buffer.getvalue().encode("utf-8")
