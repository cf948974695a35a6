"""What lies in the root of the scheduling corpus, who writes it, and the identity that corpus.toml declares.

Invariant: a folder is written to only if its corpus.toml says that it is this corpus, with no unknown or missing field.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from generators.scheduling.shape import CORPUS, VERSION
from generators.scheduling.suite import DATA_FILES
from records import Finding, Rejected, printable, read_regular

KIND = "schedule"
IDENTITY_FILE = "corpus.toml"
MANIFEST = "manifest.json"
WRITTEN = (*DATA_FILES, MANIFEST)
"""What `generate` writes, in this order: the manifest last, so that it never describes files that are not there yet."""
README = "README.md"
ELSEWHERE = ("contracts", "corpus", "releases", "croissant.json", "eval.yaml")
"""Known companions that other commands own."""
MAX_BYTES = 8_000_000
_IDENTITY = {"schema_version": 1, "id": CORPUS, "version": VERSION, "role": "public-development", "kind": KIND}
_LEFTOVER = re.compile(r"\..*\.tmp")


def is_schedule_corpus(root: Path) -> bool:
    """Whether corpus.toml of `root` can be read and says kind = "schedule"."""
    try:
        return _identity(root).get("kind") == KIND
    except (OSError, ValueError, Rejected):
        return False


def read_identity(root: Path) -> None:
    """Raise Rejected unless corpus.toml of `root` declares the corpus that these generators make."""
    where = IDENTITY_FILE
    try:
        found = _identity(root)
    except FileNotFoundError:
        message = "corpus.toml is missing; it names the corpus that this folder holds"
        raise Rejected([Finding(code="E_CORPUS_ROOT", where=where, message=message)]) from None
    except ValueError as error:
        message = f"not TOML: {printable(error, 120)}"
        raise Rejected([Finding(code="E_CORPUS_TOML", where=where, message=message)]) from error
    findings = [
        Finding(code="E_CORPUS_TOML", where=f"{where}/{key}", message=message)
        for key in sorted({**_IDENTITY, **found})
        if (message := _mismatch(key, found))
    ]
    if findings:
        raise Rejected(findings)


def _identity(root: Path) -> dict[str, object]:
    return tomllib.loads(read_regular(root / IDENTITY_FILE, max_bytes=10_000).decode("utf-8"))


def _mismatch(key: str, found: dict[str, object]) -> str:
    if key not in _IDENTITY:
        return f"unknown field {printable(key)}"
    expected = _IDENTITY[key]
    if key not in found:
        return f"missing; {expected!r} is expected"
    same = type(found[key]) is type(expected) and found[key] == expected
    return "" if same else f"{printable(found[key])} is not {expected!r}"


def stray_files(root: Path) -> list[Finding]:
    """A finding for everything in the root that nobody owns, and for a missing README."""
    known = (*WRITTEN, IDENTITY_FILE, README, *ELSEWHERE)
    findings = []
    for name in sorted(path.name for path in root.iterdir()):
        if name in known:
            continue
        leftover = _LEFTOVER.fullmatch(name) is not None
        message = "left by an interrupted write; delete it" if leftover else "not a file of this corpus; move it away"
        findings.append(Finding(code="E_EXTRA_FILE", where=printable(name).strip("'"), message=message))
    if not (root / README).exists():
        findings.append(Finding(code="E_MISSING_FILE", where=README, message="missing; it describes the corpus"))
    return findings


def read_written(root: Path) -> tuple[dict[str, bytes], list[Finding]]:
    """The bytes of every written file that can be read, and a finding for each that cannot."""
    files: dict[str, bytes] = {}
    findings = []
    for name in WRITTEN:
        try:
            files[name] = read_regular(root / name, max_bytes=MAX_BYTES)
        except FileNotFoundError:
            message = "missing; `bench.py generate` writes it"
            findings.append(Finding(code="E_MISSING_FILE", where=name, message=message))
        except Rejected as error:
            findings.extend(Finding(code=f.code, where=name, message=f.message) for f in error.findings)
    return files, findings
