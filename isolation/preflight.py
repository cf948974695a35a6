"""The outer half of the preflight: the plan for the shell inside, and the verdict over what the shell saw.

Invariant: pure. Every check of CHECKS is judged on every launch; a fact that is missing or cannot be read fails its
check; the launcher releases the command only when all hold. Nothing of the command has run when this is judged.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from isolation.limits import Limits
from isolation.profile import FORBIDDEN, HOSTNAME, INSIDE_ID, READ_ONLY, Mount

SHELL_SCRIPT = Path(__file__).with_name("preflight.sh")
SECTIONS = ("mountinfo", "status", "limits", "net/dev", "net/unix", "cgroup", "environ")
CLOSED_ON_EXEC = 0o2000000
WRITABLE = "workspace-writable"


@dataclass(frozen=True, kw_only=True, slots=True)
class Expectation:
    """What one launch must look like from inside."""

    mounts: tuple[Mount, ...]
    environment: tuple[tuple[str, str], ...]
    limits: Limits
    nonce: str
    release: str
    probe: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One thing that was looked at inside, before the command."""

    name: str
    ok: bool
    detail: str

    def to_dict(self) -> dict[str, object]:
        """The check as JSON data."""
        return {"name": self.name, "ok": self.ok, "detail": self.detail}


Facts = Mapping[str, str]
"""What the shell said: its own lines by their first word, the kernel's files by their name under /proc/1."""


def plan(expected: Expectation, command: tuple[str, ...]) -> bytes:
    """The shell text that tells the inner half what to set, where to look, and which words to run."""
    limits = expected.limits
    values = {
        "nonce": expected.nonce,
        "probe": expected.probe,
        "release": expected.release,
        "processes": str(limits.processes),
        "open": str(limits.open_files),
        "file": str(limits.file_bytes // 512),
        "cpu": str(limits.kernel_cpu_seconds),
        "space": str(limits.address_space_bytes // 1024),
        "places": " ".join(READ_ONLY),
        "absent": " ".join(FORBIDDEN),
    }
    variables = [f"{name}={value}" for name, value in expected.environment]
    words = ["/usr/bin/env", "-i", *variables, *command]
    lines = [f"{name}={shlex.quote(value)}" for name, value in values.items()]
    return "\n".join([*lines, f"set -- {shlex.join(words)}", ""]).encode("utf-8")


def read_facts(report: bytes, nonce: str) -> Facts | None:
    """The facts of a complete report; None for one that is cut short or not in the shell's own order."""
    end = f"\n{nonce}\n".encode()
    if not report.endswith(end):
        return None
    text = report[: -len(end)].decode("utf-8", "surrogateescape")
    pieces: list[str] = []
    for name in SECTIONS:
        piece, found, text = text.partition(f"==> /proc/1/{name} <==\n")
        if not found:
            return None
        pieces.append(piece.removesuffix("\n"))
    own, *sections = (*pieces, text)
    facts = dict(zip(SECTIONS, sections, strict=True))
    for line in own.splitlines():
        word, _, rest = line.partition(" ")
        facts[word] = rest
    return facts


def judge(expected: Expectation, facts: Facts, probe_seen: bool) -> tuple[Check, ...]:
    """Every check of CHECKS with its verdict; `probe_seen`: the shell's file was found in the staged folder."""
    checks = [_judged(name, rule, expected, facts) for name, rule in CHECKS.items()]
    said = "the shell's file is in the staged folder" if probe_seen else "the shell's file is not in the staged folder"
    return (*checks, Check(name=WRITABLE, ok=probe_seen, detail=said))


def check_names() -> tuple[str, ...]:
    """The names of all checks that a launch must carry, in the order of its evidence."""
    return (*CHECKS, WRITABLE)


Rule = Callable[[Expectation, Facts], str]
"""Says what is wrong, or "" where nothing is."""


def _judged(name: str, rule: Rule, expected: Expectation, facts: Facts) -> Check:
    try:
        wrong = rule(expected, facts)
    except (KeyError, ValueError, IndexError) as error:
        wrong = f"not readable: {error!r}"
    return Check(name=name, ok=not wrong, detail=wrong or "as expected")


def _mounts(expected: Expectation, facts: Facts) -> str:
    """Exactly the expected mount points, each as writable as it may be, the workspace from the staged folder."""
    seen = [_mount(line) for line in facts["mountinfo"].splitlines()]
    points = [point for point, _, _ in seen]
    wanted = {mount.point: mount for mount in expected.mounts}
    if len(points) != len(set(points)) or set(points) != set(wanted):
        return f"mounts differ: {sorted(set(points) ^ set(wanted)) or 'one place is mounted twice'}"
    for point, root, options in seen:
        mount = wanted[point]
        if mount.writable != ("rw" in options) or "nosuid" not in options:
            return f"{point} has the options {','.join(options)}"
        if mount.root is not None and root != mount.root:
            return f"{point} comes from {root}, expected {mount.root}"
    return ""


def _mount(line: str) -> tuple[str, str, list[str]]:
    fields = line.split(" ")
    return unescape(fields[4]), unescape(fields[3]), fields[5].split(",")


def unescape(text: str) -> str:
    """A path of mountinfo, whose blanks are octal escapes."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def _written(expected: Expectation, facts: Facts) -> str:
    return f"could be written: {facts['written']}" if facts["written"] else ""


def _present(expected: Expectation, facts: Facts) -> str:
    return f"exists inside: {facts['present']}" if facts["present"] else ""


def _processes(expected: Expectation, facts: Facts) -> str:
    return "" if facts["processes"] == "1" else f"other processes: {facts['processes']}"


def _descriptors(expected: Expectation, facts: Facts) -> str:
    """Beyond 0, 1 and 2 only what the shell closes when it starts a program."""
    for entry in facts["descriptors"].split():
        number, _, flags = entry.partition(":")
        if int(number) > 2 and not int(flags, 8) & CLOSED_ON_EXEC:
            return f"descriptor {number} would be inherited"
    return "" if facts["descriptors"] else "no descriptor was listed"


def _network(expected: Expectation, facts: Facts) -> str:
    names = [line.partition(":")[0].strip() for line in facts["net/dev"].splitlines() if ":" in line]
    return "" if names == ["lo"] else f"interfaces: {names}"


def _sockets(expected: Expectation, facts: Facts) -> str:
    lines = facts["net/unix"].splitlines()
    return "" if len(lines) == 1 and lines[0].startswith("Num") else f"{len(lines) - 1} sockets are bound"


def _status(facts: Facts) -> dict[str, str]:
    return {name: value.strip() for name, _, value in (x.partition(":") for x in facts["status"].splitlines())}


def _seccomp(expected: Expectation, facts: Facts) -> str:
    status = _status(facts)
    return "" if status["Seccomp"] == "2" else f"Seccomp is {status['Seccomp']}, expected 2 (a filter)"


def _privileges(expected: Expectation, facts: Facts) -> str:
    status = _status(facts)
    if status["NoNewPrivs"] != "1":
        return "NoNewPrivs is not set"
    held = [name for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb") if int(status[name], 16)]
    return f"capabilities are left in {held}" if held else ""


def _identity(expected: Expectation, facts: Facts) -> str:
    status = _status(facts)
    one = [str(INSIDE_ID)] * 4
    return "" if status["Uid"].split() == one == status["Gid"].split() else f"Uid {status['Uid']} Gid {status['Gid']}"


def _cgroup(expected: Expectation, facts: Facts) -> str:
    paths = {line.split(":", 2)[2] for line in facts["cgroup"].splitlines()}
    return "" if paths == {"/"} else f"the group's path shows: {sorted(paths)}"


def _hostname(expected: Expectation, facts: Facts) -> str:
    return "" if facts["hostname"] == HOSTNAME else f"the name is {facts['hostname']!r}"


def _environment(expected: Expectation, facts: Facts) -> str:
    """PID 1 shows the variables of the job and the PWD that bubblewrap adds, and nothing of the launcher."""
    seen = [entry for entry in facts["environ"].split("\0") if entry]
    wanted = [f"{name}={value}" for name, value in expected.environment]
    extra = sorted({entry.partition("=")[0] for entry in set(seen) ^ set(wanted)} - {"PWD"})
    return f"differs in {extra}" if extra or len(seen) > len(wanted) + 1 else ""


def limit_rows(limits: Limits) -> dict[str, list[str]]:
    """What /proc/1/limits must show, soft and hard, in the units of the shell that set it."""
    blocks, kibibytes = limits.file_bytes // 512 * 512, limits.address_space_bytes // 1024 * 1024
    same = {
        "Max file size": blocks,
        "Max core file size": 0,
        "Max processes": limits.processes,
        "Max open files": limits.open_files,
        "Max address space": kibibytes,
    }
    cpu = [str(limits.kernel_cpu_seconds), str(limits.kernel_cpu_seconds + 1)]
    return {"Max cpu time": cpu, **{row: [str(value)] * 2 for row, value in same.items()}}


def _limits(expected: Expectation, facts: Facts) -> str:
    rows = {line[:26].strip(): line[26:].split()[:2] for line in facts["limits"].splitlines()}
    for row, wanted in limit_rows(expected.limits).items():
        if rows[row] != wanted:
            return f"{row} is {rows[row]}, expected {wanted}"
    return ""


CHECKS: Mapping[str, Rule] = {
    "mounts": _mounts,
    "read-only": _written,
    "forbidden-absent": _present,
    "processes": _processes,
    "descriptors": _descriptors,
    "network": _network,
    "sockets": _sockets,
    "seccomp": _seccomp,
    "privileges": _privileges,
    "identity": _identity,
    "cgroup": _cgroup,
    "hostname": _hostname,
    "environment": _environment,
    "limits": _limits,
}
