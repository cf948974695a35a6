"""What lies in the root of the core corpus, who writes it, and the identity that corpus.toml declares.

Invariant: a folder is written to only if its corpus.toml says that it is this corpus, with no unknown or missing field.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from generators.artefacts import REPORT
from generators.shape import CORPUS, VERSION
from generators.suite import DATA_FILES
from records import Finding, Rejected, printable, read_regular

MANIFEST = "manifest.json"
WRITTEN = (*DATA_FILES, REPORT, MANIFEST)
"""What `generate` writes, in this order: the manifest last, so that it never describes files that are not there yet."""
README = "README.md"
BY_HAND = ("corpus.toml", README)
ELSEWHERE = ("contracts", "corpus", "releases", "croissant.json", "eval.yaml")
"""Known companions that other commands own."""
MAX_BYTES = 8_000_000
_IDENTITY = {"schema_version": 1, "id": CORPUS, "version": VERSION, "role": "public-development", "kind": "choice"}
_LEFTOVER = re.compile(r"\..*\.tmp")


def read_identity(root: Path) -> None:
    """Raise Rejected unless corpus.toml of `root` declares the corpus that these generators make."""
    where = "corpus.toml"
    try:
        text = read_regular(root / where, max_bytes=10_000).decode("utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError:
        message = "corpus.toml is missing; it names the corpus that this folder holds"
        raise Rejected([Finding(code="E_CORPUS_ROOT", where=where, message=message)]) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Rejected(
            [Finding(code="E_CORPUS_TOML", where=where, message=f"not TOML: {printable(error, 120)}")]
        ) from error
    findings = [
        Finding(code="E_CORPUS_TOML", where=f"{where}/{key}", message=_mismatch(key, found, key in found))
        for key in sorted({**_IDENTITY, **found})
        if key not in _IDENTITY or key not in found or not _equal(found[key], _IDENTITY[key])
    ]
    if findings:
        raise Rejected(findings)


def _equal(found: object, expected: object) -> bool:
    return type(found) is type(expected) and found == expected


def _mismatch(key: str, found: dict[str, object], present: bool) -> str:
    if key not in _IDENTITY:
        return f"unknown field {printable(key)}"
    expected = _IDENTITY[key]
    return f"{printable(found[key])} is not {expected!r}" if present else f"missing; {expected!r} is expected"


def stray_files(root: Path) -> list[Finding]:
    """A finding for everything in the root that nobody owns, and for a missing README."""
    known = (*WRITTEN, *BY_HAND, *ELSEWHERE)
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


def corpus_roots(folder: Path) -> tuple[Path, ...]:
    """`folder` itself if it is a corpus root, else the corpus roots below it or below its `corpora`, else `folder`."""
    if not (folder / "corpus.toml").exists():
        below = [path.parent for pattern in ("*", "corpora/*") for path in folder.glob(f"{pattern}/corpus.toml")]
        if below:
            return tuple(sorted(below))
    return (folder,)
