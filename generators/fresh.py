"""Fresh suites: the same grammar drawn under another key, to see whether a system remembers the published items.

Invariant: a fresh suite has its own id, says in its manifest that it can never be ranked, and is never written among
the corpora of this repository, so that no evaluator finds it unless it is pointed there.
"""

from __future__ import annotations

import re
from pathlib import Path

from generators.layout import MANIFEST, README
from generators.manifest import ROOT
from generators.panel import Panel
from generators.produce import corpus_files
from generators.shape import SUITE
from generators.suite import Progress
from records import Finding, Rejected, printable, write_atomic

TAG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST = 32
NOTE = """# {id}

Minted by `bench.py fresh` from the grammar of {suite} under another key. It is a diagnostic: compare a system's
accuracy here with its accuracy on {suite}. **It is never ranked**, never averaged with the suite and never part of a
leaderboard.
"""


def fresh_id(tag: str) -> str:
    """The id of the fresh suite `tag`. Raises Rejected (E_TAG) for a tag that cannot be part of an id."""
    if len(tag) > LONGEST or TAG.fullmatch(tag) is None:
        message = f"{printable(tag)} is no tag: up to {LONGEST} lower-case letters and digits, single hyphens between"
        raise Rejected([Finding(code="E_TAG", where="--key", message=message)])
    return f"{SUITE}-fresh-{tag}"


def mint(folder: Path, tag: str, panel: Panel, progress: Progress | None = None) -> str:
    """Write the fresh suite `tag` into `folder`, which must be new or empty and outside `corpora`; returns its id."""
    suite = fresh_id(tag)
    place = folder.resolve()
    if place.is_relative_to(ROOT / "corpora"):
        message = f"{folder} is among the published corpora; a fresh suite must not be found there"
        raise Rejected([Finding(code="E_FRESH_PLACE", where="--out", message=message)])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder} exists and is not an empty folder"
        raise Rejected([Finding(code="E_FRESH_PLACE", where="--out", message=message)])
    made = corpus_files(panel, progress, suite_id=suite)
    folder.mkdir(parents=True, exist_ok=True)
    files = {README: NOTE.format(id=suite, suite=SUITE).encode("ascii"), **made}
    for name in (name for name in files if name != MANIFEST):
        write_atomic(folder / name, files[name])
    write_atomic(folder / MANIFEST, files[MANIFEST])
    return suite
