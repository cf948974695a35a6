"""The public archive of a retired corpus: its full history as files, with a list of their digests.

Invariant: only known names of a corpus are copied, never what else lies in the private root (plan, keys, notes); only
plain files; the list of digests is written last, so an archive with it is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from governance.corpus import IDENTITY_FILE, Governed, finding, read_json
from governance.publication.approval import Approval
from records import JsonValue, Rejected, canonical_line, read_regular, sha256_hex, write_atomic

CODE = "P_ARCHIVE"
INDEX = "ARCHIVE.json"
SCHEMA = "nnai-archive/1"
MANIFEST = "manifest.json"
PAGES = ("ROTATION.md", "DISCLOSURE.md")
FOLDERS = ("corpus", "contracts", "releases")
MAX_BYTES = 256 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Archive:
    """What is published: the names of the files, relative to the root, and how many others stay private."""

    names: tuple[str, ...]
    left: int


def gather_archive(governed: Governed, approval: Approval) -> Archive:
    """The files of the full history. Raises Rejected for a link or anything else that is no plain file among them."""
    root = governed.root
    folders = (*FOLDERS, *(word for word in approval.what if word in ("studies", "publications")))
    names = [name for name in _top(governed) if (root / name).exists()]
    for folder in folders:
        names += [path.relative_to(root).as_posix() for path in _walk(root / folder)]
    everything = sum(1 for path in root.rglob("*") if not path.is_dir())
    return Archive(names=tuple(sorted(names)), left=everything - len(names))


def require_new(destination: Path) -> None:
    """Raise Rejected P_ARCHIVE unless the archive's folder is new or empty."""
    if destination.exists() and (not destination.is_dir() or any(destination.iterdir())):
        raise Rejected([finding(CODE, "--archive", "", "a new or empty folder is expected")])


def write_archive(governed: Governed, approval: Approval, archive: Archive, destination: Path) -> None:
    """Copy into a new or empty folder. Raises Rejected for another folder."""
    require_new(destination)
    digests: dict[str, JsonValue] = {}
    for name in archive.names:
        data = read_regular(governed.root / name, max_bytes=MAX_BYTES)
        write_atomic(destination / name, data)
        digests[name] = sha256_hex(data)
    stated = {**asdict(approval), "date": approval.date.isoformat(), "what": list(approval.what)}
    index: dict[str, JsonValue] = {
        "schema": SCHEMA,
        "corpus": governed.identity.id,
        "version": governed.identity.version,
        "corpus_digest": governed.corpus_digest,
        "approval": stated,
        "files": digests,
    }
    write_atomic(destination / INDEX, canonical_line(index))


def _top(governed: Governed) -> tuple[str, ...]:
    """The corpus's own files at the top of its root: those that its manifest names, and the pages of its history."""
    manifest = read_json(governed.root, MANIFEST, code=CODE)
    table = manifest if isinstance(manifest, dict) else {}
    files, report = table.get("files"), table.get("artefact_report")
    named = [name for name in files if "/" not in name] if isinstance(files, dict) else []
    extra = report.get("file") if isinstance(report, dict) else None
    named += [extra] if isinstance(extra, str) and "/" not in extra else []
    return (IDENTITY_FILE, MANIFEST, *PAGES, *named)


def _walk(folder: Path) -> Iterator[Path]:
    """Every file below a folder but hidden ones and locks."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.name.startswith(".") or path.name == "lock":
            continue
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise Rejected(
                [finding(CODE, folder.name, "", "a link or special file is there; plain files are expected")]
            )
        if path.is_file():
            yield path
