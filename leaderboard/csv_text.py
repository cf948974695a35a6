"""CSV for people: RFC 4180 quoting, UTF-8, a header, LF line ends, and no cell that a spreadsheet would run.

The rule for text cells: where the first character other than a space is one of  = + - @ ' TAB CR LF  or a full-width
= + - @, one apostrophe is put in front of the cell. Reading back: drop one leading apostrophe, if there is one, and the
text is exact. Cells of numbers hold digits, "." and nothing else, and are never changed.
Invariant: every column reads back equal with a reader that takes text as text (pandas: dtype=str,
keep_default_na=False); nothing is trimmed, and an absent value is an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_QUOTE = re.compile(r'[",\r\n]')
_RUNS = tuple("=+-@'\t\r\n\uff1d\uff0b\uff0d\uff20")


def text_cell(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_RUNS) else text


def text_of(cell: str) -> str:
    """Inverse of `text_cell`."""
    return cell[1:] if cell.startswith("'") else cell


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """The whole file. Cells hold final text; every row is as long as the header."""
    lines = [_line(header)]
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row of {len(row)} cells under a header of {len(header)}")
        lines.append(_line(row))
    return "".join(lines).encode("utf-8")


def _line(cells: Sequence[str]) -> str:
    """One record. The csv module leaves a lone CR unquoted when lines end in LF; readers then see two records."""
    return ",".join(_quoted(cell) if _QUOTE.search(cell) else cell for cell in cells) + "\n"


def _quoted(cell: str) -> str:
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'
