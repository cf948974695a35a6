"""The operator's door as a person uses it: real processes of bare Python, exit codes, what is said and written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import bench
import evaluator
import generators
from generators import produce

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`python3 bench.py …` without site packages, so that nothing installed can help."""
    environment = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": "5", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-S", "bench.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "core-v0.1"))


def test_the_published_command_lines_find_the_committed_corpus_in_order() -> None:
    done = run("verify", "--corpus-root", "corpora/core-v0.1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 files, 1800 items, 14400 solver decisions" in done.stdout
    assert "nothing wrong" in done.stdout
    assert "of 54 cells" in done.stderr


def test_generate_writes_missing_files_keeps_changed_ones_and_replaces_them_when_told(copy: Path) -> None:
    made = {path.name: path.read_bytes() for path in copy.iterdir() if path.is_file()}
    panel = generators.Panel(())
    (copy / "manifest.json").unlink()
    (copy / "train.jsonl").write_bytes(b"mine\n")
    kept = bench._changes(copy, generators.generate(copy, panel, apply=False, made=made))
    assert kept.pending
    assert "manifest.json: written, it was missing" in kept.lines
    assert "601 of 601 lines differ" in next(line for line in kept.lines if line.startswith("train.jsonl: differs"))
    assert "--apply replaces them" in kept.lines[-1]
    assert (copy / "train.jsonl").read_bytes() == b"mine\n"
    changes = generators.generate(copy, panel, apply=True, made=made)
    assert [(change.name, change.kind) for change in changes if change.written] == [("train.jsonl", "changed")]
    assert {path.name: path.read_bytes() for path in copy.iterdir() if path.is_file()} == made
    again = bench._changes(copy, generators.generate(copy, panel, apply=True, made=made))
    assert (again.pending, again.lines) == (
        False,
        ("all 7 files are byte-identical to what was generated; nothing was written",),
    )


def test_fresh_mints_another_suite_that_cannot_be_ranked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All 1,800 items, from pools without choice: choosing among ten candidates is most of the work."""
    monkeypatch.setattr(produce, "BALANCED", replace(produce.BALANCED, factor=1))
    out = tmp_path / "made" / "here"
    assert bench.main(["fresh", "--key", "trial-7", "--out", str(out)]) == 0
    assert "nnai-bench-0.1-fresh-trial-7 written; it is never ranked" in capsys.readouterr().out
    manifest = json.loads((out / "manifest.json").read_bytes())
    assert (manifest["benchmark_id"], manifest["rankable"]) == ("nnai-bench-0.1-fresh-trial-7", False)
    assert (manifest["status"], manifest["verification"]["accepted"]) == ("fresh", 1800)
    questions = {
        root: {json.loads(line)["question"] for line in (root / "test.questions.jsonl").read_bytes().splitlines()}
        for root in (CORPUS, out)
    }
    assert len(questions[out]) == 900
    assert len(questions[out] & questions[CORPUS]) < 10
    assert evaluator.load_suite(out).id == "nnai-bench-0.1-fresh-trial-7"
    assert "nnai-bench-0.1-fresh-trial-7" not in evaluator.known_suites()


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--key", "UP", "--out", "x"), "E_TAG"), (("--key", "a", "--out", "corpora/a"), "E_FRESH")]
)
def test_fresh_refuses_tags_and_places_before_it_starts(
    arguments: tuple[str, ...], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["fresh", *arguments]) == 1
    assert code in capsys.readouterr().out


def test_artefacts_prints_the_table_of_the_data_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["artefacts", "--corpus-root", str(CORPUS)]) == 0
    printed = [line.removeprefix(f"{CORPUS}: ") for line in capsys.readouterr().out.splitlines()]
    assert "\n".join(printed[1:]) in (CORPUS / "README.md").read_text("utf-8")
    assert bench.main(["artefacts", "--corpus-root", str(CORPUS), "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["corpora"]
    assert report["worst"]["balanced"]["suite"]["per_cent"] < "28"


def test_verify_reports_everything_at_once_as_json(tmp_path: Path) -> None:
    shutil.copy(CORPUS / "corpus.toml", tmp_path)
    (tmp_path / "answers.txt").write_text("A")
    (tmp_path / "train.jsonl").mkdir()
    done = run("verify", "--corpus-root", str(tmp_path), "--json")
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)["corpora"]
    codes = {finding["code"] for finding in report["findings"]}
    assert codes == {"E_EXTRA_FILE", "E_MISSING_FILE", "E_NOT_REGULAR", "E_MISSING_ID"}
    assert (report["root"], report["items"]) == (str(tmp_path), 0)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("verify",), 2),
        (("verify", "--corpus-root", "no/such/folder"), 2),
        (("verify", "--corpus-root", "bench.py"), 2),
        (("polish", "--corpus-root", "."), 2),
        (("--help",), 0),
        (("generate", "--help"), 0),
    ],
)
def test_usage(arguments: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        found = bench.main(arguments)
    except SystemExit as end:
        found = end.code if isinstance(end.code, int) else 0
    assert found == code
    assert "Traceback" not in capsys.readouterr().err


def test_generate_refuses_a_folder_that_does_not_say_it_is_this_corpus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["generate", "--corpus-root", str(tmp_path)]) == 1
    assert "E_CORPUS_ROOT at corpus.toml" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_generate_refuses_to_write_through_a_link(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = copy.parent / "elsewhere.jsonl"
    target.write_text("precious")
    (copy / "train.jsonl").unlink()
    (copy / "train.jsonl").symlink_to(target)
    assert bench.main(["generate", "--corpus-root", str(copy), "--apply"]) == 1
    assert "E_NOT_REGULAR at train.jsonl" in capsys.readouterr().out
    assert target.read_text() == "precious"


def test_a_folder_of_corpora_is_taken_corpus_by_corpus(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / "corpus.toml").write_text('id = "other"\n')
    assert bench.main(["generate", "--corpus-root", str(copy.parent)]) == 1
    assert f"{copy}: E_CORPUS_TOML" in capsys.readouterr().out


def test_every_command_is_complete_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--help"])
    text = " ".join(capsys.readouterr().out.split())
    for command in bench.COMMANDS:
        assert f"{command.name} {command.help}" in text
