"""The manifest: what the suite is, which bytes it consists of, which code made and which code checked it.

Invariant: every field follows from the items and the source files; nothing in it changes when the suite is rebuilt.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from generators.artefacts import REPORT
from generators.families import FAMILIES
from generators.panel import Panel
from generators.shape import (
    ABSTAIN,
    CATEGORIES,
    LETTERS,
    LICENSE,
    MAINTAINER,
    RELEASE_DATE,
    SPLITS,
    SUITE,
    TIERS,
    VERSION,
    cells,
)
from generators.skeleton import overlap
from generators.suite import Suite
from records import canonical_bytes, digest, sha256_hex

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = "nnai-corpus-manifest/1"
TITLE = "Core v0.1"
FROZEN, FRESH = "frozen", "fresh"
VECTORS = "tests/cases/stream/vectors.json"
CHECKING = "generators/check/"
SCHEDULING = "generators/scheduling/"
"""The other suite's programs: its own manifest lists them."""
SHARED_SOURCES = ("records/canonical.py", "records/stream.py")
PYTHON_TESTED = ("3.11", "3.12", "3.13")
REVISION_NOTE = (
    "A commit cannot contain its own name, so no revision is written here. source_digest is the SHA-256 of the "
    "canonical JSON of `files` and pins the same programs: check out any revision whose files have these digests."
)
NEURAL_ASSISTANCE = (
    "The programs that generate and verify this suite were written with the assistance of a neural language model, "
    "which also read 180 test items before the freeze and changed the programs where items were awkward. The data "
    "itself is produced by these deterministic programs alone; no neural system wrote or chose an item, and no label "
    "comes from one."
)
KNOWN_LIMITS = (
    "English, templated and synthetic: no real-world language, knowledge, commonsense or perception.",
    "Labels and generation programs are public: no result on it is held out, contamination cannot be excluded.",
    "Only exact text overlap between splits is excluded; items of all splits share one small grammar.",
    "Solvers written for the templates can answer everything; a perfect score is no evidence of general intelligence.",
    "Induction answers are unique only relative to the published classes of rules, the smallest rule preferred.",
    "Single shallow cues are balanced per family and tier, not excluded: combinations of cues may still help a little.",
    "Deduction has no existential, disjunctive or default reasoning; nothing is asked that cannot be decided.",
    "The five items per cell and family that were read before the freeze were read by a language model, not a person.",
)


def manifest(
    suite: Suite, files: Mapping[str, bytes], artefacts: bytes, panel: Panel, suite_id: str = SUITE
) -> dict[str, object]:
    """The manifest of `suite`, whose data files are `files`; only the published suite can be ranked."""
    return {
        "schema": SCHEMA,
        "benchmark_id": suite_id,
        "title": TITLE if suite_id == SUITE else f"{TITLE}, fresh draw {suite_id}",
        "version": VERSION,
        "release_date": RELEASE_DATE,
        "maintainer": MAINTAINER,
        "license": LICENSE,
        "status": FROZEN if suite_id == SUITE else FRESH,
        "rankable": suite_id == SUITE,
        "files": {name: _file_record(data) for name, data in sorted(files.items())},
        "suite_digest": digest(canonical_bytes({name: sha256_hex(data) for name, data in files.items()})),
        "splits": {split: _split_record(split) for split in SPLITS},
        "categories": [_category_record(category) for category in CATEGORIES],
        "labels": list(LETTERS),
        "abstain_label": ABSTAIN,
        "prng": _prng(suite.key),
        "generator": _generator(),
        "selection": {"id": suite.selector.id, "candidates_per_item": suite.selector.factor},
        "verification": _verification(suite, panel),
        "artefact_report": {"file": REPORT, "sha256": sha256_hex(artefacts)},
        "dedup": _dedup(suite),
        "neural_assistance": {"statement": NEURAL_ASSISTANCE},
        "known_limits": list(KNOWN_LIMITS),
        "supersedes": None,
    }


def manifest_bytes(value: Mapping[str, object]) -> bytes:
    """The manifest as a file: sorted keys, indented for reading, ASCII, one final line feed."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def _file_record(data: bytes) -> dict[str, object]:
    return {"sha256": sha256_hex(data), "bytes": len(data), "rows": data.count(b"\n")}


def _split_record(split: str) -> dict[str, object]:
    sizes = [(cell.category, cell.tier, cell.size) for cell in cells() if cell.split == split]
    return {
        "n": sum(size for _, _, size in sizes),
        "per_category": {name: sum(size for category, _, size in sizes if category == name) for name in CATEGORIES},
        "per_cell": {
            name: {str(tier): size for category, tier, size in sizes if category == name} for name in CATEGORIES
        },
    }


def _category_record(category: str) -> dict[str, object]:
    families = [family for family in FAMILIES if family.category == category]
    return {
        "id": category,
        "name": category.capitalize(),
        "families": [family.id for family in families],
        "tier_params": {str(t): {family.id: dict(family.tier_params[t - 1]) for family in families} for t in TIERS},
    }


def _prng(key: str) -> dict[str, object]:
    return {
        "name": "SHA-256 counter stream",
        "key_prefix": key,
        "vectors_file": VECTORS,
        "vectors_sha256": sha256_hex((ROOT / VECTORS).read_bytes()),
    }


def _generator() -> dict[str, object]:
    own = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "generators").rglob("*.py"))
    own = [name for name in own if not name.startswith((CHECKING, SCHEDULING))]
    files = {name: sha256_hex((ROOT / name).read_bytes()) for name in [*own, *SHARED_SOURCES]}
    return {
        "repo_revision": None,
        "repo_revision_note": REVISION_NOTE,
        "source_digest": digest(canonical_bytes(files)),
        "files": files,
        "python_tested": list(PYTHON_TESTED),
    }


def _verification(suite: Suite, panel: Panel) -> dict[str, object]:
    rejected: Counter[str] = Counter()
    yields = {}
    for result in suite.cells:
        reasons = {reason: n for reason, n in result.outcomes.items() if reason not in ("accepted", "surplus")}
        rejected.update(reasons)
        name = f"{result.cell.split}/{result.cell.category}/{result.cell.tier}"
        yields[name] = {"accepted": len(result.items), "drawn": sum(result.outcomes.values()), "rejected": reasons}
    return {
        "solvers": [
            {"id": solver.id, "family": solver.family, "paradigm": solver.paradigm, "version": solver.version}
            for family in FAMILIES
            for solver in panel.of(family.id)
        ],
        "accepted": len(suite.items),
        "solver_disagreements": 0,
        "rejected_by_reason": dict(rejected),
        "yield_per_cell": yields,
    }


def _dedup(suite: Suite) -> dict[str, object]:
    return {
        "key": "question with white space collapsed, case folded; over all splits",
        "duplicates_removed": sum(result.outcomes["duplicate"] for result in suite.cells),
        "skeleton_overlap": overlap(suite.items),
    }
