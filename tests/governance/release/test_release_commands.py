"""The operator's words: list, corpus-id, corpus-health, release-build and release-check through the door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bench
from governance.corpus import load_governed
from governance.lifecycle import State
from governance.release import RULES, Status

Workshop = Any


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside CI, wherever the tests run."""
    monkeypatch.delenv("CI", raising=False)


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    code = bench.main([str(word) for word in arguments])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_list_and_corpus_id_name_corpus_and_digest(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    root = workshop.active()
    code, text = said(capsys, "list", "--corpus-root", root)
    assert code == 0
    assert "core-v0.1 0.1.0: public-development, choice, 12 tasks (12 active), release 0.1.0, active" in text
    governed = load_governed(root)
    code, text = said(capsys, "corpus-id", "--corpus-root", root, "--tasks")
    assert code == 0
    assert governed.corpus_digest in text
    assert all(value in text for value in governed.digests.values())


def test_list_says_when_a_corpus_changed_since_its_release(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.active()
    workshop.contracts(timeout_ms=900)
    workshop.data(tasks=18)
    assert "changed since its release" in said(capsys, "list", "--corpus-root", workshop.root)[1]


def test_release_check_ends_with_0_for_a_release(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, "release-check", "--corpus-root", workshop.active(), "--explain")
    assert code == 0, text
    assert "structural health: sound" in text
    for rule in RULES:
        assert f"{rule.name}: {rule.sentence}" in text
    assert "spatial: 0 of 0 tasks active; descriptive only" in text


def test_release_check_ends_with_4_while_calibrating(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, approved=False)
    workshop.release(status=Status.CALIBRATING)
    code, text = said(capsys, "release-check", "--corpus-root", workshop.root)
    assert code == 4
    assert "no task is active: 12 calibrating" in text


def test_release_check_ends_with_1_for_a_fault(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    root = workshop.active()
    workshop.write("studies/rules/study.json", b"{}")
    assert bench.main(["release-check", "--corpus-root", str(root), "--json"]) == 1
    corpus = json.loads(capsys.readouterr().out)["corpora"][0]
    assert corpus["structural"] == "unsound"
    assert [rule["rule"] for rule in corpus["rules"] if rule["verdict"] != "holds"] == ["measurements"]
    assert [one["code"] for one in corpus["findings"]] == ["G_MEASUREMENT"]


def test_commands_work_from_inside_a_corpus_root(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workshop.active())
    for command in ("list", "corpus-id", "corpus-health", "release-build", "release-check"):
        code, text = said(capsys, command, "--corpus-root", ".")
        assert code == 0, text


def test_a_cached_report_is_taken_outside_ci_only(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root, report = workshop.active(), tmp_path / "report.json"
    assert said(capsys, "corpus-health", "--corpus-root", root, "--out", report)[0] == 0
    check = ("release-check", "--corpus-root", root, "--health-report", report)
    assert said(capsys, *check)[0] == 0
    monkeypatch.setenv("CI", "true")
    code, text = said(capsys, *check)
    assert code == 2
    assert "computed anew" in text


def test_a_health_report_may_lie_in_a_folder(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = workshop.active()
    said(capsys, "corpus-health", "--corpus-root", root, "--out", tmp_path)
    assert (tmp_path / "core-v0.1.health.json").is_file()
    assert said(capsys, "release-check", "--corpus-root", root, "--health-report", tmp_path)[0] == 0


def test_release_build_shows_first_and_writes_with_apply(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE)
    build = ("release-build", "--corpus-root", workshop.root, "--version", "0.1.0")
    code, text = said(capsys, *build)
    assert (code, (workshop.root / "releases").exists()) == (1, False)
    assert "would be written" in text
    assert said(capsys, *build[:-1], "latest")[0] == 2
    assert said(capsys, *build, "--apply")[0] == 0
    assert said(capsys, *build)[0] == 0
    assert (workshop.root / "releases" / "0.1.0.json").is_file()


PRIVATE = "private-held-out"


@pytest.mark.parametrize("command", ["list", "corpus-id", "corpus-health", "release-build", "release-check"])
@pytest.mark.parametrize("broken", ["nothing", "contracts", "registry", "questions", "identity", "release"])
def test_no_command_names_a_task_of_a_private_corpus(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], command: str, broken: str
) -> None:
    root = workshop.active(role=PRIVATE)
    governed = load_governed(root)
    _damage(workshop, broken, governed.book.ids[0])
    options = {"corpus-id": ["--tasks"], "release-check": ["--explain"]}.get(command, [])
    text = "".join(said(capsys, command, "--corpus-root", root, *options, *form)[1] for form in ((), ("--json",)))
    assert not [name for name in governed.book.ids if name in text]
    assert not [value for value in governed.digests.values() if value in text]


def _damage(workshop: Workshop, broken: str, task: str) -> None:
    """Make every reader find something that has the task's name in it."""
    if broken == "contracts":
        workshop.edit("contracts/fixtures.jsonl", f'"task":"{task}"', f'"task":"{task}x"')
    elif broken == "registry":
        name = "corpus/task-lifecycle.toml"
        data = (workshop.root / name).read_text(encoding="utf-8").replace(f'"{task}"', f'"{task}x"')
        workshop.write(name, data.encode())
    elif broken == "questions":
        workshop.edit("test.questions.jsonl", f'"id":"{task}"', f'"id":"{task}x"')
    elif broken == "release":
        workshop.edit("releases/0.1.0.json", f'"{task}":"sha256:', f'"{task}":"')
    elif broken == "identity":
        workshop.edit("corpus.toml", 'kind = "choice"', f'kind = "{task}"')


def test_an_unreadable_public_corpus_is_findings_for_every_command(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    root = workshop.active()
    workshop.edit("corpus.toml", 'kind = "choice"', 'kind = "essay"')
    for command in ("list", "corpus-id", "corpus-health", "release-build", "release-check"):
        code, text = said(capsys, command, "--corpus-root", root)
        assert code == 1
        assert "G_IDENTITY at corpus.toml:/kind" in text


def test_details_of_a_private_corpus_stay_inside_its_root(
    workshop: Workshop, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = workshop.active(role=PRIVATE)
    first = load_governed(root).book.ids[0]
    workshop.registries(State.CALIBRATING, State.ACTIVE, approved=False)
    check = ("release-check", "--corpus-root", root, "--details")
    code, text = said(capsys, *check, tmp_path / "details.json")
    assert code == 2
    assert "inside its own root only" in text
    assert not (tmp_path / "details.json").exists()
    assert said(capsys, *check, root / "details.json")[0] == 1
    assert first in (root / "details.json").read_text(encoding="utf-8")
