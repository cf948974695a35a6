"""The launcher: stages a job, starts it behind the walls of a profile, and brings back what it left.

Invariant: fails closed. The command starts only after every check of the preflight held; outputs are read only after
the workspace was found harmless; staged folders are removed on every way out. Blocks the calling thread till the end.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from isolation import seccomp
from isolation.bubblewrap import Unavailable, find_bubblewrap
from isolation.conclude import Run, conclude
from isolation.job import Job, Outcome
from isolation.privilege import acting_as, unprivileged
from isolation.profile import LINUX_BWRAP_V1, Profile
from isolation.scan import Scan, scan
from isolation.staging import clean_up, stage
from isolation.start import Place, start_plain, start_sandboxed
from isolation.supervise import End, Supervisor
from isolation.tree import FOLDER, gather, read_file, write_file
from isolation.watch import Space, deleted_bytes, space_in_memory, space_on_disk


def _now() -> datetime:
    return datetime.now(UTC)


def run(job: Job, profile: Profile = LINUX_BWRAP_V1, clock: Callable[[], datetime] = _now) -> Outcome:
    """Run `job` behind `profile` and wait for it. Unavailable where this host cannot."""
    bubblewrap = find_bubblewrap() if profile.sandboxed else None
    if profile.sandboxed and platform.machine() not in seccomp.MACHINES:
        raise Unavailable(f"there is no system call filter for the machine {platform.machine()}")
    owner = unprivileged()
    clean_up()
    limits, questions = job.limits, _read(job.inputs)
    with ExitStack() as stack:
        work = stack.enter_context(
            stage("work", owner=owner, size=limits.workspace_bytes, entries=limits.workspace_entries)
        )
        agent = stack.enter_context(stage("agent", "agent-", owner=owner)) if job.agent is not None else None
        with acting_as(owner):
            inputs = _fill(work.folder, questions)
        program = _fill(agent.folder, _read(job.agent)) if agent and job.agent is not None else {}
        top = stack.enter_context(_folder(work.folder))
        started = clock()
        end = _launch(job, profile, Place(owner=owner, work=work, agent=agent, top=top, bubblewrap=bubblewrap))
        ended = clock()
        with acting_as(owner):
            left, outputs = _bring_back(job, top, end)
    return conclude(
        Run(
            job=job,
            profile=profile,
            bubblewrap=bubblewrap,
            inputs=inputs,
            program=program,
            outputs=outputs,
            end=end,
            left=left,
            started=started,
            ended=ended,
        )
    )


@contextmanager
def _folder(path: Path) -> Iterator[int]:
    handle = os.open(path, FOLDER)
    try:
        yield handle
    finally:
        os.close(handle)


_File = tuple[str, bytes, bool]
"""Relative path, bytes, executable."""


def _read(files: Path | Mapping[str, bytes | Path]) -> tuple[_File, ...]:
    """The files of a job, read with the caller's own rights: a folder or a file of the caller is never bound."""
    if isinstance(files, Path):
        return tuple(gather(files))
    return tuple(_one(name, source) for name, source in sorted(files.items()))


def _one(name: str, source: bytes | Path) -> _File:
    if isinstance(source, bytes):
        return name, source, False
    return name, source.read_bytes(), bool(source.stat().st_mode & 0o100)


def _fill(folder: Path, files: tuple[_File, ...]) -> dict[str, bytes]:
    """Write files into a staged folder; returns them by name."""
    with _folder(folder) as top:
        for name, data, executable in files:
            write_file(top, name, data, executable)
    return {name: data for name, data, _ in files}


def _launch(job: Job, profile: Profile, place: Place) -> End:
    limits, top = job.limits, place.top

    device = os.fstat(top).st_dev

    def space(first: int) -> Space:
        if place.work.in_memory:
            return space_in_memory(top)
        named = space_on_disk(top, limits.workspace_bytes, limits.workspace_entries)
        return replace(named, bytes=named.bytes + deleted_bytes(first, device))

    if not place.bubblewrap:
        return Supervisor(process=start_plain(job, place), limits=limits, space=space).run()
    with ExitStack() as stack:
        process, gate, status = start_sandboxed(job, profile, place, stack)
        return Supervisor(process=process, limits=limits, space=space, gate=gate, status=status).run()


def _bring_back(job: Job, top: int, end: End) -> tuple[Scan, dict[str, bytes]]:
    """Look at everything the command left, then, only if that is harmless, read the outputs."""
    left = scan(top, job.limits.workspace_entries)
    outputs: dict[str, bytes] = {}
    if end.released and not left.findings and end.killed is None:
        for name in job.outputs:
            data = read_file(top, name, job.limits.file_bytes)
            if data is not None:
                outputs[name] = data
    return left, outputs
