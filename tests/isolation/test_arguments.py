"""The pure step from profile to bubblewrap's arguments."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from isolation.profile import LINUX_BWRAP_V1, Bind, Host, Layout, arguments, expected_mounts

HOST = Host(merged=("bin", "lib"), optional=("/etc/ld.so.cache",), usr_local=True)
LAYOUT = Layout(
    work=Path("/tmp/nixbench-isolated-aaaaaaaa/work"),
    agent=Path("/tmp/nixbench-isolated-agent-bbbbbbbb/agent"),
    binds=(),
    environment=(("HOME", "/home/agent"), ("PATH", "/usr/bin:/bin")),
    data=(("/etc/passwd", 7), ("/preflight", 8)),
    status=9,
    filter=10,
)
GOLDEN = Path(__file__).with_name("arguments.golden.txt")


def test_the_arguments_are_the_golden_ones() -> None:
    assert list(arguments(LINUX_BWRAP_V1, HOST, LAYOUT)) == GOLDEN.read_text().split()


def test_the_same_plan_gives_the_same_arguments() -> None:
    assert arguments(LINUX_BWRAP_V1, HOST, LAYOUT) == arguments(LINUX_BWRAP_V1, replace(HOST), replace(LAYOUT))


def test_usr_local_is_covered_unless_an_environment_is_bound_there() -> None:
    """Trap 9."""
    bound = replace(LAYOUT, binds=(Bind(source=Path("/usr/local"), target="/usr/local"),))
    covered, shown = (" ".join(arguments(LINUX_BWRAP_V1, HOST, layout)) for layout in (LAYOUT, bound))
    assert "--tmpfs /usr/local --remount-ro /usr/local" in covered
    assert "--tmpfs /usr/local" not in shown
    assert "--ro-bind /usr/local /usr/local" in shown


def test_every_mount_of_the_arguments_is_expected_and_no_other() -> None:
    words = arguments(LINUX_BWRAP_V1, HOST, LAYOUT)
    takes = {"--ro-bind": 2, "--bind": 2, "--ro-bind-data": 2, "--tmpfs": 1, "--proc": 1, "--dev": 1}
    made = {words[at + takes[word]] for at, word in enumerate(words) if word in takes}
    expected = {mount.point for mount in expected_mounts(HOST, LAYOUT, "/work")}
    below_dev = {point for point in expected if point.startswith("/dev/")} - {"/dev/shm"}
    assert made | below_dev | {"/"} == expected


def test_what_can_be_written_has_a_size_or_is_the_workspace() -> None:
    """Trap 7: nothing is writable by default, and every file system in memory is bounded."""
    words = arguments(LINUX_BWRAP_V1, HOST, LAYOUT)
    for at, word in enumerate(words):
        if word == "--tmpfs":
            assert words[at - 2] == "--size"
    assert words.index("--remount-ro") < len(words)
    assert ("--remount-ro", "/dev") in pairwise(words)
    assert ("--remount-ro", "/") in pairwise(words)
    writable = {mount.point for mount in expected_mounts(HOST, LAYOUT, "/work") if mount.writable}
    assert {point for point in writable if not point.startswith(("/dev", "/proc"))} == {
        "/tmp",
        "/home/agent",
        "/workspace",
    }
