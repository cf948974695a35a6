"""Where a reproduction is made: fetch the source, prepare the environment, run behind linux-bwrap-v1.

Invariant: a run gets the files it is handed, the system's /usr and the prepared environment, and nothing else; nothing
of one run is left for the next.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from isolation.job import Job, Outcome
from isolation.launcher import run
from isolation.limits import MIB, Limits
from isolation.profile import Bind
from isolation.source.git import Origin, SourceTree, fetch_source
from isolation.source.wheels import INTERPRETER, LIBRARY, Wheel, gather_wheels
from isolation.staging import prepared_environment
from isolation.tree import FOLDER

REPRODUCTION_LIMITS = Limits(
    address_space_bytes=8192 * MIB,
    cpu_seconds=3600,
    processes=256,
    wall_ms=5_400_000,
    memory_bytes=3072 * MIB,
    workspace_bytes=512 * MIB,
    workspace_entries=40_000,
)
TARGET = "/environment"


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A prepared environment, and runs in it."""

    folder: Path
    wheels: tuple[Wheel, ...]
    limits: Limits

    def run(
        self, command: Sequence[str], files: Mapping[str, bytes], executable: Collection[str], outputs: Sequence[str]
    ) -> Outcome:
        """One run of `command` in a fresh working folder that holds `files`; those in `executable` may be started."""
        with tempfile.TemporaryDirectory(prefix="nnai-programs-") as programs:
            inputs: dict[str, bytes | Path] = dict(files)
            for number, name in enumerate(sorted(executable)):
                inputs[name] = _program(Path(programs) / str(number), files[name])
            job = Job(
                command=tuple(command),
                inputs=inputs,
                outputs=tuple(outputs),
                environment={
                    "PATH": f"{TARGET}/bin:/usr/bin:/bin",
                    "PYTHONPATH": f"{TARGET}/{LIBRARY}",
                    "PYTHONDONTWRITEBYTECODE": "1",
                },
                limits=self.limits,
                binds=(Bind(source=self.folder, target=TARGET),),
            )
            return run(job)


def _program(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o700)
    return path


@dataclass(frozen=True, kw_only=True, slots=True)
class Workshop:
    """Fetches from the recorded address, or from `mirror` where one is named."""

    mirror: Origin | None = None
    limits: Limits = field(default=REPRODUCTION_LIMITS)

    @property
    def mirrored(self) -> bool:
        """Whether the source comes from another place than the record names."""
        return self.mirror is not None

    def fetch(self, url: str, revision: str) -> SourceTree:
        """The files of the pinned commit. Rejected and Unavailable as in `fetch_source`."""
        return fetch_source(self.mirror or Origin.of(url), revision)

    @contextmanager
    def prepare(self, requirements: Sequence[str], *, hashed: bool) -> Iterator[Bench]:
        """An environment of exactly these pinned wheels. Rejected and Unavailable as in `gather_wheels`."""
        with prepared_environment() as folder:
            (folder / "bin").mkdir(mode=0o755)
            (folder / "bin" / "python").symlink_to(INTERPRETER)
            top = os.open(folder, FOLDER)
            try:
                wheels = gather_wheels(requirements, top, hashed=hashed)
            finally:
                os.close(top)
            yield Bench(folder=folder, wheels=wheels, limits=self.limits)
