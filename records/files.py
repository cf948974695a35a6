"""Files that survive a crash and files that an attacker wrote.

Invariant: a file written here is either the old bytes or the new bytes; a file read here was a regular file, read once.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from records.findings import Finding, Rejected, printable


def write_atomic(path: Path, data: bytes) -> None:
    """Replace `path` by `data`: temporary name in the same folder, sync, rename, sync the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush the folder's own entry to disk, so that a rename survives a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_regular(path: Path, *, max_bytes: int) -> bytes:
    """The bytes of a regular file, read once. A link, folder, pipe or device is E_NOT_REGULAR, a large one E_TOO_LARGE.

    A file that does not exist raises FileNotFoundError: that is the caller's environment, not data.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Rejected([_not_regular(path)]) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Rejected([_not_regular(path)])
    with os.fdopen(handle, "rb") as stream:
        data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise Rejected([Finding(code="E_TOO_LARGE", where="", message=f"more than {max_bytes} bytes are not read")])
    return data


def _not_regular(path: Path) -> Finding:
    return Finding(
        code="E_NOT_REGULAR",
        where="",
        message=f"{printable(path.name)} is not a regular file; a plain file is expected",
    )
