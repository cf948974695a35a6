"""Launches over a running dask.distributed cluster: a job travels with its files to a worker, its outcome comes back.

Invariant: whose worker dies is started again elsewhere by the scheduler, and its outcome is taken once. The scheduler
and its workers are trusted: dask moves pickles. A worker must hold the same launcher; its evidence says which it had.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import distributed
from distributed.scheduler import KilledWorker

from isolation.bubblewrap import Unavailable
from isolation.job import Job, Outcome
from isolation.profile import Profile
from isolation.spread.local import Launch
from isolation.tree import gather

_dask: Any = distributed
"""dask's client is written without types."""
CONNECT_SECONDS = 20
AHEAD = 2
"""Jobs under way for every thread of the cluster: one runs, one waits on the worker."""
LOSSES = 3
"""So often a job is sent out again after the scheduler gave it up for killing workers."""

_Files = tuple[tuple[str, bytes, bool], ...]
"""Name, bytes, executable."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parcel:
    """A job with the bytes of all its files, ready to travel."""

    job: Job
    inputs: _Files
    agent: _Files | None


def over_cluster(jobs: Iterable[Job], launch: Launch, profile: Profile, address: str) -> Iterator[tuple[int, Outcome]]:
    """Launch on the workers of the scheduler at `address`; yields as each job ends. Unavailable where it is lost."""
    try:
        client = _dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unavailable(f"no scheduler answers at the address that was given ({type(error).__name__})") from error
    with client:
        yield from _Errands(client=client, launch=launch, profile=profile).run(jobs)


class _Errands:
    """The jobs that are under way, by the future that stands for each."""

    def __init__(self, *, client: Any, launch: Launch, profile: Profile) -> None:
        self._client, self._launch, self._profile = client, launch, profile
        self._sent: dict[Any, tuple[int, Parcel, int]] = {}
        self._ended = _dask.as_completed(loop=client.loop)

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, Outcome]]:
        numbered = enumerate(jobs)
        while True:
            room = max(1, AHEAD * sum(self._client.nthreads().values()))
            while len(self._sent) < room and (entry := next(numbered, None)) is not None:
                self._send(entry[0], pack(entry[1]), 0)
            if not self._sent:
                return
            future = next(self._ended)
            number, parcel, losses = self._sent.pop(future)
            try:
                outcome: Outcome = future.result()
            except KilledWorker as error:
                if losses == LOSSES:
                    raise Unavailable(f"job {number} ended every worker that it was given to") from error
                self._send(number, parcel, losses + 1)
                continue
            yield number, outcome

    def _send(self, number: int, parcel: Parcel, losses: int) -> None:
        future = self._client.submit(deliver, parcel, self._launch, self._profile, pure=False)
        self._sent[future] = (number, parcel, losses)
        self._ended.add(future)


def pack(job: Job) -> Parcel:
    """The job with its files read. ValueError for a job with binds: an environment is made where the job runs."""
    if job.binds:
        raise ValueError("a job for a cluster has no binds; its launch prepares the environment on the worker")
    bare = replace(job, inputs={}, agent=None)
    return Parcel(job=bare, inputs=_read(job.inputs), agent=None if job.agent is None else _read(job.agent))


def deliver(parcel: Parcel, launch: Launch, profile: Profile) -> Outcome:
    """On a worker: lay the files out, launch, and clear up."""
    with tempfile.TemporaryDirectory() as folder:
        inputs = _lay_out(Path(folder, "inputs"), parcel.inputs)
        agent = None if parcel.agent is None else _lay_out(Path(folder, "agent"), parcel.agent)
        return launch(replace(parcel.job, inputs=inputs, agent=agent), profile)


def _read(files: Path | Mapping[str, bytes | Path]) -> _Files:
    if isinstance(files, Path):
        return tuple(gather(files))
    return tuple(
        (name, source, False)
        if isinstance(source, bytes)
        else (name, source.read_bytes(), bool(source.stat().st_mode & 0o100))
        for name, source in sorted(files.items())
    )


def _lay_out(folder: Path, files: _Files) -> dict[str, bytes | Path]:
    """Executable files as files, for that is how a job knows them; all others as bytes."""
    laid: dict[str, bytes | Path] = {}
    for number, (name, data, executable) in enumerate(files):
        laid[name] = data
        if executable:
            path = folder / str(number)
            folder.mkdir(exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o700)
            laid[name] = path
    return laid
