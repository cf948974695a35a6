"""The files of a corpus root, read strictly and compared with the manifest's digests.

Invariant: a row handed out comes from bytes whose SHA-256 is the manifest's. Faults of a corpus are findings with codes
of their own (C_MANIFEST, C_FILE, C_DIGEST, C_ROW), never confused with faults of a submission.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from records import Finding, Rejected, canonical_bytes, digest, parse, read_regular, sha256_hex

MANIFEST = "manifest.json"
MAX_FILE = 64 << 20
MAX_ROW = 1 << 20
_NEEDED = {"benchmark_id": str, "version": str, "suite_digest": str, "files": dict, "categories": list}


def fault(code: str, where: str, message: str) -> Finding:
    """A finding about a corpus; `where` is /file or /file/row."""
    return Finding(code=code, where=where, message=message)


def read_manifest(corpus_root: Path) -> dict[str, Any]:
    """The manifest with the fields that scoring needs. Raises Rejected C_MANIFEST."""
    value = _parsed(_bytes(corpus_root, MANIFEST), f"/{MANIFEST}", code="C_MANIFEST")
    wrong = [name for name, kind in _NEEDED.items() if type(value.get(name)) is not kind]
    if wrong:
        raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}/{name}", f"{name} is missing or mistyped") for name in wrong])
    for name, entry in value["files"].items():
        if not isinstance(entry, dict) or not isinstance(entry.get("sha256"), str):
            raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}/files", f"no sha256 is given for {name}")])
    for row in value["categories"]:
        if not isinstance(row, dict) or not {"id", "name", "families"} <= row.keys():
            raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}/categories", "a category lacks id, name or families")])
    return value


def suite_digest(digests: Mapping[str, str]) -> str:
    """The digest of a suite: over the canonical JSON of {path: sha256} of all its data files."""
    return digest(canonical_bytes(dict(digests)))


def checked_rows(corpus_root: Path, name: str, digests: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows of one JSONL file, each an object with a unique text `id`, from bytes with the manifest's digest."""
    if name not in digests:
        raise Rejected([fault("C_MANIFEST", f"/{MANIFEST}/files", f"{name} is not listed")])
    data = _bytes(corpus_root, name)
    if sha256_hex(data) != digests[name]:
        raise Rejected([fault("C_DIGEST", f"/{name}", f"{name} is not the file that the manifest describes")])
    rows = [_parsed(line, f"/{name}/{number}", code="C_ROW") for number, line in enumerate(data.splitlines())]
    if len({row.get("id") for row in rows}) != len(rows) or not all(isinstance(row.get("id"), str) for row in rows):
        raise Rejected([fault("C_ROW", f"/{name}", "every row has its own id; one is missing or stands twice")])
    return rows


def _bytes(corpus_root: Path, name: str) -> bytes:
    try:
        return read_regular(corpus_root / name, max_bytes=MAX_FILE)
    except FileNotFoundError as error:
        message = f"{corpus_root.name} has no {name}; a complete corpus is expected"
        raise Rejected([fault("C_FILE", f"/{name}", message)]) from error


def _parsed(data: bytes, where: str, *, code: str) -> dict[str, Any]:
    try:
        value = parse(data, max_bytes=MAX_FILE)
    except Rejected as error:
        raise Rejected([fault(code, where, str(error.findings[0]))]) from error
    if not isinstance(value, dict):
        raise Rejected([fault(code, where, "an object is expected")])
    return value
