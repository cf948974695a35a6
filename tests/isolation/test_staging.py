"""Staged folders: neutral names, whom they belong to, and the janitor."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from isolation.privilege import unprivileged
from isolation.staging import GRACE_SECONDS, NAME, clean_up, is_neutral, mount_root, stage

ROOT = Path(__file__).resolve().parents[2]
SLEEPER = """
from isolation import Job, run
run(Job(command=("/usr/bin/sleep", "61.2345"), agent={"x": b"x"}))
"""


def sleeping() -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if b"sleep\00061.2345" in Path("/proc", name, "cmdline").read_bytes():
                found.append(int(name))
        except OSError:
            continue
    return found


def open_files(pid: int) -> list[str]:
    return [os.readlink(entry) for entry in Path(f"/proc/{pid}/fd").iterdir()]


def wait_for(condition: bool, seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while bool(sleeping()) is not condition:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_killed_launcher_takes_its_command_with_it_and_the_janitor_its_folders() -> None:
    """Trap 4."""
    with subprocess.Popen([sys.executable, "-c", SLEEPER], cwd=ROOT) as launcher:
        assert wait_for(True), "the command started"
        made = [Path(held).parent for held in open_files(launcher.pid) if held.endswith("/lock")]
        assert not set(clean_up()) & {entry.name for entry in made}, "a living launcher keeps its folders"
        launcher.send_signal(signal.SIGKILL)
    assert wait_for(False), "nothing survives its launcher"
    clean_up()
    assert len(made) == 2
    assert not [entry for entry in made if entry.exists()]
    assert not any(str(entry) in Path("/proc/self/mountinfo").read_text() for entry in made)


def test_the_names_say_nothing() -> None:
    with stage("work", owner=unprivileged()) as made, stage("agent", "agent-") as agent:
        assert NAME.fullmatch(made.root.name)
        assert NAME.fullmatch(agent.root.name)
        assert (made.folder, agent.folder) == (made.root / "work", agent.root / "agent")
    assert not made.root.exists()
    assert not agent.root.exists()


def test_a_folder_that_is_just_being_made_is_left_alone(tmp_path: Path) -> None:
    young = tmp_path / "nixbench-isolated-aaaaaaaa"
    young.mkdir()
    made = young.stat().st_mtime
    assert clean_up(tmp_path, now=made + GRACE_SECONDS - 1) == ()
    assert clean_up(tmp_path, now=made + GRACE_SECONDS + 1) == (young.name,)


@pytest.mark.parametrize("kind", ["", "agent-", "env-"])
def test_a_lock_that_is_just_being_taken_is_not_an_abandoned_one(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Another launcher's janitor comes by at the moment before the lock is held."""
    take = fcntl.flock

    def taken(handle: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", take)
        clean_up()
        take(handle, how)

    monkeypatch.setattr(fcntl, "flock", taken)
    with stage("work", kind) as made:
        assert fcntl.flock is take
        assert made.folder.is_dir()
        assert made.root.name not in clean_up()


def test_a_folder_that_a_janitor_took_away_first_is_no_failure() -> None:
    with stage("work") as made:
        shutil.rmtree(made.root)
    assert not made.root.exists()


def test_the_janitor_touches_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "nixbench-isolated-").mkdir()
    (tmp_path / "somebody-elses").mkdir()
    (tmp_path / "nixbench-isolated-bbbbbbbb").symlink_to(tmp_path / "somebody-elses")
    assert clean_up(tmp_path, now=10**10) == ()
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("mounts", "shown"),
    [
        (["1 0 8:1 / / rw - ext4 x rw"], "/tmp/nixbench-isolated-aaaaaaaa/work"),
        (["1 0 8:1 / / rw - ext4 x rw", "2 1 0:9 / /tmp rw - tmpfs x rw"], "/nixbench-isolated-aaaaaaaa/work"),
        (["1 0 8:1 /@root / rw - btrfs x rw"], "/@root/tmp/nixbench-isolated-aaaaaaaa/work"),
        (["1 0 8:1 / / rw - ext4 x rw", "3 1 0:9 / /tmp/nixbench-isolated-aaaaaaaa rw - tmpfs x rw"], "/work"),
        (["1 0 8:1 / / rw - ext4 x rw", "2 1 0:9 / /tmpfoo rw - tmpfs x rw"], "/tmp/nixbench-isolated-aaaaaaaa/work"),
    ],
)
def test_the_root_that_a_bind_shows(mounts: list[str], shown: str) -> None:
    """Trap 10."""
    assert mount_root(Path("/tmp/nixbench-isolated-aaaaaaaa/work"), "\n".join(mounts) + "\n") == shown


@pytest.mark.parametrize(
    ("path", "neutral"),
    [
        ("/usr/lib/x", True),
        ("/nix/store/abc", True),
        ("/tmp/nixbench-isolated-env-abcd1234/environment", True),
        ("/tmp/private-study", False),
        ("/home/me/venv", False),
        ("/usr/../home", False),
        ("/tmp", False),
    ],
)
def test_which_sources_say_nothing(path: str, neutral: bool) -> None:
    assert is_neutral(Path(path)) is neutral
