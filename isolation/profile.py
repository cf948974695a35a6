"""The profile linux-bwrap-v1: what the sandbox looks like, as data, and the bubblewrap arguments that make it.

Invariant: pure. The same plan gives the same arguments; nothing is mounted that `expected_mounts` does not name, and
the preflight compares the two inside the namespace. `development` has no sandbox and is never publishable.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024
WORKSPACE, AGENT, HOME, SCRIPT, PLAN = "/workspace", "/agent", "/home/agent", "/preflight", "/plan"
INSIDE_ID = 1000
HOSTNAME = "sandbox"
MERGED = ("bin", "lib", "lib32", "lib64", "libx32", "sbin")
"""Names at the root that Debian keeps as links into /usr."""
OPTIONAL = ("/etc/alternatives", "/etc/ld.so.cache")
DEVICES = ("full", "null", "random", "tty", "urandom", "zero")
PREPARED = ("/environment", "/nix/store", "/usr/local")
"""Where a prepared environment may be bound, read-only."""
READ_ONLY = ("/", "/agent", "/dev", "/environment", "/etc", "/home", "/proc/sys", "/usr", "/usr/local")
FORBIDDEN = (
    *("/boot", "/corpora", "/evaluator", "/gold", "/lost+found", "/media", "/mnt", "/opt", "/reference", "/repository"),
    *("/results", "/root", "/run", "/snap", "/srv", "/sys", "/var", "/work", "/nix/var", "/nix/var/nix/daemon-socket"),
    *("/etc/shadow", "/etc/resolv.conf", "/etc/machine-id", "/dev/kmsg", "/dev/mem", "/dev/vsock", "/dev/kvm"),
)
"""Neutral places where a host keeps what the command must not see. None of them exists inside."""

DATA_FILES = {
    "/etc/passwd": b"agent:x:1000:1000:agent:/home/agent:/bin/sh\n",
    "/etc/group": b"agent:x:1000:\n",
    "/etc/hosts": b"127.0.0.1 localhost sandbox\n::1 localhost\n",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """A way to run foreign code. `sandboxed` says whether there is a namespace around it."""

    id: str
    sandboxed: bool
    temporary_bytes: int = 32 * MIB
    home_bytes: int = 16 * MIB
    shared_bytes: int = 8 * MIB


LINUX_BWRAP_V1 = Profile(id="linux-bwrap-v1", sandboxed=True)
DEVELOPMENT = Profile(id="development", sandboxed=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bind:
    """A folder of the host, seen read-only at `target` (one of PREPARED). `/usr/local` replaces the empty cover."""

    source: Path
    target: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """What the arguments depend on: which links and optional files this host has."""

    merged: tuple[str, ...]
    optional: tuple[str, ...]
    usr_local: bool

    @classmethod
    def here(cls) -> Host:
        """The facts of this machine."""
        return cls(
            merged=tuple(name for name in MERGED if Path("/usr", name).is_dir()),
            optional=tuple(name for name in OPTIONAL if Path(name).exists()),
            usr_local=Path("/usr/local").is_dir(),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Mount:
    """A mount the preflight expects: where, whether it can be written, and the root it must come from (None: any)."""

    point: str
    writable: bool = False
    root: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """One launch: staged folders, binds, environment, and descriptors of the files that are given as data."""

    work: Path
    agent: Path | None
    binds: tuple[Bind, ...]
    environment: tuple[tuple[str, str], ...]
    data: tuple[tuple[str, int], ...]
    """Target path and the descriptor that bwrap reads its bytes from."""
    status: int
    filter: int


def arguments(profile: Profile, host: Host, layout: Layout) -> tuple[str, ...]:
    """The options of bwrap, in order, without program and command: the content of `--args FD`."""
    variables = [part for name, value in layout.environment for part in ("--setenv", name, value)]
    data = [part for target, fd in layout.data for part in ("--ro-bind-data", str(fd), target)]
    return (
        *("--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup"),
        *("--disable-userns", "--uid", str(INSIDE_ID), "--gid", str(INSIDE_ID), "--hostname", HOSTNAME),
        *("--die-with-parent", "--cap-drop", "ALL", "--new-session", "--as-pid-1", "--clearenv", *variables),
        *_system(host, layout),
        *data,
        *("--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"),
        *("--size", str(profile.shared_bytes), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"),
        *("--size", str(profile.temporary_bytes), "--tmpfs", "/tmp"),
        *("--size", str(profile.home_bytes), "--tmpfs", HOME),
        *("--bind", str(layout.work), WORKSPACE),
        *(("--ro-bind", str(layout.agent), AGENT) if layout.agent else ()),
        *("--remount-ro", "/", "--chdir", WORKSPACE),
        *("--json-status-fd", str(layout.status), "--seccomp", str(layout.filter)),
    )


def _system(host: Host, layout: Layout) -> list[str]:
    parts = ["--ro-bind", "/usr", "/usr"]
    for name in host.merged:
        parts += ["--symlink", f"usr/{name}", f"/{name}"]
    for name in host.optional:
        parts += ["--ro-bind", name, name]
    if host.usr_local and not any(bind.target == "/usr/local" for bind in layout.binds):
        parts += ["--size", "4096", "--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    for bind in layout.binds:
        parts += ["--ro-bind", str(bind.source), bind.target]
    return parts


def expected_mounts(host: Host, layout: Layout, work_root: str) -> tuple[Mount, ...]:
    """Every mount there may be inside, and no other. `work_root` is the root the workspace's mount must show."""
    fixed = ["/", "/usr", *host.optional, "/proc/sys", "/dev", *(target for target, _ in layout.data)]
    fixed += [bind.target for bind in layout.binds]
    if host.usr_local and "/usr/local" not in fixed:
        fixed.append("/usr/local")
    if layout.agent:
        fixed.append(AGENT)
    writable = ["/proc", "/dev/pts", "/dev/shm", "/tmp", HOME, *(f"/dev/{name}" for name in DEVICES)]
    return (
        *(Mount(point=point) for point in fixed),
        *(Mount(point=point, writable=True) for point in writable),
        Mount(point=WORKSPACE, writable=True, root=work_root),
    )
