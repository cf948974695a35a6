"""What a Croissant description says of a corpus: its files as record sets, their columns, and the words around them.

Invariant: plain values; the kinds of corpus fill them in, `croissant` alone writes them down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from records import Finding

TEXT, INTEGER = "sc:Text", "sc:Integer"


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One typed value, or a list of such, inside every element of a nested column; `path` is its JSONPath."""

    name: str
    type: str
    text: str
    path: str
    many: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A key of every line of a file: its Croissant type, what it holds, and whether it is a list.

    A column of objects or of mixed lists has no type of its own: its `parts` have.
    """

    name: str
    text: str
    type: str = ""
    many: bool = False
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Records:
    """The lines of one file as a record set."""

    name: str
    file: str
    text: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """One kind of corpus: how to read its folder, what it is about, and its record sets.

    `identify` raises Rejected for a folder that is another corpus; `read` gives the generated files that are there, and
    a finding for each that is not. `reported` are keys of the manifest that describe one further file each, by name.
    """

    identify: Callable[[Path], None]
    read: Callable[[Path], tuple[dict[str, bytes], list[Finding]]]
    about: str
    keywords: tuple[str, ...]
    records: tuple[Records, ...]
    reported: tuple[tuple[str, str], ...] = ()
