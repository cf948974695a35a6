"""`review.py reproduce` at the door: usage, exit codes, where evidence is laid, what `--json` says."""

from __future__ import annotations

import json
import subprocess

import pytest

ANSWER = """
import json
rows = [json.loads(line)["id"] for line in open("corpora/core-v0.1/test.questions.jsonl")]
json.dump([{"id": i, "label": "A"} for i in rows], open("predictions.json", "w"))
"""


@pytest.fixture
def source(tmp_path):
    """A repository of a system that always answers A, and its commit."""
    work = tmp_path / "source"
    work.mkdir()
    (work / "answer.py").write_text(ANSWER)
    (work / "lock.txt").write_text("")
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.hooksPath=/dev/null"]
    for line in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", "-C", str(work), *line], check=True, capture_output=True)
    done = subprocess.run(["git", "-C", str(work), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return work, done.stdout.strip()


@pytest.fixture
def entry(run, control, source):
    """The control that always answers A, with that source, on the board of a state of its own."""
    document = json.loads(control.read_bytes())
    document["source"] |= {"revision": source[1]}
    document["reproduction"] |= {
        "environment": {
            "file": "lock.txt",
            "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        },
        "commands": {"fit": "none", "predict": "python3 answer.py", "evaluate": "python3 -m evaluator score"},
    }
    control.write_text(json.dumps(document))
    place = ("--state", str(control.parent / "board"))
    code, _, err = run("admit", str(control), "--status", "control", "--note", "x", "--apply", "--json", *place)
    assert code == 0, err
    log = (control.parent / "board" / "decisions.jsonl").read_text().splitlines()
    return json.loads(log[-1])["record"], place


@pytest.mark.parametrize(
    "arguments",
    [
        ("abcdef",),
        ("abcdef", "--note", "x", "--source", "nowhere"),
        ("abcdef", "--note", "x", "--source", "ssh://example.org/x"),
        ("abcdef", "--note", "x", "--runs", "1"),
    ],
)
def test_usage_errors_are_2(run, arguments):
    assert run("reproduce", *arguments)[0] == 2


def test_it_is_shown_first_then_decided_and_the_evidence_lies_at_hand(run, entry, source, home):
    record, place = entry
    line = ("reproduce", record[:8], "--note", "run twice", "--source", str(source[0]), *place)
    code, out, err = run(*line)
    assert code == 0, out + err
    assert "900 of 900 items equal" in out
    assert "Nothing was changed" in out
    assert "run 2 of 2: completed" in err
    (kept,) = (home / "reproductions").iterdir()
    assert json.loads(kept.read_bytes())["record"] == record
    code, out, _ = run(*line, "--apply", "--json")
    said = json.loads(out)
    assert (code, said["equal"], said["applied"], len(said["runs"])) == (0, 900, True, 2)
    assert json.loads(run("verify", "--json", *place)[1])["clean"] is True


def test_a_source_that_cannot_be_reached_is_3_and_one_without_the_commit_1(run, entry, tmp_path):
    record, place = entry
    line = ("reproduce", record[:8], "--note", "x", *place, "--source")
    code, _, err = run(*line, "https://127.0.0.1:9/x")
    assert (code, "cannot be fetched" in err) == (3, True)
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", "--bare", str(other)], check=True, capture_output=True)
    code, out, _ = run(*line, str(other))
    assert (code, "R_REVISION" in out) == (1, True)


def test_an_entry_that_is_not_there_is_a_finding(run, home):
    code, out, _ = run("reproduce", "abcdef", "--note", "x")
    assert (code, "R_ENTRY" in out) == (1, True)
