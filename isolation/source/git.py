"""The files of one commit, read out of git as objects: no working tree is ever made.

So no hook, filter, attribute, submodule or large-file extension can run, and no link is followed. The commit id
addresses the content: git computes it from what it received, so a mirror is as good as the origin.
Invariant: what is handed out are regular files with sound, distinct relative paths, within stated limits; links and
submodules are named and left out.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from isolation.bubblewrap import Unavailable
from isolation.source.process import Done, start
from isolation.tree import parts
from records import Finding, Rejected, printable

REVISION = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
MIB = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceLimits:
    """How much a revision may hold."""

    files: int = 15_000
    file_bytes: int = 32 * MIB
    bytes: int = 128 * MIB
    pack_bytes: int = 512 * MIB
    path_length: int = 400
    depth: int = 40
    seconds: int = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """Where a repository is fetched from: an https address, or a repository on this machine."""

    address: str
    local: bool

    @classmethod
    def of(cls, text: str) -> Origin:
        """An https address or the path of a folder. ValueError for anything else."""
        if text.startswith("https://"):
            return cls(address=text.rstrip("/"), local=False)
        if "://" not in text and Path(text).is_dir():
            return cls(address=str(Path(text).resolve()), local=True)
        raise ValueError(f"{printable(text)}: an https address or the folder of a git repository is expected")


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceFile:
    """One file of the commit."""

    path: str
    data: bytes
    executable: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """A name of the commit that is no file: `what` is link or submodule."""

    path: str
    what: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceTree:
    """Everything one commit holds; `tree` is git's id of its content."""

    commit: str
    tree: str
    files: tuple[SourceFile, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Line:
    path: str
    mode: str
    oid: str
    size: int


def fetch_source(origin: Origin, revision: str, limits: SourceLimits | None = None) -> SourceTree:
    """The files of `revision` (a full commit id). Rejected when the commit is not there or cannot be used; Unavailable
    when the repository cannot be reached."""
    if not REVISION.match(revision):
        raise Rejected([_fault("R_REVISION", "", f"{printable(revision)} is no full commit id")])
    bounds = limits or SourceLimits()
    with _store(revision, bounds) as store:
        store.fetch(origin, revision)
        lines = _sound(store.listing(revision), bounds)
        files = [line for line in lines if line.mode.startswith("100")]
        contents = store.contents([line.oid for line in files])
        return SourceTree(
            commit=revision,
            tree=store.run("rev-parse", f"{revision}^{{tree}}").output.decode().strip(),
            files=tuple(
                SourceFile(path=line.path, data=data, executable=line.mode == "100755")
                for line, data in zip(files, contents, strict=True)
            ),
            left_out=tuple(
                LeftOut(path=line.path, what="submodule" if line.mode == "160000" else "link")
                for line in lines
                if not line.mode.startswith("100")
            ),
        )


@contextmanager
def _store(revision: str, limits: SourceLimits) -> Iterator[_Store]:
    program = shutil.which("git")
    if program is None:
        raise Unavailable("the pinned source is fetched with git, and this machine has no `git` command")
    with tempfile.TemporaryDirectory(prefix="nnai-source-") as folder:
        store = _Store(program=program, folder=Path(folder) / "store", limits=limits)
        form = "sha256" if len(revision) == 64 else "sha1"
        made = store.run("init", "--quiet", "--bare", "--template=", f"--object-format={form}", str(store.folder))
        if made.code:
            raise Unavailable(f"git cannot make a store: {made.complaint}")
        yield store


@dataclass(frozen=True, kw_only=True, slots=True)
class _Store:
    """A bare repository that lives as long as one fetch."""

    program: str
    folder: Path
    limits: SourceLimits

    def run(self, *arguments: str, data: bytes = b"", protocol: str = "none", largest: int = 16 * MIB) -> Done:
        """One git command; nothing but `protocol` may be spoken."""
        settings = {
            "protocol.allow": "never",
            f"protocol.{protocol}.allow": "always",
            "credential.helper": "",
            "core.hooksPath": os.devnull,
            "core.attributesFile": os.devnull,
            "core.bigFileThreshold": "1m",
            "http.followRedirects": "false",
            "transfer.unpackLimit": "1",
            "fetch.recurseSubmodules": "false",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return start(
            [self.program, *options, "--git-dir", str(self.folder), "--literal-pathspecs", *arguments],
            seconds=self.limits.seconds,
            largest=largest,
            data=data,
            variables={
                "HOME": os.devnull,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_TERMINAL_PROMPT": "0",
                "GIT_ASKPASS": "/bin/false",
                "GIT_NO_REPLACE_OBJECTS": "1",
                "GIT_NO_LAZY_FETCH": "1",
                "GIT_LFS_SKIP_SMUDGE": "1",
            },
        )

    def fetch(self, origin: Origin, revision: str) -> None:
        """Bring the commit in: alone where the server allows it, else with every branch and tag."""
        addresses = (origin.address,) if origin.local else (origin.address, f"{origin.address}.git")
        failures = []
        for address in addresses:
            for flags, names in (("--depth=1", (revision,)), ("--no-tags", _EVERYTHING)):
                done = self._fetched(flags, address, names, "file" if origin.local else "https")
                if self._has(revision):
                    return
                failures.append(done)
        if any(not done.code for done in failures):
            raise Rejected([_fault("R_REVISION", "/source/revision", f"the repository holds no commit {revision}")])
        raise Unavailable(f"the source cannot be fetched: {failures[0].complaint}")

    def _fetched(self, flag: str, address: str, names: tuple[str, ...], protocol: str) -> Done:
        fixed = ("--quiet", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance")
        largest = self.limits.pack_bytes
        done = self.run("fetch", *fixed, flag, "--", address, *names, protocol=protocol, largest=largest)
        arrived = [path.stat().st_size for path in (self.folder / "objects" / "pack").glob("*")]
        if done.too_large or max(arrived, default=0) >= largest:
            message = f"the repository is larger than {largest // MIB} MiB"
            raise Rejected([_fault("R_TOO_LARGE", "/source/url", message)])
        return done

    def _has(self, revision: str) -> bool:
        done = self.run("cat-file", "-t", revision)
        return not done.code and done.output.strip() == b"commit"

    def listing(self, revision: str) -> list[_Line]:
        """Every name of the commit. A tree that repeats itself without end is cut by the size of the answer."""
        done = self.run("ls-tree", "-r", "-z", "--long", "--full-tree", revision)
        if done.too_large:
            raise Rejected([_fault("R_TOO_LARGE", "/source", "the commit lists more names than can be read")])
        if done.code:
            raise Rejected([_fault("R_TREE", "/source", f"the commit cannot be read: {done.complaint}")])
        lines = done.output.split(b"\0")
        if len(lines) > self.limits.files + 1:
            raise Rejected([_fault("R_TOO_LARGE", "/source", f"more than {self.limits.files} files")])
        return [_line(line) for line in lines if line]

    def contents(self, oids: list[str]) -> list[bytes]:
        """The bytes of these blobs, in order."""
        done = self.run("cat-file", "--batch", data="".join(f"{oid}\n" for oid in oids).encode(), largest=_BATCH)
        found, place = [], 0
        for oid in oids:
            end = done.output.find(b"\n", place)
            head = done.output[place:end].split(b" ")
            if end < 0 or len(head) != 3 or head[0] != oid.encode() or head[1] != b"blob":
                raise Rejected([_fault("R_TREE", "/source", f"the object {oid[:12]} cannot be read")])
            size = int(head[2])
            found.append(done.output[end + 1 : end + 1 + size])
            place = end + 2 + size
        return found


_EVERYTHING = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
_BATCH = 256 * MIB


def _line(raw: bytes) -> _Line:
    head, _, path = raw.partition(b"\t")
    mode, _, oid, size = head.decode("ascii").split()
    return _Line(path=path.decode("utf-8", "surrogateescape"), mode=mode, oid=oid, size=0 if size == "-" else int(size))


def _sound(lines: list[_Line], limits: SourceLimits) -> list[_Line]:
    """The lines, once every name is a path that can stand in a folder and everything is within the limits."""
    found = [finding for line in lines for finding in _objections(line, limits)]
    names = {line.path for line in lines}
    if len(names) != len(lines):
        found.append(_fault("R_TREE", "/source", "a name stands twice in one folder"))
    folders = {"/".join(split[:end]) for name in names for split in [name.split("/")] for end in range(1, len(split))}
    found += [_fault("R_TREE", name, "is a file and a folder at once") for name in sorted(names & folders)]
    if sum(line.size for line in lines) > limits.bytes:
        found.append(_fault("R_TOO_LARGE", "/source", f"the files hold more than {limits.bytes // MIB} MiB"))
    if found:
        raise Rejected(found)
    return lines


def _objections(line: _Line, limits: SourceLimits) -> Iterator[Finding]:
    shown = line.path.encode("utf-8", "backslashreplace").decode()[:200]
    if line.size > limits.file_bytes:
        yield _fault("R_TOO_LARGE", shown, f"{line.size} bytes; at most {limits.file_bytes} are expected in one file")
    if not line.path.isprintable():
        yield _fault("R_TREE", printable(shown), "the name has characters that cannot be shown, or is no UTF-8")
    if len(line.path) > limits.path_length or line.path.count("/") >= limits.depth:
        yield _fault("R_TREE", printable(shown), "the name is too long or nested too deep")
    try:
        split = parts(line.path)
    except ValueError as error:
        yield _fault("R_TREE", printable(shown), str(error))
    else:
        if any(part.casefold() == ".git" for part in split):
            yield _fault("R_TREE", printable(shown), "a folder of git inside a commit")


def _fault(code: str, where: str, message: str) -> Finding:
    return Finding(code=code, where=where, message=message)
