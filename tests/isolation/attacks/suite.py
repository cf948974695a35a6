"""The attack suite: launches the attacker and the bombs, watches the host meanwhile, prints what happened as JSON.

Run as `python3 suite.py FOLDER-OF-THE-ROOMS`, as root or as anybody. Each result is a name, whether the walls held, and
the evidence. Standard library alone, so that any Python an ordinary user may read can run it.
"""

import json
import os
import platform
import secrets
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import isolation
from isolation.syscalls import AARCH64, REFUSED, X86_64

HERE = Path(__file__).resolve().parent
MIB = 1024 * 1024
SECRET = "nnai-secret-" + secrets.token_hex(8)
RESULTS = {}
PROGRAM = ("inside.py", "attempts.py", "reach.py", "powers.py")
PYTHON = next((path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if Path(path).exists()), None)
BINDS = (isolation.Bind(source=Path("/usr/local"), target="/usr/local"),) if PYTHON == "/usr/local/bin/python3" else ()
TIGHT = {
    "wall_ms": 8000,
    "cpu_seconds": 6,
    "memory_bytes": 256 * MIB,
    "address_space_bytes": 1024 * MIB,
    "processes": 24,
}


def record(name, held, evidence):
    RESULTS[name] = {"held": bool(held), "evidence": str(evidence)[:2000]}


def launch(script, **options):
    """Run a Python program inside; also proves that nothing of it is left afterwards."""
    limits = isolation.Limits(**{**TIGHT, **options.pop("limits", {})})
    mark = "nnai-mark-" + secrets.token_hex(8)
    command = (PYTHON, "-I", "-S", "-c", script)
    outcome = isolation.run(
        isolation.Job(command=command, limits=limits, binds=BINDS, environment={"MARK": mark}, **options)
    )
    survivors = marked(mark.encode())
    if survivors or not json.loads(outcome.evidence)["namespace_emptied"]:
        SURVIVORS.append((script[:60], outcome.reason, survivors))
    return outcome


SURVIVORS = []


def marked(mark):
    """The processes of this machine, inside any namespace or none, whose environment carries `mark`."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark in Path("/proc", name, "environ").read_bytes():
                found.append(name)
        except OSError:
            continue
    return found


class Listener:
    """Listens on every door of the host that the attacker is told of, and counts who comes."""

    def __init__(self, folder):
        self.visitors = []
        self.abstract = "nnai-" + secrets.token_hex(6)
        self.path = str(folder / "door")
        self.sockets = [
            self._bound(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            self._bound(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + self.abstract),
            self._bound(socket.AF_UNIX, socket.SOCK_STREAM, self.path),
            self._bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        ]
        for door in self.sockets:
            threading.Thread(target=self._watch, args=(door,), daemon=True).start()

    def _bound(self, family, kind, address):
        door = socket.socket(family, kind)
        door.bind(address)
        if kind == socket.SOCK_STREAM:
            door.listen(16)
        return door

    def _watch(self, door):
        while True:
            if door.type == socket.SOCK_STREAM:
                self.visitors.append(str(door.accept()[1]))
            else:
                self.visitors.append(str(door.recvfrom(1000)))

    def hears(self):
        """Whether the listener itself works: a visit from the host is counted, and taken off again."""
        with socket.create_connection(self.sockets[0].getsockname()):
            deadline = time.monotonic() + 5
            while not self.visitors and time.monotonic() < deadline:
                time.sleep(0.01)
        heard = len(self.visitors) == 1
        self.visitors.clear()
        return heard


def the_attacker(listener, folder):
    secret = folder / "secret.txt"
    secret.write_text(SECRET)
    os.environ["NNAI_SECRET"] = SECRET
    # A short host name (vm) occurs in random names by chance; `leaks` compares the name itself in any case.
    host = [name for name in [socket.gethostname()] if len(name) >= 6]
    targets = {
        "secret": SECRET,
        "files": [
            str(secret),
            str(HERE / "suite.py"),
            "/etc/shadow",
            "/root/.bashrc",
            "/etc/machine-id",
            "/proc/kcore",
        ],
        "words": [SECRET, "NNAI_SECRET", str(folder), str(HERE), "corpora", "gold", "bwrap", *host],
        "pids": [os.getpid(), os.getppid(), 1000000],
        "address": "192.0.2.1",
        "tcp": listener.sockets[0].getsockname()[1],
        "udp": listener.sockets[3].getsockname()[1],
        "abstract": listener.abstract,
        "socket": listener.path,
        "calls": dict(X86_64 if platform.machine() == "x86_64" else AARCH64),
        "refused": list(REFUSED),
    }
    targets["words"] = [word for word in targets["words"] if word not in ("sandbox", "localhost")]
    outcome = launch(
        "import runpy; runpy.run_path('/agent/inside.py', run_name='__main__')",
        inputs={"targets.json": json.dumps(targets).encode()},
        agent={**{name: HERE / name for name in PROGRAM}, "tool": b"#!/bin/sh\n"},
        outputs=("results.json",),
        limits={"wall_ms": 30_000, "cpu_seconds": 25},
    )
    said = json.loads(outcome.outputs.get("results.json", b"{}"))
    if not said:
        record("the attacker ran", False, (outcome.reason, outcome.stderr))
    for name, evidence in said.items():
        record(name, evidence and not evidence.startswith("BROKE"), evidence)


BOMBS = {
    "fork_bomb": ("import os\nwhile True:\n try: os.fork()\n except OSError: pass\n", {"wall_ms": 1500}, "timeout"),
    "memory_bomb": (
        "import os\nfor _ in range(6): os.fork()\nhold=[]\nwhile True: hold.append(b'x' * 8000000)",
        {"processes": 100},
        "memory_bytes",
    ),
    "one_process_memory_bomb": ("hold=[]\nwhile True: hold.append(b'x' * 8000000)", {}, "memory_bytes"),
    "disk_bomb": (
        "import itertools\nfor n in itertools.count():\n"
        " try: open(f'/workspace/{n}', 'wb').write(b'x' * 900000)\n except OSError: pass\n",
        {"workspace_bytes": 8 * MIB, "file_bytes": MIB},
        "workspace_bytes",
    ),
    "deleted_file_bomb": (
        "import os\nheld = []\nwhile True:\n try:\n  f = open('/workspace/f', 'wb', buffering=0)\n"
        "  os.unlink('/workspace/f')\n  held.append(f)\n  f.write(b'x' * 900000)\n except OSError: pass\n",
        {"workspace_bytes": 8 * MIB, "file_bytes": MIB},
        "workspace_bytes",
    ),
    "inode_bomb": (
        "import itertools\nfor n in itertools.count():\n"
        " try: open(f'/workspace/{n}', 'w').close()\n except OSError: pass\n",
        {"workspace_entries": 500},
        "workspace_entries",
    ),
    "output_bomb": ("while True: print('x' * 65536)", {}, "output_bytes"),
    "cpu_bomb": ("while True: pass", {"cpu_seconds": 1}, "cpu_seconds"),
    "many_process_cpu_bomb": ("import os\nos.fork(); os.fork()\nwhile True: pass", {"cpu_seconds": 1}, "cpu_seconds"),
    "file_size_bomb": (
        "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\nopen('/workspace/f','wb').write(b'x' * 2000000)",
        {"file_bytes": MIB},
        "file_bytes",
    ),
    "ignoring_sigterm": (
        "import signal, time\nfor n in range(1, 65):\n try: signal.signal(n, signal.SIG_IGN)\n"
        " except (OSError, ValueError): pass\nwhile True: time.sleep(1)",
        {"wall_ms": 700},
        "timeout",
    ),
    "double_forked_daemons": (
        "import os, time\nfor _ in range(8):\n if os.fork() == 0:\n  os.setsid()\n  if os.fork(): os._exit(0)\n"
        "  time.sleep(60)\n  os._exit(0)\nprint('left them behind')",
        {},
        "completed",
    ),
    "full_home_tmp_and_shm": (
        "import os\nfor place in ('/tmp', '/home/agent', '/dev/shm'):\n"
        " with open(place + '/f', 'wb', buffering=0) as f:\n  try:\n   while True: f.write(b'x' * 1000000)\n"
        "  except OSError as e: print(place, e.errno, f.tell() // 2**20)\n",
        {},
        "completed",
    ),
}


def bombs():
    for name, (script, limits, expected) in BOMBS.items():
        outcome = launch(script, limits=limits)
        evidence = json.loads(outcome.evidence)
        fired = [limit["name"] for limit in evidence["limits"] if limit["fired"] == "yes"]
        held = str(outcome.status) == expected or (outcome.status == "killed-by-limit" and expected in fired)
        told = outcome.stdout[:300] if expected == "completed" else ""
        record(name, held, f"{outcome.status}, fired {fired}, {outcome.reason} {told} {outcome.stderr[-200:]}")


HOSTILE = """
import os, socket
os.makedirs('a/b')
links = {'absolute': '/etc/passwd', 'up': '../../../etc/passwd', 'a/b/root': '../..', 'through': 'a/b/root/../x'}
links |= {'a/one': '..', 'a/two': 'one/../..', 'proc': '/proc/self/root/etc', 'loop': 'loop'}
links |= {'inside': 'a', 'dangling': 'gone'}
for name, target in links.items(): os.symlink(target, name)
socket.socket(socket.AF_UNIX).bind('socket'); os.mkfifo('pipe')
open('setuid', 'w').close(); os.chmod('setuid', 0o4755)
os.makedirs('locked/inner'); open('locked/inner/f', 'w').close(); os.chmod('locked/inner', 0); os.chmod('locked', 0)
open('mute', 'w').close(); os.chmod('mute', 0)
os.symlink('/etc/hostname', 'out.json')
for _ in range(4000):
    os.mkdir('d'); os.chdir('d')
"""


def hostile_workspace():
    outcome = launch(HOSTILE, outputs=("out.json", "up", "locked/inner/f"), limits={"workspace_entries": 10_000})
    found = {(finding.code, finding.where) for finding in outcome.findings}
    links = {"/absolute", "/up", "/through", "/a/two", "/proc", "/out.json"}
    expected = {("E_RUN_LINK", where) for where in links} | {("E_RUN_SOCKET", "/socket"), ("E_RUN_PIPE", "/pipe")}
    expected |= {("E_RUN_SETUID", "/setuid"), ("E_RUN_UNREADABLE", "/locked"), ("E_RUN_UNREADABLE", "/mute")}
    harmless = {"/loop", "/inside", "/dangling", "/a/one", "/a/b/root"} & {where for _, where in found}
    deep = any(code == "E_RUN_DEPTH" for code, _ in found)
    held = outcome.status == "invalid" and expected <= found and not harmless and deep and not outcome.outputs
    record(
        "symlink_escapes_and_hostile_trees",
        held,
        sorted(found) if not held else f"{len(found)} findings, {outcome.reason}",
    )


def terminal():
    """The launcher has a real terminal; the command inside tries to type into it."""
    script = (
        "import fcntl, os\nfor path in ('/dev/tty', '/proc/1/fd/0', '/proc/1/fd/1'):\n"
        " try:\n  fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)\n"
        "  fcntl.ioctl(fd, 0x5412, b'x'); print('BROKE', path)\n"
        " except OSError as e: print(path, e.errno)\n"
    )
    reader, writer = os.pipe()
    child, screen = os.forkpty()
    if child == 0:
        outcome = launch(script)
        end = f"{outcome.status} {outcome.reason} survivors {len(SURVIVORS)} left {staying()}"
        os.write(writer, outcome.stdout + end.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as said:
        text = said.read().decode()
    os.waitpid(child, 0)
    os.set_blocking(screen, False)
    try:
        typed = os.read(screen, 1000)
    except OSError:
        typed = b""
    os.close(screen)
    held = "completed" in text and "BROKE" not in text and "survivors 0 left []" in text and b"x" not in typed
    record("typing_into_the_launchers_terminal", held, f"{text} typed: {typed!r}")


def watch_staging(event, args):
    """An audit hook: remembers the staged folders of this process. Others on this machine stage theirs meanwhile."""
    if event == "tempfile.mkdtemp" and "/nixbench-isolated-" in str(args[0]):
        STAGED.append(Path(args[0]))


STAGED = []


def staying():
    """The staged folders of this process that are still there."""
    return [folder.name for folder in STAGED if os.path.lexists(folder)]


def main():
    if PYTHON is None:
        raise SystemExit("the attack suite needs python3 in /usr/bin or /usr/local/bin")
    sys.addaudithook(watch_staging)
    terminal()
    with tempfile.TemporaryDirectory(prefix="nnai-attack-") as name:
        folder = Path(name)
        listener = Listener(folder)
        heard = listener.hears()
        the_attacker(listener, folder)
        bombs()
        hostile_workspace()
        record("no_connection_reached_the_host", heard and not listener.visitors, f"{heard=} {listener.visitors}")
    record(
        "no_survivors",
        not SURVIVORS,
        SURVIVORS or "after each run: its namespace is empty, and no process anywhere carries its mark",
    )
    said = {"results": RESULTS, "uid": os.geteuid(), "staged": len(STAGED), "left": staying()}
    sys.stdout.write(json.dumps(said))


main()
