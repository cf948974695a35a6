"""The manifest: what the suite is, which bytes it consists of, which code made and which code checked it.

Invariant: every field follows from the instances and the source files; nothing in it changes when it is rebuilt.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from generators.scheduling import leak, shape
from generators.scheduling.judges import Bench
from generators.scheduling.layout import KIND
from generators.scheduling.suite import Suite
from records import canonical_bytes, digest, sha256_hex

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMA = "nnai-corpus-manifest/1"
STATUS = "frozen"
VECTORS = "tests/cases/stream/vectors.json"
SOURCES = "generators/scheduling"
CHECKING = "generators/scheduling/check.py"
SHARED_SOURCES = ("records/canonical.py", "records/stream.py")
PYTHON_TESTED = ("3.11", "3.12", "3.13")
REVISION_NOTE = (
    "A commit cannot contain its own name, so no revision is written here. source_digest is the SHA-256 of the "
    "canonical JSON of `files` and pins the same programs: check out any revision whose files have these digests."
)
NEURAL_ASSISTANCE = (
    "The programs that generate and verify this suite were written with the assistance of a neural language model. "
    "The data itself is produced by these deterministic programs alone; no neural system wrote, chose or solved "
    "an instance."
)
KNOWN_LIMITS = (
    "Exact search solves every instance in well under a second: the board is a capability check, and a perfect narrow "
    "solver is not evidence of general intelligence.",
    "Every instance is feasible by construction; telling that an instance has no schedule is not tested.",
    "English, templated and synthetic: no real-world language, knowledge or planning.",
    "Instances and generation programs are public: no result on them is held out, contamination cannot be excluded.",
    "Only exact text overlap between splits is excluded; instances of all splits come from one small grammar.",
    "All constraints are hard and there is no objective: the quality of a schedule beyond feasibility is not measured.",
)


def manifest(suite: Suite, files: Mapping[str, bytes], bench: Bench) -> dict[str, object]:
    """The manifest of `suite`, whose data files are `files`."""
    return {
        "schema": SCHEMA,
        "kind": KIND,
        "benchmark_id": shape.SUITE,
        "title": shape.TITLE,
        "version": shape.VERSION,
        "release_date": shape.RELEASE_DATE,
        "maintainer": shape.MAINTAINER,
        "license": shape.LICENSE,
        "status": STATUS,
        "files": {name: file_record(data) for name, data in sorted(files.items())},
        "suite_digest": digest(canonical_bytes({name: sha256_hex(data) for name, data in files.items()})),
        "splits": {split: _split_record(split) for split in shape.SPLITS},
        "tiers": {str(tier): params.to_dict() for tier, params in shape.PARAMS.items()},
        "answer": {"kind": KIND, "abstain": None, "primary": "full feasibility", "secondary": "clean tasks / tasks"},
        "prng": _prng(),
        "generator": _generator(),
        "verification": _verification(suite, bench),
        "leak_test": _leak(suite, bench),
        "dedup": {
            "key": "text; over all splits",
            "duplicates_removed": sum(result.rejected["duplicate"] for result in suite.cells),
        },
        "neural_assistance": {"statement": NEURAL_ASSISTANCE},
        "known_limits": list(KNOWN_LIMITS),
        "supersedes": None,
    }


def manifest_bytes(value: Mapping[str, object]) -> bytes:
    """The manifest as a file: sorted keys, indented for reading, ASCII, one final line feed."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def file_record(data: bytes) -> dict[str, object]:
    """What the manifest states of one data file."""
    return {"sha256": sha256_hex(data), "bytes": len(data), "rows": data.count(b"\n")}


def _split_record(split: str) -> dict[str, object]:
    sizes = {str(cell.tier): cell.size for cell in shape.cells() if cell.split == split}
    return {"n": sum(sizes.values()), "per_tier": sizes, "witness": split == "train"}


def _prng() -> dict[str, object]:
    return {
        "name": "SHA-256 counter stream",
        "key_prefix": shape.PREFIX,
        "vectors_file": VECTORS,
        "vectors_sha256": sha256_hex((ROOT / VECTORS).read_bytes()),
    }


def _generator() -> dict[str, object]:
    own = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / SOURCES).rglob("*.py"))
    names = [name for name in own if name != CHECKING]
    files = {name: sha256_hex((ROOT / name).read_bytes()) for name in [*names, *SHARED_SOURCES]}
    return {
        "repo_revision": None,
        "repo_revision_note": REVISION_NOTE,
        "source_digest": digest(canonical_bytes(files)),
        "files": files,
        "python_tested": list(PYTHON_TESTED),
    }


def _verification(suite: Suite, bench: Bench) -> dict[str, object]:
    rejected: Counter[str] = Counter()
    yields = {}
    for result in suite.cells:
        rejected.update(result.rejected)
        yields[f"{result.cell.split}/{result.cell.tier}"] = {
            "accepted": len(result.items),
            "drawn": len(result.items) + result.rejected.total(),
            "rejected": dict(result.rejected),
        }
    return {
        "judges": [{"id": judge.id, "paradigm": judge.paradigm, "version": judge.version} for judge in bench.judges],
        "accepted": len(suite.items),
        "objections": 0,
        "rejected_by_reason": dict(rejected),
        "yield_per_cell": yields,
    }


def _leak(suite: Suite, bench: Bench) -> dict[str, object]:
    counts = leak.leak_counts(suite.items, bench)
    return {
        "rule": leak.RULE,
        "most_per_hundred": leak.MOST_PER_HUNDRED,
        "feasible_per_tier": {str(tier): {"feasible": found, "of": total} for tier, (found, total) in counts.items()},
    }
