"""The files of a system, gathered for /agent, and what must never be among them.

Invariant: nothing of the corpus, no generation program of it and no file of answers is handed to a system as its own:
an answer key replayed as a system is refused before it starts. Links are refused, not followed.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from governance.corpus import Governed
from governance.studies.system import AgentFiles
from records import Finding, Rejected, canonical_bytes, digest, parse, printable, read_regular, sha256_hex

CODE = "G_AGENT"
MOST_FILES, MOST_BYTES = 5_000, 256 << 20
NAMED_IDS = 50
"""A file that names this many test ids (or half of a small corpus) is a file of answers, whatever it is called."""
STUDIES = "studies"
GENERATORS = "generators/"
"""Where the manifest's list of programs names those that make items; it lists the room of records as well."""
_LEFT_OUT = ("__pycache__", ".git")


@dataclass(frozen=True, kw_only=True, slots=True)
class Agent:
    """Relative path -> bytes, or the file where it is executable; the digest covers names and contents."""

    files: Mapping[str, bytes | Path]
    digest: str


def gather_agent(wanted: AgentFiles, governed: Governed) -> Agent:
    """Read the files of a system. Raises Rejected naming every file that is missing, no plain file, or not allowed."""
    files: dict[str, bytes | Path] = {}
    listed: dict[str, str] = {}
    faults: list[Finding] = []
    forbidden = _forbidden(governed)
    names = _Names(governed.book.ids)
    total = 0
    for name, path in _walk(wanted, faults):
        if faults and len(faults) > MOST_FILES:
            break
        data, executable = read_regular(path, max_bytes=MOST_BYTES), bool(path.stat().st_mode & 0o100)
        total += len(data)
        if len(listed) >= MOST_FILES or total > MOST_BYTES:
            raise Rejected([_fault("", f"at most {MOST_FILES} files and {MOST_BYTES} bytes are expected")])
        if (why := forbidden.get(sha256_hex(data))) or (why := names.judge(data)):
            faults.append(_fault(name, why))
        files[name], listed[name] = path if executable else data, digest(data)
    if not listed:
        faults.append(_fault("", "no file is there"))
    if faults:
        raise Rejected(faults)
    return Agent(files=files, digest=digest(canonical_bytes(listed)))


def _walk(wanted: AgentFiles, faults: list[Finding]) -> Iterator[tuple[str, Path]]:
    """Every plain file that is wanted, by name; what is wrong with the others goes to `faults`."""
    seen: set[str] = set()
    for entry in wanted.include:
        top = wanted.root / entry
        found = sorted(top.rglob("*")) if top.is_dir() and not top.is_symlink() else [top]
        for path in found:
            name = path.relative_to(wanted.root).as_posix()
            parts = name.split("/")
            left_out = any("/".join(parts[: end + 1]) in wanted.exclude for end in range(len(parts)))
            if name in seen or left_out or set(parts) & set(_LEFT_OUT):
                continue
            seen.add(name)
            kind = path.lstat().st_mode if path.is_symlink() or path.exists() else 0
            if stat.S_ISREG(kind) and path.resolve() == path:
                yield name, path
            elif not stat.S_ISDIR(kind) or path.resolve() != path:
                faults.append(_fault(name, "a plain file or folder is expected"))


def _forbidden(governed: Governed) -> Mapping[str, str]:
    """SHA-256 (64 hex digits) of every file of the corpus and of every generation program that its manifest lists."""
    found: dict[str, str] = {}
    for path in governed.root.rglob("*"):
        inside = path.relative_to(governed.root).parts
        if inside[0] != STUDIES and path.is_file() and not path.is_symlink() and path.stat().st_size:
            found[sha256_hex(path.read_bytes())] = "this is a file of the corpus"
    for sha256 in _generators(governed.root / "manifest.json"):
        found[sha256] = "this is a generation program of the corpus"
    return found


def _generators(manifest: Path) -> Iterator[str]:
    value = parse(read_regular(manifest, max_bytes=MOST_BYTES), max_bytes=MOST_BYTES)
    generator = value.get("generator") if isinstance(value, dict) else None
    files = generator.get("files") if isinstance(generator, dict) else None
    if isinstance(files, dict):
        yield from (value for name, value in files.items() if name.startswith(GENERATORS) and isinstance(value, str))


class _Names:
    """Counts the test ids that a file names."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self._ids = frozenset(name.encode() for name in ids)
        self._most = min(NAMED_IDS, max(2, len(ids) // 2))
        lengths = {len(name) for name in self._ids} or {1}
        self._words = re.compile(rb"[0-9A-Za-z._-]{%d,%d}" % (min(lengths), max(lengths)))

    def judge(self, data: bytes) -> str:
        """Why a file with these bytes is refused, or ""."""
        named = self._ids.intersection(self._words.findall(data))
        return f"it names {len(named)} test ids: a file of answers is no system" if len(named) >= self._most else ""


def _fault(name: str, message: str) -> Finding:
    return Finding(code=CODE, where=f"agent:/{printable(name)[1:-1]}" if name else "agent", message=message)
