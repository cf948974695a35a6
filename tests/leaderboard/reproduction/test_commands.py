"""Recorded commands run as plain words, or are refused by name."""

from __future__ import annotations

import subprocess

import pytest

from leaderboard.reproduction import plan_commands
from records import Rejected
from submissions_schema import Commands


def plan(predict: str = "run", fit: str = "none"):
    return plan_commands(Commands(fit=fit, predict=predict, evaluate="x"))


@pytest.mark.parametrize("fit", ["none", "None.", "none: fitting takes place in the predict command", "NONE (nothing)"])
def test_nothing_is_fitted_where_the_record_says_so(fit):
    assert plan(fit=fit).fit is None
    assert plan(fit="nonesuch --all").fit == ("nonesuch", "--all")


@pytest.mark.parametrize(
    ("predict", "output"),
    [
        ("run", "predictions.json"),
        ("run --out a/b.json", "a/b.json"),
        ("run --out=./c.json -v", "c.json"),
        ("run --out 'two words.json'", "two words.json"),
    ],
)
def test_the_output_is_what_the_command_names(predict, output):
    assert plan(predict).output == output


@pytest.mark.parametrize("path", ["/tmp/x", "../x", "a/../x", "-", "''", "a//b", "."])
def test_an_output_outside_the_working_folder_is_refused(path):
    with pytest.raises(Rejected):
        plan(f"run --out {path}")


@pytest.mark.parametrize(
    "line",
    [
        "a | b",
        "a > x",
        "a && b",
        "a; b",
        "a $HOME",
        "a `b`",
        "a *.json",
        "(a)",
        "a 2>&1",
        "'open",
        "-x run",
        "a&",
        "a<b",
    ],
)
def test_what_needs_a_shell_is_refused_and_never_guessed(line):
    for given in ({"predict": line}, {"fit": line}):
        with pytest.raises(Rejected) as refused:
            plan(**given)
        assert refused.value.findings[0].code == "R_COMMAND"


def test_who_wants_a_shell_names_one():
    assert plan("sh -c 'a $X | b > c; d*'").predict == ("sh", "-c", "a $X | b > c; d*")
    with pytest.raises(Rejected):
        plan('sh -c "a $X"')


def test_a_variable_in_front_is_set():
    assert plan("SEED=3 run").predict == ("env", "SEED=3", "run")


def test_both_commands_are_one_and_every_word_arrives_as_recorded():
    words = "printf '%s|' \"it's\" 'a b' '' \\\\ '# no comment' \"q\\\"q\""
    done = subprocess.run(plan(words, fit="true").command, check=True, capture_output=True, text=True)
    assert done.stdout == "it's|a b||\\|# no comment|q\"q|"
    failed = subprocess.run(plan("echo never", fit="false").command, check=False, capture_output=True)
    assert (failed.returncode, failed.stdout) == (1, b"")
