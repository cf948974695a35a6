"""Raw artifacts of a study: files named by their SHA-256, written once.

Invariant: an artifact that is read has the digest of its name; nothing that an attempt names is replaced or removed.
"""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path

from governance.corpus import finding
from records import Rejected, digest, read_regular, write_atomic

CODE = "G_STUDY_ARTIFACT"
ARTIFACTS = "artifacts"
MAX_BYTES = 64 << 20


def store(folder: Path, data: bytes) -> str:
    """Keep `data` in the study's folder; returns its digest."""
    named = digest(data)
    path = _path(folder, named)
    if not path.exists():
        write_atomic(path, data)
    return named


def load(folder: Path, named: str) -> bytes:
    """The bytes with this digest. Raises Rejected where they are missing or others."""
    where = f"{ARTIFACTS}/{named.removeprefix('sha256:')[:12]}"
    try:
        data = read_regular(_path(folder, named), max_bytes=MAX_BYTES)
    except FileNotFoundError as error:
        raise Rejected([finding(CODE, where, "", "the artifact is missing")]) from error
    except Rejected as error:
        raise Rejected([finding(CODE, where, "", "a plain file of sensible size is expected")]) from error
    if digest(data) != named:
        raise Rejected([finding(CODE, where, "", "the artifact was altered: its name is not its digest")])
    return data


def stored(folder: Path) -> frozenset[str]:
    """The digests that the names of a study's artifacts state."""
    top = folder / ARTIFACTS
    return frozenset(f"sha256:{path.name}" for path in top.iterdir()) if top.is_dir() else frozenset()


def sweep(folder: Path, named: Set[str]) -> None:
    """Remove what a launcher that was cut off left: artifacts of a launch whose end was never noted, torn files."""
    keep = {one.removeprefix("sha256:") for one in named}
    top = folder / ARTIFACTS
    torn = [path for path in folder.iterdir() if path.name.startswith(".") and path.name.endswith(".tmp")]
    stray = [path for path in top.iterdir() if path.name not in keep] if top.is_dir() else []
    for path in (*torn, *stray):
        path.unlink()


def _path(folder: Path, named: str) -> Path:
    return folder / ARTIFACTS / named.removeprefix("sha256:")
