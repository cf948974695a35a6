"""Which files of a source do not go into the sandbox, each with the reason that the evidence states.

"Gold labels are never inputs to the model process": gold, provenance, contracts, generation programs, records and
answer files are left out wherever they lie in the tree, under whatever name, packed or not.
Invariant: pure; the decision depends on paths and bytes alone, and every file that is left out is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from leaderboard.reproduction.contents import open_contents
from leaderboard.reproduction.own_files import SECRET, OwnFiles
from leaderboard.reproduction.ports import SourceFileView
from records import sha256_hex

NAMED = 50
"""A file that names so many test ids of one suite is an answer file, or questions that are given anyway."""
_OURS = ("corpora", "generators", "governance", "tests", "leaderboard/records", "leaderboard/evidence")
_SCORES = "leaderboard/decisions.jsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class Withheld:
    """One file that stays outside: `reason` is for people, `sha256` the digest of its bytes."""

    path: str
    reason: str
    sha256: str

    def to_dict(self) -> dict[str, str]:
        """The line of the evidence."""
        return {"path": self.path, "reason": self.reason, "sha256": self.sha256}


def withhold(files: Sequence[SourceFileView], own: OwnFiles, output: str) -> tuple[Withheld, ...]:
    """The files that stay outside, in order of their paths."""
    copies = tuple(_copies([file.path for file in files], own.corpora))
    found = []
    for file in files:
        if reason := _reason(file, own, copies, output):
            found.append(Withheld(path=file.path, reason=reason, sha256=sha256_hex(file.data)))
    return tuple(sorted(found, key=lambda one: one.path))


def _reason(file: SourceFileView, own: OwnFiles, copies: tuple[str, ...], output: str) -> str:
    folded = file.path.casefold()
    if file.path == output:
        return "stands where the predictions are written"
    if folded.rsplit("/", 1)[-1].removesuffix(".gz") in SECRET:
        return "has the name of a file of the benchmark that no system may see"
    for start in copies:
        inside = folded.removeprefix(start)
        if folded.startswith(start) and (inside == _SCORES or inside.startswith(tuple(f"{one}/" for one in _OURS))):
            return f"belongs to the benchmark's own {inside.split('/')[0]}"
    layers = open_contents(file.data).layers
    for layer in layers:
        if what := own.digests.get(sha256_hex(layer)):
            return f"is {what} of the benchmark, byte for byte"
    for ids in own.ids:
        if (count := sum(named_ids(layer, ids) for layer in layers)) >= min(NAMED, len(ids)):
            return f"names {count} test ids"
    return ""


def _copies(paths: Iterable[str], corpora: Sequence[str]) -> Iterator[str]:
    """Where a copy of this benchmark begins: the folders (case folded, ending in / or empty) that hold its corpora."""
    starts = set()
    for path in paths:
        for corpus in corpora:
            before, found, _ = f"/{path.casefold()}".partition(f"/corpora/{corpus.casefold()}/")
            if found:
                starts.add(f"{before}/".removeprefix("/"))
    yield from sorted(starts)


def named_ids(data: bytes, ids: frozenset[str]) -> int:
    """How many of `ids` stand in `data`, as plain text or in two-byte characters."""
    start = _shared(min(ids), max(ids)).encode()
    if b"\0" in data:
        data = data.replace(b"\0", b"")
    lengths = {len(one) for one in ids}
    seen: set[bytes] = set()
    place = data.find(start)
    while place >= 0:
        seen |= {data[place : place + length] for length in lengths}
        place = data.find(start, place + 1)
    return sum(one.encode() in seen for one in ids)


def _shared(first: str, last: str) -> str:
    """What the least and the greatest id begin with, so all of them do."""
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((place for place, pair in pairs if len(set(pair)) > 1), None)]
