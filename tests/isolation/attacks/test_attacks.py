"""The attack suite, with real bubblewrap, as whoever runs the tests; where that is root, also as an ordinary user.

Nothing here is ever skipped: a host on which bubblewrap cannot run fails with the reason the launcher gave.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ORDINARY = 61_000
IDENTITIES = ("root", "ordinary") if os.geteuid() == 0 else ("ordinary",)
PATIENCE = 600
"""Seconds after which a suite hangs. How quick it is, `python -m benchmarks.attacks_bench` says."""

ATTACKS = (
    "host_files_by_path",
    "host_files_by_dots",
    "host_files_by_proc_root",
    "device_nodes",
    "kernel_files",
    "host_processes",
    "leaks",
    "inherited_descriptors",
    "tcp_to_the_host",
    "udp_to_the_host",
    "abstract_sockets",
    "socket_files",
    "dns",
    "raw_and_odd_sockets",
    "new_namespaces",
    "refused_calls",
    "mounting",
    "foreign_call_numbers",
    "unknown_call_numbers",
    "raised_limits",
    "priorities",
    "becoming_root",
    "read_only_places",
    "hard_links_out",
    "typing_into_a_terminal",
    "the_terminal_of_the_launcher",
    "typing_into_the_launchers_terminal",
    "orphans_are_reaped",
    "memory_of_other_processes",
    "the_launcher_cannot_be_imitated",
    "fork_bomb",
    "memory_bomb",
    "one_process_memory_bomb",
    "disk_bomb",
    "deleted_file_bomb",
    "inode_bomb",
    "output_bomb",
    "cpu_bomb",
    "many_process_cpu_bomb",
    "file_size_bomb",
    "full_home_tmp_and_shm",
    "ignoring_sigterm",
    "double_forked_daemons",
    "symlink_escapes_and_hostile_trees",
    "no_connection_reached_the_host",
    "no_survivors",
)
"""Every line of the list in the design, by name: an attack that was not tried fails like one that broke out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """What the suite said when it was started by one identity."""

    results: dict[str, dict[str, object]]
    uid: int
    staged: int
    left: list[str]


def readable_python(user: int) -> str:
    """A Python that `user` can start: the running one may stand in somebody's home."""
    for candidate in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            done = subprocess.run(
                [candidate, "-c", "import json"], user=user, capture_output=True, cwd="/", check=False
            )
        except OSError:
            continue
        if done.returncode == 0:
            return candidate
    pytest.fail("no Python that an ordinary user may start, in /usr/bin or /usr/local/bin")


@pytest.fixture(scope="module")
def rooms() -> Iterator[Path]:
    """The rooms and the suite where everybody may read them, whoever owns the checkout."""
    with tempfile.TemporaryDirectory(prefix="nnai-rooms-") as name:
        folder = Path(name)
        for room in ("isolation", "records"):
            shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
        for script in ("suite.py", "inside.py", "attempts.py", "reach.py", "powers.py"):
            shutil.copy(HERE / script, folder / script)
        folder.chmod(0o755)
        yield folder


@pytest.fixture(scope="module", params=IDENTITIES)
def played(request: pytest.FixtureRequest, rooms: Path) -> Played:
    command = [sys.executable, "-B", str(rooms / "suite.py"), str(rooms)]
    if request.param == "ordinary" and os.geteuid() == 0:
        # A login starts with an ordinary place in the queue for the out-of-memory killer; root's tests may not.
        drop = f"echo 0 >/proc/self/oom_score_adj; exec setpriv --reuid {ORDINARY} --regid {ORDINARY} --clear-groups"
        words = [readable_python(ORDINARY), *command[1:]]
        command = ["/bin/sh", "-c", f'{drop} "$@"', "sh", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd="/", check=False)
    assert done.returncode == 0, f"the attack suite did not run here as {request.param}: {done.stderr[-2000:]}"
    return Played(**json.loads(done.stdout))


@pytest.mark.parametrize("name", ATTACKS)
def test_the_walls_hold(played: Played, name: str) -> None:
    assert name in played.results, f"not tried: {name}"
    assert played.results[name]["held"], played.results[name]["evidence"]


def test_every_attack_is_in_the_list(played: Played) -> None:
    assert set(played.results) == set(ATTACKS)


def test_every_attack_has_evidence(played: Played) -> None:
    assert all(result["evidence"] for result in played.results.values())


def test_nothing_is_left_in_the_staging_place(played: Played) -> None:
    assert played.staged > len(ATTACKS) / 3
    assert played.left == []
