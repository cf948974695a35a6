"""Which files of a source do not go into the sandbox, each with the reason that the evidence states.

"Gold labels are never inputs to the model process": gold, provenance, contracts, generation programs, records and
answer files are left out wherever they lie in the tree, under whatever name, packed or not.
Invariant: pure; the decision depends on paths and bytes alone, and every file that is left out is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from leaderboard.reproduction.contents import open_contents
from leaderboard.reproduction.own_files import SECRET, OwnFiles
from leaderboard.reproduction.ports import SourceFileView
from records import sha256_hex

NAMED = 50
"""A file (or a few together) that names so many test ids of one suite holds answers, or questions that are given
anyway."""
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
    reasons: dict[str, str] = {}
    named: dict[str, tuple[frozenset[str], ...]] = {}
    for file in files:
        if reason := _by_place(file, own, copies, output):
            reasons[file.path] = reason
            continue
        layers = open_contents(file.data).layers
        named[file.path] = tuple(frozenset().union(*(named_ids(layer, ids) for layer in layers)) for ids in own.ids)
        if what := next((own.digests[sha] for layer in layers if (sha := sha256_hex(layer)) in own.digests), None):
            reasons[file.path] = f"is {what} of the benchmark, byte for byte"
    reasons |= _answer_files({path: sets for path, sets in named.items() if path not in reasons}, own)
    digests = {file.path: sha256_hex(file.data) for file in files if file.path in reasons}
    return tuple(Withheld(path=path, reason=reasons[path], sha256=digests[path]) for path in sorted(reasons))


def _by_place(file: SourceFileView, own: OwnFiles, copies: tuple[str, ...], output: str) -> str:
    folded = file.path.casefold()
    if file.path == output:
        return "stands where the predictions are written"
    if folded.rsplit("/", 1)[-1].removesuffix(".gz") in SECRET:
        return "has the name of a file of the benchmark that no system may see"
    for start in copies:
        inside = folded.removeprefix(start)
        if folded.startswith(start) and (inside == _SCORES or inside.startswith(tuple(f"{one}/" for one in _OURS))):
            return f"belongs to the benchmark's own {inside.split('/')[0]}"
    return ""


def _answer_files(named: Mapping[str, tuple[frozenset[str], ...]], own: OwnFiles) -> dict[str, str]:
    """Files that name too many ids of one suite, alone, or a few each and too many together."""
    reasons: dict[str, str] = {}
    for place, ids in enumerate(own.ids):
        limit = min(NAMED, len(ids))
        few: dict[str, frozenset[str]] = {}
        for path, sets in named.items():
            if len(sets[place]) >= limit:
                reasons[path] = f"names {len(sets[place])} test ids"
            elif sets[place] and path not in reasons:
                few[path] = sets[place]
        together = len(frozenset().union(*few.values()))
        if together >= limit:
            spread = {
                path: f"names {len(some)} of {together} test ids in {len(few)} files" for path, some in few.items()
            }
            reasons |= spread
    return reasons


def _copies(paths: Iterable[str], corpora: Sequence[str]) -> Iterator[str]:
    """Where a copy of this benchmark begins: the folders (case folded, ending in / or empty) that hold its corpora."""
    starts = set()
    for path in paths:
        for corpus in corpora:
            before, found, _ = f"/{path.casefold()}".partition(f"/corpora/{corpus.casefold()}/")
            if found:
                starts.add(f"{before}/".removeprefix("/"))
    yield from sorted(starts)


def named_ids(data: bytes, ids: frozenset[str]) -> frozenset[str]:
    """Which of `ids` stand in `data`, in letters of either case, as plain text or in two-byte characters."""
    start = _shared(min(ids), max(ids)).lower().encode()
    data = (data.replace(b"\0", b"") if b"\0" in data else data).lower()
    lengths = {len(one) for one in ids}
    seen: set[bytes] = set()
    place = data.find(start)
    while place >= 0:
        seen |= {data[place : place + length] for length in lengths}
        place = data.find(start, place + 1)
    return frozenset(one for one in ids if one.lower().encode() in seen) if seen else frozenset()


def _shared(first: str, last: str) -> str:
    """What the least and the greatest id begin with, so all of them do."""
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((place for place, pair in pairs if len(set(pair)) > 1), None)]
