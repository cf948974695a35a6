"""What the evidence of a release was made with: every module that can change it, and the versions reports depend on.

Invariant: two runs with equal tool digest and equal corpus give equal evidence; a cached health report of another tool
is refused.
"""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Iterator
from pathlib import Path

from evaluator.tasks import SCORING_SCHEMA
from governance.release.manifest import SCHEMA_VERSION

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("records", "submissions_schema", "evaluator", "isolation", "governance")
"""Everything that is imported between a fixture line and a finding."""
_KINDS = (".py", ".json", ".sh")


@functools.cache
def tool_digest() -> str:
    """Of every source and data file of ROOMS, with names and lengths, in the order of their names."""
    summed = hashlib.sha256()
    for path in _sources():
        data = path.read_bytes()
        summed.update(f"{path.relative_to(HOUSE).as_posix()} {len(data)}\n".encode() + data)
    return f"sha256:{summed.hexdigest()}"


def reporting_versions() -> dict[str, str]:
    """The versions that the words and numbers of a report depend on."""
    return {
        "python": platform.python_version(),
        "release_manifest": str(SCHEMA_VERSION),
        "scoring_schema": SCORING_SCHEMA,
    }


def _sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((HOUSE / room).rglob("*")):
            if path.suffix in _KINDS and path.is_file():
                yield path
