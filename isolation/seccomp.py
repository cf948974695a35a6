"""The seccomp filter of linux-bwrap-v1, assembled from the tables in `syscalls.py`.

Invariant: a program for one machine answers every call of another machine, or of another calling convention of the
same machine, by killing the process; refused calls answer EPERM, unknown ones ENOSYS. The filter only takes away:
what it allows is still judged by the kernel. Words are `struct sock_filter` in host (little-endian) order.
"""

from __future__ import annotations

import functools
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass

from isolation.syscalls import AARCH64, ABSENT, LAST_KNOWN, REFUSED, X86_64

ALLOW = 0x7FFF0000
KILL = 0x80000000
EPERM, ENOSYS, EAFNOSUPPORT = (0x00050000 | errno for errno in (1, 38, 97))

NEW_NAMESPACES = 0x7E020080
"""Every CLONE_NEW* flag, CLONE_NEWTIME included."""
CLONE_NAMESPACES = 0x7E020000
"""The same for clone, whose low byte is the exit signal."""
FAMILIES = (1, 2, 10)
"""AF_UNIX, AF_INET, AF_INET6: the others reach past a network namespace or into the kernel."""
TERMINAL_INPUT = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX type into a terminal that somebody else reads."""
PERSONALITIES = (0, 8, 0xFFFFFFFF)
"""Linux, Linux on 32 bits, and the question which one is set."""

_LOAD, _EQUAL, _ABOVE, _BITS, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCH = 0, 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Machine:
    """A machine the filter can be made for: audit word and call numbers."""

    name: str
    audit: int
    calls: Mapping[str, int]


MACHINES = {
    "x86_64": Machine(name="x86_64", audit=0xC000003E, calls=X86_64),
    "aarch64": Machine(name="aarch64", audit=0xC00000B7, calls=AARCH64),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Line:
    """One instruction before its jumps are resolved: where to go when the test holds, or does not (None: go on)."""

    code: int
    value: int
    then: str | None = None
    otherwise: str | None = None
    label: str | None = None


@functools.cache
def program(name: str | None = None) -> bytes:
    """The assembled filter of the machine called `name` (default: this one)."""
    return assemble(machine(name))


def machine(name: str | None = None) -> Machine:
    """The machine called `name` (default: this one). KeyError names a machine the filter has no table for."""
    name = name or platform.machine()
    if name not in MACHINES:
        raise KeyError(f"no seccomp table for the machine {name}; there are {', '.join(MACHINES)}")
    return MACHINES[name]


def assemble(target: Machine) -> bytes:
    """The filter for `target`, 8 bytes an instruction, as `bwrap --seccomp` reads it."""
    lines = [*_entry(target), *_refusals(target), *_blocks(), *_answers()]
    places: dict[str | None, int] = {line.label: at for at, line in enumerate(lines) if line.label}
    return b"".join(_encode(line, at, places) for at, line in enumerate(lines))


def _entry(target: Machine) -> list[_Line]:
    return [
        _Line(code=_LOAD, value=_ARCH),
        _Line(code=_EQUAL, value=target.audit, otherwise="kill"),
        _Line(code=_LOAD, value=_NUMBER),
        # x32 calls carry bit 30: the same machine, other numbers.
        _Line(code=_BITS, value=0x40000000, then="kill"),
        _Line(code=_ABOVE, value=LAST_KNOWN, then="no-call"),
        _Line(code=_EQUAL, value=target.calls["clone3"], then="no-call"),
    ]


def _refusals(target: Machine) -> list[_Line]:
    """Jumps by call number; clone3 hides its flags in memory, so it does not exist and the C library uses clone."""
    names = [name for name in REFUSED if name in target.calls]
    if missing := set(REFUSED) - set(names) - (ABSENT if target.name == "aarch64" else set()):
        raise KeyError(f"{target.name} has no number for {sorted(missing)}")
    lines = [_Line(code=_EQUAL, value=target.calls[name], then="refuse") for name in names]
    blocks = {"socket": "family", "socketpair": "family", "clone": "clone", "unshare": "unshare"}
    blocks |= {"ioctl": "ioctl", "personality": "personality"}
    lines += [_Line(code=_EQUAL, value=target.calls[name], then=block) for name, block in blocks.items()]
    return [*lines, _Line(code=_RETURN, value=ALLOW)]


def _blocks() -> list[_Line]:
    """Calls that are judged by an argument. The kernel reads these as 32 bits, so the low word is the whole truth."""
    return [
        *_one_of("family", 0, FAMILIES, inside="allow", outside="no-family"),
        *_one_of("ioctl", 1, TERMINAL_INPUT, inside="refuse", outside="allow"),
        *_one_of("personality", 0, PERSONALITIES, inside="allow", outside="refuse"),
        _Line(code=_LOAD, value=_argument(0), label="clone"),
        _Line(code=_BITS, value=CLONE_NAMESPACES, then="refuse", otherwise="allow"),
        _Line(code=_LOAD, value=_argument(0), label="unshare"),
        _Line(code=_BITS, value=NEW_NAMESPACES, then="refuse", otherwise="allow"),
    ]


def _one_of(label: str, argument: int, values: tuple[int, ...], inside: str, outside: str) -> list[_Line]:
    tests = [_Line(code=_EQUAL, value=value, then=inside) for value in values[:-1]]
    last = _Line(code=_EQUAL, value=values[-1], then=inside, otherwise=outside)
    return [_Line(code=_LOAD, value=_argument(argument), label=label), *tests, last]


def _answers() -> list[_Line]:
    answers = {"allow": ALLOW, "refuse": EPERM, "no-call": ENOSYS, "no-family": EAFNOSUPPORT, "kill": KILL}
    return [_Line(code=_RETURN, value=value, label=label) for label, value in answers.items()]


def _argument(index: int) -> int:
    """Offset of the low word of an argument in `struct seccomp_data`."""
    return 16 + 8 * index


def _encode(line: _Line, at: int, places: Mapping[str | None, int]) -> bytes:
    hold, fail = (places[name] - at - 1 if name else 0 for name in (line.then, line.otherwise))
    return struct.pack("<HBBI", line.code, hold, fail, line.value)
