"""Attacks that want more power: calls, namespaces, identities, limits, priorities, terminals, other processes."""

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import pty
import resource
import shutil
import signal
import subprocess
import termios
import time

from attempts import CALLS, LIBC, SECRET, TARGETS, attack, attempt, call, refused


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
def typing_into_a_terminal():
    _, inner = pty.openpty()
    os.setsid()
    fcntl.ioctl(inner, termios.TIOCSCTTY, 0)
    tried = {"TIOCSTI": attempt(lambda: fcntl.ioctl(inner, 0x5412, b"x"))}
    tried["TIOCLINUX"] = attempt(lambda: fcntl.ioctl(inner, 0x541C, b"\x02"))
    tried["high bits"] = call("ioctl", inner, 0x5412 | 1 << 32, 0)
    return refused(tried, ("EPERM",))


@attack
def orphans_are_reaped():
    for _ in range(200):
        child = patient_fork()
        if child == 0:
            patient_fork()
            os._exit(0)
        os.waitpid(child, 0)
    deadline = time.monotonic() + 5
    while (left := zombies()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return f"BROKE {left} are left" if left else "200 orphans ended and none is a zombie"


def patient_fork():
    """On a busy machine orphans end slower than they are made, and the limit of processes is met for a moment."""
    deadline = time.monotonic() + 5
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            if time.monotonic() > deadline:
                os._exit(1)
            time.sleep(0.01)


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
