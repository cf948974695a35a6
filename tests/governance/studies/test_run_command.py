"""`bench.py run` as operators call it: reports, exit codes, progress, and what it never says of a private corpus."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import bench
from governance.commands.ticker import PLAIN_SECONDS, Ticker
from governance.corpus import Governed, load_governed
from governance.studies import System, studies

WriteSystem = Callable[..., System]
ALL_C = 'answer(["C"] * len(rows))'


@pytest.fixture
def system_file(write_system: WriteSystem, text_of_a_system: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """Write a system and return the path of its file."""

    def write(source: str, **fields: object) -> str:
        write_system(source)
        path = tmp_path / "systems" / "tiny" / "tiny.toml"
        path.write_text(text_of_a_system(**fields))
        return str(path)

    return write


def run(root: Path, *words: str) -> int:
    return int(bench.main(["run", "--corpus-root", str(root), *words]))


def test_a_run_is_told_with_what_identifies_it(
    governed: Governed, system_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(governed.root, "--system", system_file(ALL_C), "--trials", "2", "--batch", "6", "--json") == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)["corpora"][0]
    (study,) = studies(governed)
    assert (told["study"], told["study_digest"]) == (study.id, study.digest)
    assert told["configuration_id"] == study.configuration.id
    assert (told["observations"], told["solved"], told["complete"], told["publishable"]) == (24, 8, True, True)
    assert captured.err.splitlines()[0] == "0 launches done, 4 left, 0 s elapsed"
    assert captured.err.splitlines()[-1].startswith("4 launches done, 0 left")


def test_failures_of_the_system_are_told_as_such(
    governed: Governed, system_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(governed.root, "--system", system_file("sys.exit(1)")) == 0
    assert "12 crash (valid failures of the system, not wrong answers)" in capsys.readouterr().out


def test_an_incomplete_study_asks_for_a_look(
    governed: Governed, system_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(governed.root, "--system", system_file('os.symlink("/etc", "out")')) == 1
    assert "incomplete" in capsys.readouterr().out


def test_the_development_profile_says_what_it_is(
    governed: Governed, system_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(governed.root, "--system", system_file(ALL_C), "--development") == 0
    assert "never publishable" in capsys.readouterr().out


def test_wrong_calls_and_wrong_files_have_their_codes(
    governed: Governed, system_file: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(governed.root, "--system", str(tmp_path / "nowhere.toml")) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert run(governed.root, "--system", system_file("", seed="x")) == 1
    assert "G_SYSTEM at tiny.toml:/seed" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run(governed.root, "--system", system_file(ALL_C), "--trials", "0")


@pytest.fixture
def private(small_choice: Callable[..., Path], tmp_path: Path) -> Governed:
    """A private corpus."""
    return load_governed(small_choice(tmp_path / "private", role="private-held-out"))


SOURCES = (ALL_C, "sys.exit(str(rows))", 'print(rows)\nos.symlink("/etc", rows[0]["id"])')


@pytest.mark.parametrize("source", SOURCES)
def test_nothing_of_a_private_corpus_is_said(
    private: Governed, system_file: Callable[..., str], capsys: pytest.CaptureFixture[str], source: str
) -> None:
    """Whatever the system prints, leaves behind or ends with: no id, prompt or path comes out."""
    run(private.root, "--system", system_file(source), "--batch", "6")
    captured = capsys.readouterr()
    said = captured.out + captured.err
    questions = (private.root / "test.questions.jsonl").read_text().splitlines()
    for row in map(json.loads, questions):
        assert row["id"] not in said
        assert row["question"][:30] not in said
    assert "solved" not in said
    assert str(private.root) not in said


def test_studies_of_a_private_corpus_stay_in_its_root(
    private: Governed, system_file: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(private.root, "--system", system_file(ALL_C), "--out", str(tmp_path / "elsewhere")) == 2
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / "way").symlink_to(tmp_path)
    assert run(private.root, "--system", system_file(ALL_C), "--out", str(private.root / ".." / "elsewhere")) == 2
    assert run(private.root, "--system", system_file(ALL_C), "--out", str(private.root / "studies" / "first")) == 0


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_one_line_that_moves() -> None:
    screen, times = Screen(), iter([0.0, 65.0, 130.0])
    ticker = Ticker(unit="launches", stream=screen, clock=lambda: next(times))
    for done in range(3):
        ticker(done, 2, "completed" if done else "")
    assert screen.getvalue().count("\n") == 1
    assert screen.getvalue().endswith("2 launches done, 0 left, 2 min 10 s elapsed, the last completed\n")


def test_elsewhere_lines_are_plain_and_few() -> None:
    plain, now = io.StringIO(), [0.0]
    ticker = Ticker(unit="launches", stream=plain, clock=lambda: now[0])
    for done in range(101):
        ticker(done, 100, "")
        now[0] += PLAIN_SECONDS / 10
    lines = plain.getvalue().splitlines()
    assert 10 <= len(lines) <= 13
    assert "\x1b" not in plain.getvalue()
    assert lines[-1] == "100 launches done, 0 left, 2 min 30 s elapsed"
