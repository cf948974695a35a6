"""Locked packages as wheels, unpacked into a prepared environment: downloaded by pip, never installed by it.

Invariant: no code of a package runs on the host (no build, no set-up script, no compilation, no .pth file); a member of
a wheel lands below the environment or the wheel is refused. pip keeps the maintainer's own choice of registries.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from isolation.bubblewrap import Unavailable
from isolation.source.process import Done, start
from isolation.tree import parts, read_file, write_file
from records import Finding, Rejected, printable, sha256_hex

LIBRARY = "lib"
INTERPRETER = Path("/usr/bin/python3")
"""What `python3` is inside the sandbox; wheels are chosen for its version."""
MAX_MEMBERS, MAX_UNPACKED, MAX_WHEEL = 100_000, 4 << 30, 1 << 30
SECONDS = 1800
_OFFLINE = ("NewConnectionError", "ConnectTimeout", "Failed to establish", "Name or service not known", "ReadTimeout")
_PASSED = ("HOME", "XDG_CACHE_HOME")


@dataclass(frozen=True, kw_only=True, slots=True)
class Wheel:
    """One wheel that was unpacked: file name and SHA-256 (64 hex digits) of the archive."""

    file: str
    sha256: str


def download(requirements: Sequence[str], folder: Path, *, hashed: bool) -> tuple[Path, ...]:
    """One wheel for each requirement line. Rejected where there is none, Unavailable where no registry answers."""
    listed = folder / "requirements.txt"
    listed.write_text("".join(f"{line}\n" for line in requirements), encoding="utf-8")
    wheels = folder / "wheels"
    fixed = ["--no-deps", "--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--progress-bar=off"]
    fixed += ["--quiet", f"--python-version={_version()}", "--implementation=cp", "--dest", str(wheels)]
    fixed += ["--require-hashes"] if hashed else []
    chosen = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name in _PASSED}
    done = start(
        [sys.executable, "-m", "pip", "download", *fixed, "-r", str(listed)],
        seconds=SECONDS,
        largest=MAX_WHEEL,
        variables={**chosen, "PYTHONNOUSERSITE": "1"},
    )
    if done.code:
        raise _refusal(done)
    return tuple(sorted(wheels.glob("*.whl"))) if wheels.is_dir() else ()


def _version() -> str:
    """Of the interpreter inside, as in its file name: /usr/bin/python3 is a link to python3.11."""
    name = INTERPRETER.resolve().name.removeprefix("python")
    if not INTERPRETER.exists() or not name.startswith("3."):
        raise Unavailable(f"{INTERPRETER} is not there: nothing could run Python in the sandbox")
    return name


def _refusal(done: Done) -> Exception:
    errors = [line for line in done.errors.splitlines() if line.startswith("ERROR:")]
    said = printable((errors or [done.complaint])[-1].removeprefix("ERROR: "), 240)
    if any(word in done.errors for word in _OFFLINE):
        return Unavailable(f"pip reaches no registry: {said}")
    if "No module named pip" in done.errors:
        return Unavailable("this Python has no pip to download wheels with")
    code = "R_WHEEL_HASH" if "DO NOT MATCH THE HASHES" in done.errors else "R_WHEEL"
    return Rejected([Finding(code=code, where="/reproduction/environment", message=f"no locked wheels: {said}")])


def unpack(wheels: Sequence[Path], top: int) -> tuple[Wheel, ...]:
    """Unpack wheels below the folder `top`, into LIBRARY. Rejected for an archive that is not what a wheel is."""
    made = []
    left = _Left(members=MAX_MEMBERS, bytes=MAX_UNPACKED)
    for path in wheels:
        made.append(Wheel(file=path.name, sha256=sha256_hex(path.read_bytes())))
        try:
            with zipfile.ZipFile(path) as archive:
                for name, data in _members(archive, path.name, left):
                    _place(top, name, data, path.name)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise _bad(path.name, f"it is no sound archive ({type(error).__name__})") from error
    return tuple(made)


@dataclass(kw_only=True, slots=True)
class _Left:
    """What may still be unpacked."""

    members: int
    bytes: int


def _members(archive: zipfile.ZipFile, wheel: str, left: _Left) -> Iterator[tuple[str, bytes]]:
    """Path below the environment and bytes of every member that an import can need."""
    for info in archive.infolist():
        if info.is_dir():
            continue
        left.members -= 1
        left.bytes -= info.file_size
        if left.members < 0 or left.bytes < 0:
            raise _bad(wheel, "the wheels unpack to more than an environment may hold")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise _bad(wheel, f"{printable(info.filename)} is a link")
        target = _target(info.filename, wheel)
        if target is not None:
            with archive.open(info) as stream:
                data = stream.read(info.file_size + 1)
            if len(data) != info.file_size:
                raise _bad(wheel, f"{printable(info.filename)} has not the size it states")
            yield target, data


def _target(member: str, wheel: str) -> str | None:
    """Where a member belongs; None for scripts, headers and data, which no import needs."""
    try:
        split = parts(member)
    except ValueError as error:
        raise _bad(wheel, str(error)) from error
    if not split[0].endswith(".data"):
        return f"{LIBRARY}/{member}"
    if len(split) < 3 or split[1] not in ("purelib", "platlib"):
        return None
    return str(PurePosixPath(LIBRARY, *split[2:]))


def _place(top: int, name: str, data: bytes, wheel: str) -> None:
    try:
        write_file(top, name, data)
    except FileExistsError:
        if read_file(top, name, len(data)) != data:
            raise _bad(wheel, f"another wheel brings another {printable(name)}") from None
    except (NotADirectoryError, IsADirectoryError) as error:
        raise _bad(wheel, f"{printable(name)} is a file and a folder at once") from error


def _bad(wheel: str, message: str) -> Rejected:
    return Rejected([Finding(code="R_WHEEL", where="/reproduction/environment", message=f"{wheel}: {message}")])


def gather_wheels(requirements: Sequence[str], top: int, *, hashed: bool) -> tuple[Wheel, ...]:
    """Download and unpack in one go; () for no requirement."""
    if not requirements:
        return ()
    with tempfile.TemporaryDirectory(prefix="nnai-wheels-") as folder:
        return unpack(download(requirements, Path(folder), hashed=hashed), top)
