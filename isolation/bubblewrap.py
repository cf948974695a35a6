"""The bwrap program of this host. Invariant: taken from the system's folders, never from the caller's PATH."""

from __future__ import annotations

import functools
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from records import digest

FOLDERS = "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin"


class Unavailable(OSError):
    """This host cannot run the profile; the message says what is missing. `bench.py doctor` says how to mend it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Bubblewrap:
    """The bwrap program: where it is, which version it says it is, and the digest of its file."""

    path: Path
    version: str
    digest: str


def find_bubblewrap() -> Bubblewrap:
    """The bwrap of this host. Unavailable where there is none."""
    found = shutil.which("bwrap", path=FOLDERS)
    if not found:
        raise Unavailable("bubblewrap (bwrap) is not installed")
    path = Path(found).resolve()
    info = path.stat()
    return _read(path, info.st_size, info.st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _read(path: Path, size: int, changed: int) -> Bubblewrap:
    """Size and time of change are part of the question, so that a new program is read again."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, env={}, cwd="/")
    version = said.stdout.strip().rpartition(" ")[2] or "unknown"
    return Bubblewrap(path=path, version=version, digest=digest(path.read_bytes()))
