"""The filter, executed by a small interpreter of BPF: what each machine's program answers for each call."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from isolation import seccomp
from isolation.seccomp import ALLOW, EAFNOSUPPORT, ENOSYS, EPERM, KILL, MACHINES, Machine
from isolation.syscalls import ABSENT, LAST_KNOWN, REFUSED

EVERY = tuple(MACHINES.values())


def interpret(program: bytes, data: bytes) -> int:
    """Run the filter as the kernel does: an accumulator, jumps forward only, a verdict."""
    lines = list(struct.iter_unpack("<HBBI", program))
    at = accumulator = 0
    while True:
        code, hold, fail, value = lines[at]
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif code == 0x06:
            return int(value)
        else:
            holds = {0x15: accumulator == value, 0x25: accumulator > value, 0x45: bool(accumulator & value)}[code]
            at += hold if holds else fail


def answer(machine: Machine, number: int | str, *arguments: int, audit: int | None = None) -> int:
    number = machine.calls[number] if isinstance(number, str) else number
    padded = (*arguments, *(0,) * 6)[:6]
    data = struct.pack("<IIQ6Q", number, machine.audit if audit is None else audit, 0, *padded)
    return interpret(seccomp.assemble(machine), data)


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
@pytest.mark.parametrize("name", REFUSED)
def test_refused_calls_answer_eperm(machine: Machine, name: str) -> None:
    if name in machine.calls:
        assert answer(machine, name) == EPERM
    else:
        assert name in ABSENT
        assert machine.name == "aarch64"


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
@pytest.mark.parametrize("name", ["read", "write", "openat", "mmap", "execve", "futex", "wait4", "kill", "seccomp"])
def test_ordinary_calls_are_allowed(machine: Machine, name: str) -> None:
    assert answer(machine, name) == ALLOW


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
def test_every_number_has_the_answer_of_its_name_or_is_allowed(machine: Machine) -> None:
    """No jump lands one line off: each of the known numbers is asked, with arguments that nothing objects to."""
    refused = {machine.calls[name] for name in REFUSED if name in machine.calls}
    for number in range(LAST_KNOWN + 1):
        expected = EPERM if number in refused else ENOSYS if number == machine.calls["clone3"] else ALLOW
        assert answer(machine, number, 1 if number != machine.calls["personality"] else 0) == expected, number


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
@pytest.mark.parametrize("call", ["socket", "socketpair"])
def test_only_three_families_of_sockets_exist(machine: Machine, call: str) -> None:
    allowed = [family for family in range(64) if answer(machine, call, family) == ALLOW]
    assert allowed == [1, 2, 10]
    assert answer(machine, call, 40) == EAFNOSUPPORT
    assert answer(machine, call, 16 | 1 << 32) == EAFNOSUPPORT, "the kernel reads 32 bits"


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
def test_processes_and_threads_start_but_no_namespace(machine: Machine) -> None:
    assert answer(machine, "clone", 17) == ALLOW
    assert answer(machine, "clone", 0x3D0F00) == ALLOW, "a thread of the C library"
    assert answer(machine, "clone3") == ENOSYS
    for bit in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert answer(machine, "clone", bit | 17) == EPERM
        assert answer(machine, "unshare", bit) == EPERM
    assert answer(machine, "unshare", 0x80) == EPERM
    assert answer(machine, "unshare", 0x400) == ALLOW


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
def test_nobody_types_into_a_terminal(machine: Machine) -> None:
    assert answer(machine, "ioctl", 0, 0x5412) == answer(machine, "ioctl", 0, 0x541C) == EPERM
    assert answer(machine, "ioctl", 0, 0x5412 | 1 << 32) == EPERM
    assert answer(machine, "ioctl", 0, 0x5401) == ALLOW


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
def test_personality_answers_and_changes_nothing(machine: Machine) -> None:
    assert answer(machine, "personality", 0xFFFFFFFF) == ALLOW
    assert answer(machine, "personality", 0x0040000) == EPERM, "no address randomisation"


@pytest.mark.parametrize("machine", EVERY, ids=lambda machine: machine.name)
def test_other_conventions_are_killed_and_new_calls_do_not_exist(machine: Machine) -> None:
    for other in (0x40000003, 0x40000028, *(each.audit for each in EVERY if each is not machine)):
        assert answer(machine, "read", audit=other) == KILL
    assert answer(machine, 0x40000000 | 39) == KILL
    assert answer(machine, LAST_KNOWN + 1) == ENOSYS


def test_numbers_agree_with_the_kernels_headers() -> None:
    """Where the headers are installed they say what the table says; where they are not, a few are known by heart."""
    table = MACHINES["x86_64"].calls
    assert {"ptrace": 101, "clone": 56, "socket": 41, "bpf": 321}.items() <= table.items()
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    if header.exists():
        said = dict(re.findall(r"#define __NR_(\w+) (\d+)", header.read_text()))
        assert {name: int(said[name]) for name in table if name in said}.items() <= table.items()


def test_an_unknown_machine_is_named() -> None:
    with pytest.raises(KeyError, match="riscv64"):
        seccomp.machine("riscv64")
