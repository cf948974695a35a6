"""Starting a command: behind bubblewrap with the preflight shut behind its gate, or plainly for development.

Invariant: bwrap is started as an unprivileged identity with an empty environment and one option; everything else goes
through descriptors that are closed here as soon as it holds them.
"""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from isolation import seccomp
from isolation.bubblewrap import Bubblewrap
from isolation.job import Job
from isolation.preflight import SHELL_SCRIPT, Check, Expectation, judge, plan, read_facts
from isolation.privilege import Identity, acting_as
from isolation.profile import DATA_FILES, PLAN, SCRIPT, Host, Layout, Profile, arguments, expected_mounts
from isolation.staging import Stage, mount_root
from isolation.supervise import Gate
from isolation.tree import read_file


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where one launch happens."""

    owner: Identity | None
    work: Stage
    agent: Stage | None
    top: int
    bubblewrap: Bubblewrap | None


def start_sandboxed(
    job: Job, profile: Profile, place: Place, stack: ExitStack
) -> tuple[subprocess.Popen[bytes], Gate, int]:
    """Start bwrap; the launcher's ends, the gate and the status pipe, are closed with `stack`."""
    assert place.bubblewrap
    owner = place.owner
    with ExitStack() as given:
        status, status_in = os.pipe2(os.O_CLOEXEC)
        stack.callback(os.close, status)
        given.callback(os.close, status_in)
        ours, theirs = socket.socketpair()
        stack.enter_context(ours)
        given.enter_context(theirs)
        layout = _layout(job, place, status_in, given)
        host = Host.here()
        expected, release = _expectation(job, host, layout)
        os.pwrite(dict(layout.data)[PLAN], plan(expected, job.command), 0)
        options = _data("\0".join([*arguments(profile, host, layout), ""]).encode(), given)
        process = subprocess.Popen(
            [str(place.bubblewrap.path), "--args", str(options), "--", "/bin/sh", SCRIPT],
            stdin=theirs.fileno(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(options, layout.filter, status_in, *dict(layout.data).values()),
            env={},
            cwd="/",
            user=owner.uid if owner else None,
            group=owner.gid if owner else None,
            extra_groups=[] if owner else None,
        )
    return process, Gate(socket=ours, verdict=_verdict(expected, place), release=release), status


def _layout(job: Job, place: Place, status: int, given: ExitStack) -> Layout:
    files = {**DATA_FILES, SCRIPT: SHELL_SCRIPT.read_bytes(), PLAN: b""}
    return Layout(
        work=place.work.folder,
        agent=place.agent.folder if place.agent else None,
        binds=job.binds,
        environment=job.variables(),
        data=tuple((target, _data(content, given)) for target, content in files.items()),
        status=status,
        filter=_data(seccomp.program(), given),
    )


def _expectation(job: Job, host: Host, layout: Layout) -> tuple[Expectation, bytes]:
    """What the preflight must see, and the word that releases the command: both new for every launch."""
    nonce, release = secrets.token_hex(16), secrets.token_hex(16)
    root = mount_root(layout.work, Path("/proc/self/mountinfo").read_text())
    expected = Expectation(
        mounts=expected_mounts(host, layout, root),
        environment=job.variables(),
        limits=job.limits,
        nonce=nonce,
        release=release,
        probe=f".preflight-{nonce}",
    )
    return expected, f"{release}\n".encode()


def _data(content: bytes, given: ExitStack) -> int:
    """A descriptor that reads as `content`: nothing of it stands in a folder or on a command line."""
    handle = os.memfd_create("nixbench", os.MFD_CLOEXEC)
    given.callback(os.close, handle)
    os.pwrite(handle, content, 0)
    return handle


def _verdict(expected: Expectation, place: Place) -> Callable[[bytes], tuple[Check, ...] | None]:
    def verdict(report: bytes) -> tuple[Check, ...] | None:
        facts = read_facts(report, expected.nonce)
        if facts is None:
            return None
        with acting_as(place.owner):
            seen = read_file(place.top, expected.probe, 64) == expected.nonce.encode()
            if seen:
                os.unlink(expected.probe, dir_fd=place.top)
        return judge(expected, facts, seen)

    return verdict


def start_plain(job: Job, place: Place) -> subprocess.Popen[bytes]:
    """Development: the same staging and limits, and no walls at all."""
    limits, owner = job.limits, place.owner
    set_limits = (
        f"ulimit -c 0; ulimit -n {limits.open_files}; ulimit -f {limits.file_bytes // 512}; "
        f"ulimit -t {limits.kernel_cpu_seconds}; ulimit -v {limits.address_space_bytes // 1024}; "
    )
    return subprocess.Popen(
        ["/bin/sh", "-c", f"{set_limits} exec {shlex.join(job.command)}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(job.variables()),
        cwd=place.work.folder,
        start_new_session=True,
        user=owner.uid if owner else None,
        group=owner.gid if owner else None,
        extra_groups=[] if owner else None,
    )
