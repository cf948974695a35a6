"""Real git repositories, some of them with objects that no ordinary git command would make, and real wheels."""

from __future__ import annotations

import os
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from isolation.source import Origin

_IDENTITY = {f"GIT_{role}_{what}": "t@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@dataclass(frozen=True)
class Repository:
    """A bare repository that is filled by hand."""

    folder: Path

    @property
    def origin(self) -> Origin:
        return Origin.of(str(self.folder))

    def git(self, *arguments: str, data: bytes = b"") -> str:
        environment = {**os.environ, **_IDENTITY, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        command = ["git", "--git-dir", str(self.folder), *arguments]
        return subprocess.run(command, input=data, env=environment, check=True, capture_output=True).stdout.decode()

    def blob(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--no-filters", "--stdin", data=data).strip()

    def tree(self, *entries: tuple[str, str, str]) -> str:
        """A tree of (mode, name, oid), exactly as given: unsound ones too."""
        raw = b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(oid) for mode, name, oid in entries)
        return self.git("hash-object", "-w", "-t", "tree", "--literally", "--stdin", data=raw).strip()

    def commit(self, tree: str) -> str:
        """A commit of a tree, on a branch."""
        made = self.git("commit-tree", tree, "-m", "x").strip()
        self.git("update-ref", "refs/heads/main", made)
        return made

    def of(self, files: Mapping[str, bytes], mode: str = "100644") -> str:
        """A commit with these files in its top folder."""
        return self.commit(self.tree(*((mode, name, self.blob(data)) for name, data in sorted(files.items()))))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "source.git")
    made.folder.mkdir()
    made.git("init", "--quiet", "--bare", "--template=")
    return made


MakeWheel = Callable[..., Path]


@pytest.fixture
def make_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeWheel:
    """Make a pure wheel where pip looks, which looks nowhere else."""
    folder = tmp_path / "registry"
    folder.mkdir()
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)

    def make(name: str = "words", members: Mapping[str, bytes] | None = None, needs: str = "") -> Path:
        path = folder / f"{name}-1.0-py3-none-any.whl"
        facts = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}"
        with zipfile.ZipFile(path, "w") as archive:
            for member, data in (members or {f"{name}/__init__.py": b"WORD = 'found'\n"}).items():
                archive.writestr(member, data)
            archive.writestr(f"{name}-1.0.dist-info/METADATA", facts)
            archive.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
        return path

    return make
