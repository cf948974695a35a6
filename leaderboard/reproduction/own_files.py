"""The benchmark's own files: what a system may read of a corpus, and what must never stand beside it.

Invariant: what is shown comes from bytes with the manifest's digest, and the test questions carry no label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator import AnySuite
from records import Finding, Rejected, parse, read_regular, sha256_hex

SHOWN = ("train.jsonl", "validation.jsonl", "test.questions.jsonl")
FACTS = "corpus.toml"
SECRET = ("test.gold.jsonl", "provenance.jsonl")
MAX_FILE = 64 << 20
_EMPTY = sha256_hex(b"")


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnFiles:
    """`shown` (name -> bytes) is what stands in corpora/<corpus>/ of a run; `digests` (SHA-256 -> what it is) names
    gold, provenance, contracts and generation programs, wherever they lie; `ids` are the test ids of all suites."""

    shown: Mapping[str, bytes]
    digests: Mapping[str, str]
    ids: tuple[frozenset[str], ...]
    corpora: tuple[str, ...]


def own_files(corpora: Path, suite: AnySuite, suites: tuple[AnySuite, ...]) -> OwnFiles:
    """Read them. Raises Rejected where a file is not what its manifest says."""
    manifests = {one.corpus: _manifest(corpora / one.corpus) for one in suites}
    digests: dict[str, str] = {}
    for corpus, manifest in manifests.items():
        digests |= {manifest["files"][name]["sha256"]: name for name in SECRET if name in manifest["files"]}
        programs = manifest.get("generator", {}).get("files", {})
        made = [sha256 for name, sha256 in programs.items() if name.startswith("generators/")]
        digests |= dict.fromkeys(made, "a generation program")
        digests |= dict.fromkeys(_contracts(corpora / corpus), "a contract")
    digests.pop(_EMPTY, None)
    return OwnFiles(
        shown=_shown(corpora / suite.corpus, manifests[suite.corpus]),
        digests=digests,
        ids=tuple(frozenset(one.contract.ids) for one in suites),
        corpora=tuple(one.corpus for one in suites),
    )


def _manifest(root: Path) -> dict[str, Any]:
    value: Any = parse(read_regular(root / "manifest.json", max_bytes=MAX_FILE), max_bytes=MAX_FILE, max_depth=32)
    return dict(value)


def _shown(root: Path, manifest: dict[str, Any]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name in SHOWN:
        if name not in manifest["files"]:
            continue
        files[name] = read_regular(root / name, max_bytes=MAX_FILE)
        if sha256_hex(files[name]) != manifest["files"][name]["sha256"]:
            message = f"{name} is not the file that the manifest describes"
            raise Rejected([Finding(code="C_DIGEST", where=f"/{name}", message=message)])
    if (root / FACTS).exists():
        files[FACTS] = read_regular(root / FACTS, max_bytes=MAX_FILE)
    return files


def _contracts(root: Path) -> list[str]:
    paths = [path for path in sorted((root / "contracts").rglob("*")) if path.is_file() and not path.is_symlink()]
    return [sha256_hex(read_regular(path, max_bytes=MAX_FILE)) for path in paths]
