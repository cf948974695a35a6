"""What this host can do: each thing the sandbox needs, whether it is there, and how to mend it where it is not.

Invariant: looks and tries, changes nothing. The last word is a real launch: `sandboxed` is true only if one completed.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from isolation import seccomp
from isolation.bubblewrap import Unavailable, find_bubblewrap
from isolation.job import Job, Status
from isolation.launcher import run
from isolation.limits import Limits
from isolation.privilege import unprivileged
from isolation.profile import DEVELOPMENT, LINUX_BWRAP_V1
from isolation.staging import stage
from records import Finding

OLDEST = (0, 8)


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """One thing that was looked at: what was found, and, where it is wanting, how to mend it ("" where it is not)."""

    name: str
    found: str
    mend: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """All points, and the profile that runs here: linux-bwrap-v1, or development, which is never publishable."""

    points: tuple[Point, ...]
    profile: str

    @property
    def sandboxed(self) -> bool:
        """Whether results of this host may be published."""
        return self.profile == LINUX_BWRAP_V1.id

    def lines(self) -> tuple[str, ...]:
        """The diagnosis for people."""
        told = [f"{point.name}: {point.found}" + (f" -> {point.mend}" * bool(point.mend)) for point in self.points]
        last = "results can be published" if self.sandboxed else "results are never publishable"
        return (*told, f"profile: {self.profile}, {last}")

    def to_dict(self) -> dict[str, object]:
        """The diagnosis as JSON data."""
        points = [{"name": p.name, "found": p.found, "mend": p.mend, "ok": not p.mend} for p in self.points]
        return {"profile": self.profile, "publishable": self.sandboxed, "points": points}

    def findings(self) -> tuple[Finding, ...]:
        """One finding for everything that is wanting."""
        return tuple(
            Finding(code="E_HOST", where=f"/{point.name}", message=f"{point.found}; {point.mend}")
            for point in self.points
            if point.mend
        )


def diagnose() -> Diagnosis:
    """Look at this host, then try a launch."""
    points = [_looked(name, look) for name, look in LOOKS.items()]
    trial = _trial()
    profile = DEVELOPMENT if trial.mend else LINUX_BWRAP_V1
    return Diagnosis(points=(*points, trial), profile=profile.id)


Look = Callable[[], tuple[str, str]]


def _looked(name: str, look: Look) -> Point:
    try:
        found, mend = look()
    except OSError as error:
        found, mend = str(error), "see the message"
    return Point(name=name, found=found, mend=mend)


def _machine() -> tuple[str, str]:
    system, machine = platform.system(), platform.machine()
    good = system == "Linux" and machine in seccomp.MACHINES
    return f"{system} on {machine}", "" if good else f"use Linux on {' or '.join(seccomp.MACHINES)}"


def _bubblewrap() -> tuple[str, str]:
    try:
        found = find_bubblewrap()
    except Unavailable as error:
        return str(error), "install it (Debian: apt-get install bubblewrap)"
    return f"{found.version}", "" if new_enough(found.version) else "install version 0.8 or newer"


def new_enough(version: str) -> bool:
    """Whether bubblewrap knows every option that is used."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    return numbers >= OLDEST


SWITCHES = {
    "/proc/sys/kernel/unprivileged_userns_clone": ("0", "sysctl kernel.unprivileged_userns_clone=1"),
    "/proc/sys/user/max_user_namespaces": ("0", "sysctl user.max_user_namespaces=10000"),
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": ("1", "install the AppArmor profile of bubblewrap"),
}


def _namespaces() -> tuple[str, str]:
    for path, (bad, mend) in SWITCHES.items():
        if Path(path).exists() and Path(path).read_text().strip() == bad:
            return f"{path} is {bad}", f"{mend} (as root)"
    return "user namespaces are not switched off", ""


def _filter() -> tuple[str, str]:
    path = Path("/proc/sys/kernel/seccomp/actions_avail")
    good = path.exists() and "errno" in path.read_text().split()
    return "the kernel filters system calls" if good else "no seccomp filters", "" if good else "use another kernel"


def _identity() -> tuple[str, str]:
    owner = unprivileged()
    if owner is None:
        return f"started as user {os.geteuid()}, stays it", ""
    return f"started as root, drops to a user without an account, such as {owner.uid}", ""


def _stage() -> tuple[str, str]:
    with stage("work", owner=unprivileged(), size=1 << 20, entries=16) as made:
        if made.in_memory:
            return "workspaces are in memory with a hard size", ""
    return "workspaces are in /tmp, their size is watched every 20 ms (a mount in memory needs root)", ""


def _tools() -> tuple[str, str]:
    missing = [path for path in ("/bin/sh", "/usr/bin/env", "/usr/bin/head") if not Path(path).exists()]
    return (f"missing: {missing}", "install dash and coreutils") if missing else ("sh, env and head are there", "")


def _groups() -> tuple[str, str]:
    writable = os.access("/sys/fs/cgroup", os.W_OK)
    return f"control groups are {'' if writable else 'not '}writable; none are used", ""


LOOKS: dict[str, Look] = {
    "machine": _machine,
    "bubblewrap": _bubblewrap,
    "namespaces": _namespaces,
    "filter": _filter,
    "tools": _tools,
    "identity": _identity,
    "workspace": _stage,
    "cgroups": _groups,
}


def _trial() -> Point:
    """A launch of `true` with everything that a real one has."""
    mend = "see the points above; inside a container it needs --security-opt seccomp=unconfined or --privileged"
    try:
        outcome = run(Job(command=("/usr/bin/true",), limits=Limits(wall_ms=10_000)))
    except OSError as error:
        return Point(name="launch", found=str(error), mend=mend)
    if outcome.status is Status.COMPLETED and outcome.publishable:
        return Point(name="launch", found="a trial launch held every check")
    return Point(name="launch", found=f"a trial launch is {outcome.status}: {outcome.reason}", mend=mend)
