"""One running command, from the moment it is started: its output, its limits, its end.

Invariant: the thread that started the command stays in `Supervisor.run` until the command's last process is gone, for
bubblewrap dies with the thread that started it. Whatever happens in that loop, it ends with everything killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from isolation.limits import Limits, Usage
from isolation.preflight import Check
from isolation.privilege import prefer_for_oom
from isolation.watch import Space, sample

TICK_SECONDS = 0.02
PREFLIGHT_SECONDS = 20
EMPTY_SECONDS = 5
REPORT_BYTES = 8 * 1024 * 1024


@dataclass(kw_only=True, slots=True)
class Stream:
    """Standard output or error: what is kept of it and how much there was."""

    keep: int
    kept: bytearray = field(default_factory=bytearray)
    total: int = 0

    def take(self, data: bytes) -> None:
        """Count `data` and keep what still fits."""
        self.total += len(data)
        self.kept += data[: max(0, self.keep - len(self.kept))]


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """How it ended. `killed` names the limit, or what else made the launcher kill it; None: it ended by itself."""

    exit_code: int
    usage: Usage
    killed: str | None
    checks: tuple[Check, ...]
    released: bool
    stdout: Stream
    stderr: Stream
    pid_namespace: int | None
    emptied: bool
    """Whether the last process of the namespace was seen to be gone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gate:
    """The preflight's socket: `verdict` judges a complete report (None: not complete yet), `release` is the word."""

    socket: socket.socket
    verdict: Callable[[bytes], tuple[Check, ...] | None]
    release: bytes


@dataclass(kw_only=True, slots=True)
class Supervisor:
    """Supervises `process`. Without a gate (development) the command runs at once and `process` is its first one."""

    process: subprocess.Popen[bytes]
    limits: Limits
    space: Callable[[int], Space]
    """What the workspace holds, given the first process of the command."""
    gate: Gate | None = None
    status: int | None = None
    stdout: Stream = field(init=False)
    stderr: Stream = field(init=False)
    started: float = field(init=False)
    usage: Usage = field(default_factory=Usage)
    killed: str | None = None
    checks: tuple[Check, ...] = ()
    released: bool = False
    init: int | None = None
    """The pidfd of the namespace's first process."""
    first: int | None = None
    namespace: int | None = None
    _report: bytearray = field(default_factory=bytearray)
    _status: bytearray = field(default_factory=bytearray)
    _kills: int = 0

    def __post_init__(self) -> None:
        self.stdout = Stream(keep=self.limits.kept_output_bytes)
        self.stderr = Stream(keep=self.limits.kept_output_bytes)
        self.started = time.monotonic()
        if self.gate is None:
            self.first, self.released = self.process.pid, True

    def run(self) -> End:
        """Wait for the end, killing where a limit says so; always leaves nothing behind."""
        assert self.process.stdout
        assert self.process.stderr
        ended = os.pidfd_open(self.process.pid)
        with selectors.DefaultSelector() as selector, self.process.stdout, self.process.stderr:
            self._register(selector, ended)
            try:
                self._loop(selector)
            except BaseException:
                self.kill("the launcher was interrupted")
                raise
            finally:
                code = self._reap(selector)
                os.close(ended)
                emptied = self._emptied()
        return self._end(code, emptied)

    def _register(self, selector: selectors.BaseSelector, ended: int) -> None:
        assert self.process.stdout
        assert self.process.stderr
        selector.register(ended, selectors.EVENT_READ, self._nothing)
        selector.register(self.process.stdout.fileno(), selectors.EVENT_READ, self._take(self.stdout))
        selector.register(self.process.stderr.fileno(), selectors.EVENT_READ, self._take(self.stderr))
        if self.status is not None:
            selector.register(self.status, selectors.EVENT_READ, self._hear_status)
        if self.gate:
            selector.register(self.gate.socket.fileno(), selectors.EVENT_READ, self._hear_report)

    def _loop(self, selector: selectors.BaseSelector) -> None:
        pause = TICK_SECONDS
        while True:
            events = selector.select(pause)
            for key, _ in events:
                if key.data(key.fd) is False:
                    selector.unregister(key.fd)
            if any(key.data == self._nothing for key, _ in events):
                return
            before = time.monotonic()
            self._enforce(before)
            # A workspace that is slow to count must not take the launcher's whole time.
            pause = max(TICK_SECONDS, 2 * (time.monotonic() - before))

    def _nothing(self, fd: int) -> bool:
        return True

    def _take(self, stream: Stream) -> Callable[[int], bool]:
        def take(fd: int) -> bool:
            data = os.read(fd, 65_536)
            stream.take(data)
            if self.stdout.total + self.stderr.total >= self.limits.output_bytes:
                self.kill("output_bytes")
            return bool(data)

        return take

    def _hear_status(self, fd: int) -> bool:
        """bwrap's own words: the child's pid, which cannot be another process's as long as the gate is shut."""
        data = os.read(fd, 65_536)
        self._status += data
        if self.first is None and b"\n" in self._status:
            said = json.loads(self._status.partition(b"\n")[0])
            self.first, self.namespace = int(said["child-pid"]), said.get("pid-namespace")
            with contextlib.suppress(ProcessLookupError):
                self.init = os.pidfd_open(self.first)
            self._try_gate()
        return bool(data)

    def _hear_report(self, fd: int) -> bool:
        assert self.gate
        try:
            data = self.gate.socket.recv(65_536)
        except ConnectionResetError:
            data = b""
        self._report += data
        if len(self._report) > REPORT_BYTES:
            self.kill("the preflight said too much")
        self._try_gate()
        return bool(data)

    def _try_gate(self) -> None:
        """Judge a complete report once the child is known, and let the command start or never start."""
        if self.released or self.killed or self.gate is None or self.init is None:
            return
        checks = self.gate.verdict(bytes(self._report))
        if checks is None:
            return
        self.checks = checks
        if all(check.ok for check in checks):
            prefer_for_oom(self.first or self.process.pid)
            self.released, self.started = True, time.monotonic()
            self.gate.socket.sendall(self.gate.release)
        else:
            self.kill("the preflight did not hold")

    def _enforce(self, now: float) -> None:
        wall = int((now - self.started) * 1000)
        if not self.released:
            if wall > PREFLIGHT_SECONDS * 1000:
                self.kill("the preflight did not end")
            return
        if self.killed is None:
            self._measure(wall)
            limits, used = self.limits, self.usage
            for name, over in (
                ("memory_bytes", used.memory_bytes >= limits.memory_bytes),
                ("workspace_bytes", used.workspace_bytes >= limits.workspace_bytes),
                ("workspace_entries", used.workspace_entries >= limits.workspace_entries),
                ("cpu_seconds", used.cpu_ms >= limits.cpu_seconds * 1000),
                ("wall_ms", wall >= limits.wall_ms),
            ):
                if over:
                    self.kill(name)
                    break
        else:
            self.kill(self.killed)

    def _measure(self, wall: int) -> None:
        first, old = self.first or self.process.pid, self.usage
        now, space = sample(first), self.space(first)
        self.usage = replace(
            old,
            wall_ms=wall,
            cpu_ms=max(old.cpu_ms, now.cpu_ms),
            processes=max(old.processes, now.processes),
            memory_bytes=max(old.memory_bytes, now.memory_bytes),
            address_space_bytes=max(old.address_space_bytes, now.address_space_bytes),
            workspace_bytes=max(old.workspace_bytes, space.bytes),
            workspace_entries=max(old.workspace_entries, space.entries),
        )

    def kill(self, reason: str) -> None:
        """Kill the namespace by the pidfd of its first process; where that is not known or not enough, bwrap itself."""
        self.killed = self.killed or reason
        self._kills += 1
        if self.init is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.init, signal.SIGKILL)
        if self.gate is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        elif self.init is None or self._kills > 50:
            # Not Popen.kill: it polls first, and would reap a child whose end and resources _reap has yet to collect.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)

    def _reap(self, selector: selectors.BaseSelector) -> int:
        """Collect the child, then whatever is still in the pipes: with the namespace dead they end."""
        _, status, spent = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.gate is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        cpu = int((spent.ru_utime + spent.ru_stime) * 1000)
        wall = int((time.monotonic() - self.started) * 1000)
        self.usage = replace(self.usage, cpu_ms=max(cpu, self.usage.cpu_ms), wall_ms=wall)
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline and (events := selector.select(0.01)):
            for key, _ in events:
                if key.data == self._nothing or key.data(key.fd) is False:
                    selector.unregister(key.fd)
            if not selector.get_map():
                break
        return self.process.returncode

    def _emptied(self) -> bool:
        """Whether the namespace's first process is gone: the kernel lets it go only after everybody else in it."""
        if self.init is None:
            return False
        poll = select.poll()
        poll.register(self.init, select.POLLIN)
        deadline = time.monotonic() + EMPTY_SECONDS
        while not (gone := bool(poll.poll(50))) and time.monotonic() < deadline:
            self.kill(self.killed or "bubblewrap ended before its child")
        os.close(self.init)
        return gone

    def _end(self, code: int, emptied: bool) -> End:
        ended_by = -code if code < 0 else code - 128 if 128 < code <= 192 else None
        output = self.stdout.total + self.stderr.total
        return End(
            exit_code=code,
            usage=replace(self.usage, signal=ended_by, output_bytes=output),
            killed=self.killed,
            checks=self.checks,
            released=self.released,
            stdout=self.stdout,
            stderr=self.stderr,
            pid_namespace=self.namespace,
            emptied=emptied,
        )
