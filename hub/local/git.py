"""Git plumbing on one bare repository: the only place of the local hub that starts a process.

Invariant: a ref moves only from the value that the caller expects (compare-and-swap), and only to a commit whose
objects are already stored; so a crash at any point leaves the old history or the new one. Refs and object names that
reach a command line are checked first; paths travel on standard input, or as literal path arguments after `--`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

OID = re.compile(r"[0-9a-f]{40}\Z")
REF = re.compile(r"refs/(heads/[a-z0-9-]{1,40}|pr/[1-9][0-9]{0,8})\Z")
ZERO = "0" * 40
SECONDS = 60
SETTINGS = "[core]\n\tfsync = committed,reference\n\tlogAllRefUpdates = false\n[gc]\n\tauto = 0\n"


class GitFailed(RuntimeError):
    """A git command failed: what it was and what git said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of a tree: `kind` is blob or tree, `size` is None for a tree."""

    path: str
    kind: str
    oid: str
    size: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """One commit of a log; `date` as RFC 3339 in UTC, `parents` oldest line of history first."""

    oid: str
    parents: tuple[str, ...]
    author: str
    date: str
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One path that differs between two commits: the oid after, or None where it was deleted."""

    path: str
    oid: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Signature:
    """Who made a commit and when (whole seconds since 1970)."""

    name: str
    seconds: int


class Repository:
    """A bare repository in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create(self) -> None:
        """Make the bare repository, without hooks; repeating it is harmless."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.run("init", "--quiet", "--bare", "--template=", "--initial-branch=main", str(self.folder))
        with (self.folder / "config").open("a") as config:
            config.write(SETTINGS)

    def run(
        self, *arguments: str, data: bytes = b"", index: Path | None = None, extra: Mapping[str, str] | None = None
    ) -> bytes:
        """Standard output of one git command.

        Raises:
            GitFailed: git is missing, answered with an error, or took more than a minute.
        """
        command = [git_program(), "--git-dir", str(self.folder), "--literal-pathspecs", *arguments]
        environment = _environment(index) | dict(extra or {})
        try:
            done = subprocess.run(
                command, input=data, capture_output=True, env=environment, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise GitFailed(f"git {arguments[0]} took more than {SECONDS} s") from error
        if done.returncode:
            raise GitFailed(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()[:300]}")
        return done.stdout

    def commit_of(self, name: str) -> str | None:
        """The commit that a ref or a full oid names, or None."""
        if not (OID.match(name) or REF.match(name)):
            return None
        try:
            return self.run("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip()
        except GitFailed:
            return None

    def write_blobs(self, contents: Sequence[bytes]) -> list[str]:
        """Store many byte strings with one process; their oids in the same order."""
        if not contents:
            return []
        with tempfile.TemporaryDirectory(prefix="nnai-blobs-") as folder:
            names = [str(Path(folder) / str(number)) for number in range(len(contents))]
            for name, content in zip(names, contents, strict=True):
                Path(name).write_bytes(content)
            lines = "".join(f"{name}\n" for name in names).encode()
            return self.run("hash-object", "-w", "--no-filters", "--stdin-paths", data=lines).decode().split()

    def write_tree(self, base: str | None, changes: Mapping[str, str | None]) -> str:
        """The tree of commit `base` with `changes` (path -> blob oid, None to delete), made in a private index."""
        lines = [f"0 {ZERO}\t{path}\0" if oid is None else f"100644 {oid}\t{path}\0" for path, oid in changes.items()]
        with tempfile.TemporaryDirectory(prefix="nnai-index-") as folder:
            index = Path(folder) / "index"
            if base is not None:
                self.run("read-tree", base, index=index)
            self.run("update-index", "-z", "--index-info", data="".join(lines).encode(), index=index)
            return self.run("write-tree", index=index).decode().strip()

    def write_commit(self, tree: str, parents: tuple[str, ...], message: str, author: Signature) -> str:
        """Store a commit; its oid. It is on no branch until `move`."""
        who = {"NAME": author.name, "EMAIL": f"{author.name}@localhub.invalid", "DATE": f"{author.seconds} +0000"}
        extra = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()}
        named = [part for parent in parents for part in ("-p", parent)]
        return self.run("commit-tree", tree, *named, data=message.encode(), extra=extra).decode().strip()

    def move(self, ref: str, new: str, expected: str | None) -> bool:
        """Point `ref` to `new` if it is at `expected` (None: it must not exist). False: it is somewhere else."""
        if not REF.match(ref):
            raise GitFailed(f"not a ref of this hub: {ref!r}")
        try:
            self.run("update-ref", ref, new, expected or ZERO)
        except GitFailed:
            if self.commit_of(ref) != expected:
                return False
            raise
        return True

    def entries(self, commit: str, path: str = "", *, recursive: bool = False) -> list[Entry]:
        """What stands in folder `path` of a commit, folders included; with `recursive`, everything below it."""
        flags = ["-r", "-t"] if recursive else []
        where = ["--", f"{path}/"] if path else []
        return _entries(self.run("ls-tree", "-z", "--long", "--full-tree", *flags, commit, *where), below=path)

    def entry(self, commit: str, path: str) -> Entry | None:
        """The file or folder at exactly `path`, or None."""
        found = _entries(self.run("ls-tree", "-z", "--long", "--full-tree", commit, "--", path), below="")
        return next((entry for entry in found if entry.path == path), None)

    def read_blob(self, oid: str) -> bytes:
        """The bytes of a blob."""
        return self.run("cat-file", "blob", oid)

    def log(self, commit: str, *, skip: int = 0, limit: int = 1000) -> list[Commit]:
        """History, newest first."""
        form = "--format=%H%n%P%n%an%n%cd%n%B"
        date = "--date=format-local:%Y-%m-%dT%H:%M:%S.000Z"
        raw = self.run(
            "log", "-z", form, date, f"--skip={skip}", f"--max-count={limit}", commit, "--", extra={"TZ": "UTC"}
        )
        return [_commit(part) for part in raw.decode(errors="replace").split("\0") if part]

    def refs(self, prefix: str) -> dict[str, str]:
        """Ref name -> commit, for refs below `prefix`."""
        lines = self.run("for-each-ref", "--format=%(objectname) %(refname)", prefix).decode().splitlines()
        return {name: oid for oid, _, name in (line.partition(" ") for line in lines)}

    def merge_base(self, one: str, other: str) -> str | None:
        """The common ancestor of two commits, or None."""
        try:
            return self.run("merge-base", one, other).decode().strip()
        except GitFailed:
            return None

    def changes(self, base: str, head: str) -> list[Change]:
        """Paths that differ between two commits."""
        raw = self.run("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", base, head)
        parts = raw.decode(errors="replace").split("\0")
        pairs = zip(parts[0::2], parts[1::2], strict=False)
        return [Change(path=path, oid=None if head[-1] == "D" else head.split(" ")[3]) for head, path in pairs]

    def diff(self, base: str, head: str) -> str:
        """The unified diff between two commits, as git writes it."""
        return self.run("diff-tree", "-r", "-p", "--no-ext-diff", "--no-textconv", base, head).decode(errors="replace")


def git_program() -> str:
    """The path of git.

    Raises:
        GitFailed: there is none on this machine.
    """
    program = shutil.which("git")
    if program is None:
        raise GitFailed("the local hub keeps submissions in git repositories, and this machine has no `git` command")
    return program


def _environment(index: Path | None) -> dict[str, str]:
    """What git may know: no configuration, credentials or repository of the person who started the hub."""
    base = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.devnull,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    return base if index is None else base | {"GIT_INDEX_FILE": str(index)}


def _entries(raw: bytes, *, below: str) -> list[Entry]:
    found = []
    for line in raw.decode(errors="replace").split("\0"):
        if not line:
            continue
        head, _, path = line.partition("\t")
        _mode, kind, oid, size = head.split()
        if below and not path.startswith(f"{below}/"):
            continue
        found.append(Entry(path=path, kind=kind, oid=oid, size=None if size == "-" else int(size)))
    return found


def _commit(text: str) -> Commit:
    oid, parents, author, date, message = text.split("\n", 4)
    return Commit(oid=oid, parents=tuple(parents.split()), author=author, date=date, message=message.strip("\n"))
