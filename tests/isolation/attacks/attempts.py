"""What the attacks share: what stands outside, and how an attempt and its evidence are written down.

`targets.json` names paths, process ids, ports, call numbers and the secret of the host.
"""

import ctypes
import errno
import json

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
with open("targets.json") as stream:
    TARGETS = json.load(stream)
SECRET, CALLS = TARGETS["secret"], TARGETS["calls"]
ATTACKS = []
RESULT = []
"""The pipe that the running attack answers on."""


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
