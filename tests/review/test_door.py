"""`review.py`: exit codes, where it works, what it never says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import review
from leaderboard import State
from records import locked

ROOT = Path(__file__).resolve().parents[2]


def test_every_command_is_in_the_help_and_has_a_sentence():
    text = subprocess.run(
        [sys.executable, "review.py", "--help"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    for name in review.COMMANDS:
        assert re.search(rf"\n    {name}\s+[a-z]", text), name


def test_the_hub_that_does_not_run_is_named_with_what_to_do(run):
    code, out, err = run("list")
    assert (code, out) == (3, "")
    assert "Start it with `make run`" in err
    assert "http://127.0.0.1:9/localhub" in err


def test_where_it_works_stands_on_standard_error(run, home):
    code, out, err = run("verify")
    assert code == 0
    assert err.startswith(f"local hub http://127.0.0.1:9/localhub, state {home / 'leaderboard'}\n")
    assert out.startswith("Verified")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("reproduce", "1"),
        ("check", "x"),
        ("accept", "1"),
        ("list", "--endpoint", "http://example.org"),
        ("list", "--endpoint", "https://user:word@huggingface.co"),
        ("list", "--endpoint", "ftp://127.0.0.1"),
        ("admit", "gone.json", "--status", "control", "--note", "x"),
        ("admit", "gone.json", "--status", "reproduced", "--note", "x"),
    ],
)
def test_usage_errors_are_2(run, arguments):
    assert run(*arguments)[0] == 2


def test_a_real_token_is_never_sent_to_a_local_hub_and_never_printed(run, local, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_real_secret")
    code, out, err = run("publish", "--apply")
    assert code == 0, err
    monkeypatch.setenv("NNAI_TOKEN", "hf_wrong_secret")
    code, out, err = run("reject", "1", "--note", "x", "--apply")
    assert code == 3
    assert "missing: sign-in" in err
    assert "secret" not in out + err


def test_the_json_report_is_one_object_with_place_and_exit_code(run, local):
    code, out, err = run("list", "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert (said["command"], said["exit"], said["pulls"]) == ("list", 0, [])
    assert said["endpoint"] == local.base_url
    code, out, _ = run("check", "7", "--json")
    assert (code, json.loads(out)["findings"][0]["code"]) == (1, "A_UNREADABLE")


def test_a_control_is_admitted_shown_first_verified_and_published(run, local, control, home):
    place = ("--state", str(home / "board"))
    admit = ("admit", str(control), "--status", "control", "--note", "a launch control", *place)
    code, out, _ = run(*admit)
    assert code == 0
    assert "Nothing was changed" in out
    assert run(*admit, "--apply")[0] == 0
    record = json.loads(run("verify", "--json", *place)[1])
    assert (record["clean"], record["records"]) == (True, 1)
    code, out, _ = run("publish", "--apply", *place)
    assert code == 0
    assert "read back equal" in out
    code, out, _ = run(*admit, "--apply")
    assert code == 1
    assert "A_DUPLICATE" in out


def test_somebody_else_at_work_is_3_and_named(run, home, control):
    state = State(home / "leaderboard")
    with locked(state.root / ".review.lock", describe=lambda: "`review.py accept 4`"):
        code, _, err = run("admit", str(control), "--status", "control", "--note", "x", "--apply")
    assert code == 3
    assert "review.py accept 4" in err
    assert not state.log_path.exists()


def test_a_broken_log_is_a_finding_of_every_command(run, home, control):
    log = home / "board" / "decisions.jsonl"
    run("admit", str(control), "--status", "control", "--note", "x", "--apply", "--state", str(log.parent))
    log.write_bytes(log.read_bytes() * 2)
    for command in (("verify",), ("rebuild", "--apply")):
        code, out, _ = run(*command, "--state", str(log.parent))
        assert code == 1
        assert "L_CHAIN" in out


def test_the_door_runs_on_a_bare_python(home, tmp_path):
    """`python3 review.py` finds the project's own environment when nothing is installed where it was started."""
    bare = Path(sys.base_prefix) / "bin" / "python3"
    environment = {**os.environ, "NNAI_HOME": str(home), "PYTHONPATH": ""}
    done = subprocess.run(
        [str(bare), "review.py", "verify"], cwd=ROOT, env=environment, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr
