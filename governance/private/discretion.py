"""The silence of a private corpus: what must not be said outside its root, and the words that stand for it instead.

"No command prints a task id, prompt, hash or path of a private corpus." Commands keep to that by themselves; this is
the last door behind them. Invariant: whatever a private corpus holds is withheld also where its files cannot be read.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from governance.corpus import IDENTITY_FILE, load_governed, read_identity
from records import Rejected

WITHHELD = "[withheld: private]"
SHINGLE = 5
"""So many words in a row tell a prompt, also where a message cut it."""
TOLD = re.compile(rb'"(?:[^"\\]|\\.)*"')
WORD = re.compile(r"[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*")
_CUT = r"(?:{0}(?![A-Za-z0-9])|\.\.\.)"
QUOTED = re.compile(
    "(?<![A-Za-z0-9])(?:" + "|".join(rf"{mark}(?:[^{mark}\\]|\\.)*?{_CUT.format(mark)}" for mark in ("'", '"')) + ")"
)
"""A value that a message repeats, whole or cut."""
SHORTEST_ID = 6
EVERYBODYS = ("corpora", "corpus-root", "private", "private-corpus")
"""Names of folders that tell nothing."""
ROWS = ("*.jsonl", "contracts/*.jsonl")


def is_private(root: Path) -> bool:
    """Whether `root` holds a private corpus; one whose corpus.toml cannot be read is private where the word stands."""
    try:
        return read_identity(root).is_private
    except (Rejected, OSError):
        pass
    try:
        return b"private" in (root / IDENTITY_FILE).read_bytes().lower()
    except OSError:
        return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Discretion:
    """What must not be said of private corpora: whole words (ids, digests), runs of words (prompts), texts (paths)."""

    name: str
    words: frozenset[str] = field(default=frozenset(), repr=False)
    shingles: frozenset[tuple[str, ...]] = field(default=frozenset(), repr=False)
    texts: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, root: Path) -> Discretion:
        """Everything of this corpus. Never raises: what cannot be read has nothing to tell."""
        real = root.resolve()
        paths = dict.fromkeys(str(path) for path in (real, root.absolute(), root) if len(path.parts) > 1)
        try:
            name = read_identity(root).id
        except (Rejected, OSError):
            name = "private corpus"
        folder = (real.name,) if len(real.name) >= SHORTEST_ID and real.name not in (name, *EVERYBODYS) else ()
        ids, told = _held(root)
        registered = tuple(_named_with_digests(root))
        ids |= {task for task, _ in registered if len(task) >= SHORTEST_ID}
        shingles = frozenset(run for text in told for run in _runs(text))
        odd = [each for each in ids if not WORD.fullmatch(each)]
        return cls(
            name=name,
            words=frozenset((*ids, *(each for _, each in registered))),
            shingles=shingles,
            texts=tuple(sorted((*paths, *folder, *odd), key=len, reverse=True)),
        )

    @classmethod
    def together(cls, several: Iterable[Discretion]) -> Discretion:
        """Everything of several corpora; nameless unless there is only one."""
        every = tuple(several)
        return cls(
            name=every[0].name if len(every) == 1 else "private corpora",
            words=frozenset().union(*(one.words for one in every)),
            shingles=frozenset().union(*(one.shingles for one in every)),
            texts=tuple(sorted({text for one in every for text in one.texts}, key=len, reverse=True)),
        )

    def tells(self, text: str) -> bool:
        """Whether the text says anything of the corpus."""
        return self.without(text) != text

    def clean(self, text: str) -> str:
        """The text as it may be shown: nothing of the corpus, and no value that a message quotes from a file."""
        return QUOTED.sub(WITHHELD, self.without(text))

    def without(self, text: str) -> str:
        """The text with everything of the corpus replaced; one with a run of a prompt is withheld as a whole."""
        if self.shingles and any(run in self.shingles for run in _runs(text)):
            return WITHHELD
        for private in self.texts:
            text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(private)}(?![A-Za-z0-9])", WITHHELD, text)
        return WORD.sub(lambda found: self._word(found[0]), text) if self.words else text

    def _word(self, word: str) -> str:
        known = word in self.words or word.rsplit(".", 1)[0] in self.words
        return WITHHELD if known else word


def _held(root: Path) -> tuple[set[str], set[str]]:
    """(ids, texts of several words) of every row of the corpus's own files."""
    ids: set[str] = set()
    told: set[str] = set()
    for path in (path for pattern in ROWS for path in sorted(root.glob(pattern))):
        for line in _lines(path):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                told.update(_strings(line))
                continue
            if isinstance(row, Mapping):
                ids.update(str(row[name]) for name in ("id", "task") if len(str(row.get(name, ""))) >= SHORTEST_ID)
                told.update(str(row[name]) for name in ("question", "text") if name in row)
    return ids, told


def _lines(path: Path) -> Iterator[bytes]:
    try:
        yield from path.read_bytes().splitlines()
    except OSError:
        return


def _strings(line: bytes) -> Iterable[str]:
    """The strings of a line that is no JSON, so that a damaged file tells nothing either."""
    return (found.decode("utf-8", "replace").strip('"') for found in TOLD.findall(line))


def _named_with_digests(root: Path) -> Iterator[tuple[str, str]]:
    """(task, the hex digits of its digest): of the corpus as it is, and of every release that can be read."""
    tables: list[Mapping[str, object]] = []
    with contextlib.suppress(Exception):  # the command says what is wrong; the door must open all the same
        tables.append(load_governed(root).digests)
    for path in sorted(root.glob("releases/*.json")):
        try:
            stated = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            continue
        digests = stated.get("digests") if isinstance(stated, Mapping) else None
        tables += [digests] if isinstance(digests, Mapping) else []
    for table in tables:
        yield from ((str(task), str(each).removeprefix("sha256:")) for task, each in table.items())


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return zip(*(words[start:] for start in range(SHINGLE)), strict=False)


class Muffled(io.TextIOBase):
    """A stream behind the last door: whatever is written to it is cleaned first."""

    def __init__(self, stream: TextIO, discretion: Discretion) -> None:
        self._stream, self._discretion = stream, discretion

    def write(self, text: str) -> int:
        """Pass the cleaned text on; returns the length of what was given."""
        self._stream.write(self._discretion.without(text))
        return len(text)

    def flush(self) -> None:
        """Pass on."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether the stream behind is a terminal."""
        return self._stream.isatty()
