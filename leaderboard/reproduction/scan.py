"""What stands in a source that a reviewer should look at, with file and line. Advisory: a finding here decides nothing.

Looked for: neural runtimes in imports and lock files, weight files by name and by first bytes, model downloads, network
clients, answer files, packed or sealed files, large-file pointers, names that differ in case only.
Invariant: pure and bounded; a hostile file (binary, huge, one endless line) costs a linear pass and is named.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from leaderboard.reproduction.contents import open_contents
from leaderboard.reproduction.ports import SourceFileView
from leaderboard.reproduction.withheld import Withheld
from records import Finding, printable

RULES: dict[str, Any] = json.loads((Path(__file__).parent / "scan_rules.json").read_text("utf-8"))
MAX_TEXT, MAX_LINE, PER_CODE = 2 << 20, 2000, 100
_IMPORT = re.compile(r'[\s"]*(?:from\s+([A-Za-z_][\w.]*)\s+import\s+(.*)|import\s+(.*))')
_LATE = re.compile(r"(?:import_module|__import__)\(\s*[\"']([\w.]+)")
_LISTED = re.compile(r"[\"'\s-]*([@A-Za-z0-9][@A-Za-z0-9._/-]*)[\"']?\s*(?:[=<>~!\[;:^,@\"']|$)")
_LFS = b"version https://git-lfs.github.com/spec/"
_MAGIC = tuple((rule["name"], rule["offset"], bytes.fromhex(rule["hex"])) for rule in RULES["weights"]["magic"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Scan:
    """The findings, at most PER_CODE of one code, and how many there are in all."""

    findings: tuple[Finding, ...]
    total: int


def scan(files: Sequence[SourceFileView], withheld: Sequence[Withheld]) -> Scan:
    """Look through the files of a source; those in `withheld` are judged by their names and ids alone."""
    outside = {one.path: one.reason for one in withheld}
    counts: Counter[str] = Counter()
    kept = []
    for finding in _all(files, outside):
        counts[finding.code] += 1
        if counts[finding.code] <= PER_CODE:
            kept.append(finding)
    kept.sort(key=lambda one: (one.code, *_place(one.where)))
    return Scan(findings=tuple(kept), total=counts.total())


def _place(where: str) -> tuple[str, int]:
    path, _, line = where.rpartition(":")
    return (path, int(line)) if line.isdigit() else (where, 0)


def _all(files: Sequence[SourceFileView], outside: Mapping[str, str]) -> Iterator[Finding]:
    yield from _clashes(files)
    for file in files:
        reason = outside.get(file.path, "")
        if reason.startswith("names "):
            yield _finding("S_ANSWERS", file.path, f"{reason}: it may hold answers; it is withheld from the run")
        if not reason:
            yield from _file(file)


def _clashes(files: Sequence[SourceFileView]) -> Iterator[Finding]:
    counts = Counter(file.path.casefold() for file in files)
    for file in files:
        if counts[file.path.casefold()] > 1:
            yield _finding("S_CASE", file.path, "another name of the tree differs from this in case only")


def _file(file: SourceFileView) -> Iterator[Finding]:
    name = file.path.rsplit("/", 1)[-1].casefold()
    suffix = f".{name.rsplit('.', 1)[1]}" if "." in name else ""
    if suffix in RULES["weights"]["extensions"]:
        yield _finding("S_WEIGHTS", file.path, f"{suffix} is how weights or fitted models are often stored")
    for what, offset, magic in _MAGIC:
        if file.data[offset : offset + len(magic)] == magic:
            yield _finding("S_WEIGHTS", file.path, f"its first bytes are those of {what}")
    if file.data.startswith(_LFS):
        yield _finding("S_POINTER", file.path, "a pointer to a large file whose content is not in the repository")
    contents = open_contents(file.data)
    if contents.sealed or len(contents.layers) > 1:
        state = "that could not be opened whole" if contents.sealed else f"with {len(contents.layers) - 1} files in it"
        yield _finding("S_PACKED", file.path, f"a packed file {state}")
    listing = any(fnmatchcase(name, pattern) for pattern in RULES["locks"])
    if (suffix in RULES["code"] or listing or name == "makefile") and b"\0" not in file.data[:8192]:
        yield from _text(file, listing)


def _text(file: SourceFileView, listing: bool) -> Iterator[Finding]:
    if len(file.data) > MAX_TEXT:
        yield _finding("S_LONG", file.path, f"only the first {MAX_TEXT} of {len(file.data)} bytes were looked at")
    lines = file.data[:MAX_TEXT].decode("utf-8", "replace").splitlines()
    for number, whole in enumerate(lines, 1):
        line, where = whole[:MAX_LINE], f"{file.path}:{number}"
        yield from _import(line, where)
        if listing and (found := _LISTED.match(line)) and _package(found[1]) in _PACKAGES:
            yield _finding("S_RUNTIME", where, f"the lock file names the neural runtime {printable(found[1])}")
        for call in RULES["downloads"]:
            if call in line:
                yield _finding("S_DOWNLOAD", where, f"{call} may load or fetch a model")
        for word in RULES["network"]["words"]:
            if word in line:
                yield _finding("S_NETWORK", where, f"{word.strip()} reaches for the network")


def _modules(line: str) -> Iterator[str]:
    if found := _IMPORT.match(line):
        base, names, plain = found.groups()
        if base:
            yield base
            yield from (f"{base}.{name.split()[0]}" for name in names.strip("()\\ ").split(",") if name.strip())
        else:
            yield from (name.split()[0] for name in plain.rstrip('\\n",').split(",") if name.strip())
    yield from (found[1] for found in _LATE.finditer(line))


def _import(line: str, where: str) -> Iterator[Finding]:
    """At most one finding of a kind for a line."""
    modules = list(_modules(line))
    for code, names, what in (("S_RUNTIME", _RUNTIMES, "neural runtime"), ("S_NETWORK", _CLIENTS, "network client")):
        if found := next((module for module in modules if _known(module, names)), None):
            yield _finding(code, where, f"imports the {what} {printable(found)}")


def _known(module: str, names: frozenset[str]) -> bool:
    """Whether a module or one that it lies in is on the list."""
    parts = module.split(".")
    return any(".".join(parts[:end]) in names for end in range(1, min(len(parts), 4) + 1))


def _package(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).casefold()


_RUNTIMES = frozenset(RULES["runtimes"]["modules"])
_PACKAGES = frozenset(_package(name) for name in RULES["runtimes"]["packages"])
_CLIENTS = frozenset(RULES["network"]["modules"])


def _finding(code: str, where: str, message: str) -> Finding:
    return Finding(code=code, where=where, message=message)
