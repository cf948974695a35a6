"""Real launches: what a command gets, what comes back, how a run is classified, and that it fails closed."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from isolation import Bind, Job, Limits, Outcome, Status, check_evidence, prepared_environment, run
from isolation.profile import LINUX_BWRAP_V1, Profile
from isolation.staging import BASE

Shell = Callable[..., Outcome]


def processes(word: str) -> dict[int, str]:
    """The processes of this machine whose command line holds `word`, with it."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if word in line:
            found[int(name)] = line.strip()
    return found


def test_a_command_gets_its_inputs_and_gives_its_outputs(shell: Shell) -> None:
    outcome = shell(
        "cat in/a.txt /agent/tool >out.txt; ls >names.txt; echo said; echo complained >&2",
        inputs={"in/a.txt": b"question\n"},
        agent={"tool": b"program\n"},
        outputs=("out.txt", "names.txt", "never.txt"),
    )
    assert outcome.status is Status.COMPLETED, outcome.reason
    assert outcome.outputs == {"out.txt": b"question\nprogram\n", "names.txt": b"in\nnames.txt\nout.txt\n"}
    assert (outcome.stdout, outcome.stderr, outcome.publishable) == (b"said\n", b"complained\n", True)
    assert json.loads(outcome.evidence)["missing_outputs"] == ["never.txt"]


def test_files_and_folders_of_the_host_are_copied_never_bound(shell: Shell, tmp_path: Path) -> None:
    program = tmp_path / "program"
    (program / "bin").mkdir(parents=True)
    (program / "bin" / "go").write_text("#!/bin/sh\nmv question answer\n")
    (program / "bin" / "go").chmod(0o700)
    (tmp_path / "q").write_text("text")
    outcome = shell("/agent/bin/go", inputs={"question": tmp_path / "q"}, agent=program, outputs=("answer",))
    assert outcome.outputs == {"answer": b"text"}, outcome.stderr
    assert (tmp_path / "q").read_text() == "text"


def test_the_environment_is_exact(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trap 2: neither the command nor PID 1 shows anything of the launcher's environment."""
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    outcome = run(Job(command=("/usr/bin/env",), environment={"SEED": "7 x"}))
    expected = {"HOME=/home/agent", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "TMPDIR=/tmp", "SEED=7 x"}
    assert set(outcome.stdout.decode().splitlines()) == expected
    first = shell("tr '\\0' '\\n' </proc/1/environ", environment={"SEED": "7 x"}).stdout.decode().splitlines()
    assert set(first) == expected | {"PWD=/workspace"}


@pytest.mark.parametrize(
    ("line", "code", "signal"), [("exit 3", 3, None), ("kill -9 $$", 137, 9), ("kill -SEGV $$", 139, 11)]
)
def test_a_command_that_fails_is_a_valid_failure(shell: Shell, line: str, code: int, signal: int | None) -> None:
    outcome = shell(line)
    assert (outcome.status, outcome.exit_code, outcome.signal) == (Status.FAILED, code, signal)
    assert outcome.stderr == b"", "the shell's own word on it is not the command's"


TOOLS = {
    "/usr/bin/python3": "python3 -c 'import multiprocessing as m; print(sum(m.Pool(2).map(abs, [-40, -2])))'",
    "/usr/bin/node": "node -e 'console.log(40 + 2)'",
    "/usr/bin/git": "git init -q r && cd r && git hash-object --stdin </dev/null >/dev/null && echo 42",
    "/usr/bin/gcc": "echo 'int main(void) { return 42; }' >a.c && gcc a.c -o a; ./a; echo $?",
    "/usr/bin/java": "java -version 2>/dev/null && echo 42",
}


@pytest.mark.parametrize("tool", [name for name in TOOLS if Path(name).exists()])
def test_ordinary_programs_still_run(shell: Shell, tool: str) -> None:
    outcome = shell(TOOLS[tool], limits={"processes": 128})
    assert (outcome.stdout, outcome.status) == (b"42\n", Status.COMPLETED), outcome.stderr


def test_a_program_that_is_not_there_is_a_failure(shell: Shell) -> None:
    assert run(Job(command=("/usr/bin/no-such-program",))).status is Status.FAILED


def test_output_is_kept_to_a_size_and_drained(shell: Shell) -> None:
    outcome = shell("head -c 300000 /dev/zero; echo end >&2")
    assert (outcome.status, len(outcome.stdout), outcome.stderr) == (Status.COMPLETED, 65_536, b"end\n")
    assert json.loads(outcome.evidence)["stdout"]["bytes"] == 300_000


def test_it_never_runs_as_root_and_the_hosts_command_line_is_clean() -> None:
    """Trap 1. Seen from the host while two runs are going on: each has a user of its own, none is root."""
    jobs = [
        Job(command=("/usr/bin/sleep", word), environment={"STUDY": "secret-study"}) for word in ("1.4321", "1.4322")
    ]
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run, job) for job in jobs]
        deadline = time.monotonic() + 15
        while len(seen := {pid: line for pid, line in processes("sleep 1.432").items() if line.startswith("/usr")}) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        users = {Path(f"/proc/{pid}").stat().st_uid for pid in seen}
        lines = [line for line in processes("bwrap").values() if "--args" in line]
        assert all(each.result().status is Status.COMPLETED for each in runs)
    if os.geteuid() == 0:
        assert len(users) == 2
    assert 0 not in users
    assert lines
    assert not any("secret-study" in line or "nixbench-isolated" in line for line in lines)


def test_a_run_outlives_the_threads_beside_it(shell: Shell) -> None:
    """Trap 4: the thread that launches waits itself, so a thread that ends meanwhile takes nothing with it."""
    outcomes: list[Outcome] = []
    launcher = threading.Thread(target=lambda: outcomes.append(shell("sleep 0.3; echo done")))
    beside = threading.Thread(target=lambda: None)
    for thread in (launcher, beside):
        thread.start()
    for thread in (beside, launcher):
        thread.join()
    assert outcomes[0].stdout == b"done\n"


def test_the_process_limit_counts_inside_only(shell: Shell) -> None:
    """Trap 3: a limit below what the user already runs outside does not stop the launch."""
    assert shell("echo ran", limits={"processes": 4}).stdout == b"ran\n"


def test_a_sandbox_that_cannot_be_made_never_starts_the_command() -> None:
    """Fails closed: bubblewrap itself refuses this size."""
    broken = Profile(id=LINUX_BWRAP_V1.id, sandboxed=True, temporary_bytes=-1)
    outcome = run(Job(command=("/bin/sh", "-c", "echo ran >f"), outputs=("f",)), broken)
    assert (outcome.status, outcome.outputs, outcome.publishable) == (Status.INVALID, {}, False)
    assert "not started" in outcome.reason
    assert outcome.exit_code is None


def test_a_sandbox_with_a_limit_that_did_not_take_never_starts() -> None:
    """A real preflight that finds something wrong: the kernel knows no more open files than the hard limit."""
    outcome = run(Job(command=("/bin/sh", "-c", "echo ran"), limits=Limits(open_files=10**8)))
    assert outcome.status is Status.INVALID
    assert "limits: Max open files" in outcome.reason
    assert outcome.stdout == b""


def test_what_is_left_behind_can_make_the_run_invalid(shell: Shell) -> None:
    outcome = shell("ln -s /etc/passwd out", outputs=("out",))
    assert (outcome.status, outcome.outputs, outcome.publishable) == (Status.INVALID, {}, False)
    assert [finding.code for finding in outcome.findings] == ["E_RUN_LINK"]


def test_a_prepared_environment_is_read_only_and_shared(shell: Shell) -> None:
    with prepared_environment() as folder:
        (folder / "answer").write_text("42")
        binds = (Bind(source=folder, target="/environment"),)
        outcomes = [shell("cat /environment/answer; echo x >/environment/y", binds=binds) for _ in range(2)]
    assert [outcome.stdout for outcome in outcomes] == [b"42", b"42"]
    assert all(b"Read-only" in outcome.stderr and outcome.publishable for outcome in outcomes)
    assert not folder.exists()


def test_nothing_is_left_in_the_staging_place(shell: Shell) -> None:
    outcome = shell("mkdir -p a/b; chmod 0 a/b a; echo $PWD", agent={"x": b""})
    assert outcome.status is Status.INVALID
    mine = [entry for entry in BASE.glob("nixbench-isolated-*") if (entry / "work" / "a").exists()]
    assert mine == []


def test_evidence_is_sound_and_says_when(shell: Shell) -> None:
    moments = iter([datetime(2026, 11, 29, 12, tzinfo=UTC), datetime(2026, 11, 29, 12, 0, 1, tzinfo=UTC)])
    outcome = run(Job(command=("/usr/bin/true",)), clock=lambda: next(moments))
    record = json.loads(outcome.evidence)
    assert check_evidence(outcome.evidence) == ()
    assert (record["started"], record["ended"]) == ("2026-11-29T12:00:00.000Z", "2026-11-29T12:00:01.000Z")
    assert all(check["ok"] for check in record["checks"])
    for name in ("launcher_digest", "preflight_digest", "filter_digest"):
        assert record[name].startswith("sha256:")
    assert record["bubblewrap"]["digest"].startswith("sha256:")


@pytest.mark.parametrize(
    "wrong",
    [
        {"command": ()},
        {"command": ("A=1",)},
        {"command": ("-x",)},
        {"command": ("a\0b",)},
        {"inputs": {"../x": b""}},
        {"outputs": ("/etc/passwd",)},
        {"environment": {"A B": "x"}},
        {"environment": {"A": "x\0y"}},
        {"agent": {"/x": b""}},
        {"binds": (Bind(source=Path("/home"), target="/environment"),)},
        {"binds": (Bind(source=Path("/usr/../etc"), target="/environment"),)},
        {"binds": (Bind(source=Path("/usr/lib"), target="/etc"),)},
    ],
)
def test_a_job_that_cannot_be_run_as_it_is_said(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Job(**{"command": ("/usr/bin/true",), **wrong})
