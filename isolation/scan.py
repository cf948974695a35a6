"""The judgement over a workspace after its run: what in it makes the run invalid.

Invariant: reads names, modes and link targets, never content; where links lead is worked out from what was read, and
no link is ever followed.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import dataclass

from isolation.tree import MAX_DEPTH, Entry, walk
from records import Finding, pointer, printable

MAX_LINK_STEPS = 4096


@dataclass(frozen=True, kw_only=True, slots=True)
class Scan:
    """What a command left: how much, and what makes the run invalid."""

    entries: int
    bytes: int
    largest: int
    findings: tuple[Finding, ...]


def scan(top: int, max_entries: int) -> Scan:
    """Judge a workspace after its run. Reads names, modes and link targets, never content."""
    findings: list[Finding] = []
    links: dict[str, str] = {}
    entries = used = largest = 0
    for entry in walk(top):
        entries += 1
        if entries > max_entries:
            findings.append(_finding("E_RUN_ENTRIES", entry.path, f"more than {max_entries} entries"))
            break
        if entry.target is not None:
            links[entry.path] = entry.target
        if stat.S_ISREG(entry.info.st_mode):
            used += entry.info.st_blocks * 512
            largest = max(largest, entry.info.st_size)
        findings += _objections(entry)
    findings += [
        _finding("E_RUN_LINK", path, f"a link to {printable(target)} leads out of the workspace")
        for path, target in links.items()
        if escapes(path, links)
    ]
    return Scan(entries=entries, bytes=used, largest=largest, findings=tuple(sorted(findings, key=_order)))


def _order(finding: Finding) -> tuple[str, str]:
    return finding.where, finding.code


def _finding(code: str, path: str, message: str) -> Finding:
    where = pointer(*(part.encode("utf-8", "backslashreplace").decode() for part in path.split("/")))
    return Finding(code=code, where=where if len(where) < 200 else where[:200] + "…", message=message)


KINDS = (
    (stat.S_ISSOCK, "E_RUN_SOCKET", "a socket"),
    (stat.S_ISFIFO, "E_RUN_PIPE", "a named pipe"),
    (stat.S_ISCHR, "E_RUN_DEVICE", "a character device"),
    (stat.S_ISBLK, "E_RUN_DEVICE", "a block device"),
)


def _objections(entry: Entry) -> list[Finding]:
    mode = entry.info.st_mode
    found = [_finding(code, entry.path, f"{what} was left behind") for kind, code, what in KINDS if kind(mode)]
    if mode & (stat.S_ISUID | stat.S_ISGID) and not stat.S_ISLNK(mode):
        found.append(_finding("E_RUN_SETUID", entry.path, "a set-user-id or set-group-id bit is set"))
    if not entry.readable or (stat.S_ISREG(mode) and not mode & stat.S_IRUSR):
        found.append(_finding("E_RUN_UNREADABLE", entry.path, "the owner cannot read it"))
    if stat.S_ISDIR(mode) and entry.path.count("/") + 1 >= MAX_DEPTH:
        found.append(_finding("E_RUN_DEPTH", entry.path, f"folders are nested deeper than {MAX_DEPTH}"))
    return found


def escapes(path: str, links: Mapping[str, str]) -> bool:
    """Whether the link `path` resolves outside, given every link of the tree. Absolute targets always do. Pure.

    A loop resolves nowhere, so it does not escape; one that needs too many steps to tell counts as an escape.
    """
    here = path.split("/")[:-1]
    waiting = links[path].split("/")[::-1]
    if links[path].startswith("/"):
        return True
    followed = 1
    for _ in range(MAX_LINK_STEPS):
        if not waiting:
            return False
        part = waiting.pop()
        if part == "..":
            if not here:
                return True
            here.pop()
        elif part not in ("", "."):
            target = links.get("/".join([*here, part]))
            if target is None:
                here.append(part)
                continue
            followed += 1
            if target.startswith("/"):
                return True
            if followed > 40:
                return False
            waiting += target.split("/")[::-1]
    return True
