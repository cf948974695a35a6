"""An append-only log of canonical JSON lines, each holding the digest of the line before it.

Invariant: a line that was acknowledged is on disk and never changes; a torn last line (a crash while writing) was
never acknowledged, is named by `read_chain`, and is dropped by the next append under the lock.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from records.canonical import canonical_line, digest
from records.findings import Finding, Rejected, pointer
from records.strict_json import parse

GENESIS = "sha256:" + "0" * 64
MAX_LINE = 1 << 20


class Busy(Exception):
    """Another process holds the lock; nothing was changed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """A log as read: its lines (each with `seq` from 1 and `prev`), the head digest, the bytes of a torn tail."""

    lines: tuple[dict[str, Any], ...]
    head: str
    torn: bytes


def read_chain(path: Path) -> Chain:
    """Replay the log. A missing file is an empty log. Raises Rejected naming the first line that does not fit."""
    data = path.read_bytes() if path.exists() else b""
    body, torn = (data, b"") if data.endswith(b"\n") or not data else _split_torn(data)
    lines: list[dict[str, Any]] = []
    head = GENESIS
    for number, raw in enumerate(body.splitlines(keepends=True), start=1):
        lines.append(_checked_line(raw, number, head))
        head = digest(raw)
    return Chain(lines=tuple(lines), head=head, torn=torn)


def append(path: Path, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Add one line (`seq` and `prev` are filled in) and flush it to disk. The caller holds `locked`."""
    chain = read_chain(path)
    line = {**entry, "seq": len(chain.lines) + 1, "prev": chain.head}
    raw = canonical_line(line)
    if len(raw) > MAX_LINE:
        raise ValueError(f"a log line of {len(raw)} bytes; at most {MAX_LINE}")
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "r+b" if path.exists() else "xb") as stream:
        stream.truncate(path.stat().st_size - len(chain.torn))
        stream.seek(0, os.SEEK_END)
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())
    return line


@contextmanager
def locked(path: Path, *, describe: Callable[[], str] = lambda: f"process {os.getpid()}") -> Iterator[None]:
    """Hold the exclusive lock file `path`. Raises Busy at once, naming the holder, when somebody else has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+", encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            stream.seek(0)
            raise Busy(f"{stream.read().strip() or 'another process'} is at work on {path.parent}") from error
        stream.truncate(0)
        stream.write(describe())
        stream.flush()
        yield
        stream.truncate(0)


def _split_torn(data: bytes) -> tuple[bytes, bytes]:
    cut = data.rfind(b"\n") + 1
    return data[:cut], data[cut:]


def _checked_line(raw: bytes, number: int, head: str) -> dict[str, Any]:
    where = pointer(number - 1)
    try:
        value = parse(raw, max_bytes=MAX_LINE)
    except Rejected as error:
        raise Rejected([Finding(code="L_LINE", where=where, message=f"line {number}: {error.findings[0]}")]) from error
    if not isinstance(value, dict) or canonical_line(value) != raw:
        raise Rejected([Finding(code="L_LINE", where=where, message=f"line {number} is not in canonical form")])
    if value.get("seq") != number or value.get("prev") != head:
        message = f"line {number} does not follow the line before it: the log was edited, cut or reordered"
        raise Rejected([Finding(code="L_CHAIN", where=where, message=message)])
    return value
