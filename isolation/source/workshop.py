"""Where a reproduction is made: fetch the source, prepare the environment, run behind linux-bwrap-v1.

Invariant: a run gets the files it is handed, the system's /usr and the prepared environment, and nothing else; nothing
of one run is left for the next.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

from isolation.job import Job, Outcome
from isolation.limits import MIB, Limits
from isolation.profile import Bind
from isolation.source.environment import TARGET, Environment, environment_of
from isolation.source.git import Origin, SourceTree, fetch_source
from isolation.source.packages import LaunchWithPackages
from isolation.source.wheels import LIBRARY, Wheel
from isolation.spread import launch_here, spread

REPRODUCTION_LIMITS = Limits(
    address_space_bytes=8192 * MIB,
    cpu_seconds=3600,
    processes=256,
    wall_ms=5_400_000,
    memory_bytes=3072 * MIB,
    workspace_bytes=512 * MIB,
    workspace_entries=40_000,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A prepared environment, and runs in it: here, or on the workers of a cluster, which prepare it for themselves."""

    environment: Environment
    packages: LaunchWithPackages
    limits: Limits
    scheduler: str | None = None

    @property
    def wheels(self) -> tuple[Wheel, ...]:
        """What was unpacked on this machine."""
        return self.environment.wheels

    def runs(
        self,
        command: Sequence[str],
        files: Mapping[str, bytes],
        executable: Collection[str],
        outputs: Sequence[str],
        count: int = 1,
    ) -> Iterator[Outcome]:
        """`count` runs of `command`, each in a fresh working folder that holds `files`, yielded as each ends.

        Those in `executable` may be started. Who stops taking outcomes makes no further run here.
        """
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
                binds=() if self.scheduler else (Bind(source=self.environment.folder, target=TARGET),),
            )
            launch = self.packages if self.scheduler else launch_here
            for _, outcome in spread(repeat(job, count), scheduler=self.scheduler, launch=launch):
                yield outcome


def _program(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o700)
    return path


@dataclass(frozen=True, kw_only=True, slots=True)
class Workshop:
    """Fetches from the recorded address, or from `mirror` where one is named; runs on the cluster of `scheduler`."""

    mirror: Origin | None = None
    scheduler: str | None = None
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
        with environment_of(requirements, hashed=hashed) as environment:
            packages = LaunchWithPackages(requirements=tuple(requirements), hashed=hashed)
            yield Bench(environment=environment, packages=packages, limits=self.limits, scheduler=self.scheduler)
