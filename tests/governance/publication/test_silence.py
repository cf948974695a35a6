"""No command tells anything of a private corpus: not where it is sound, not where it is damaged, not by its errors.

The marks stand in task ids, prompts, the path of the root, the plan and a release note. Every command of the door is in
the table; one that is missing there fails the test.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bench
from governance.commands import UsageError, quietly
from governance.commands.report import Report
from governance.corpus import load_governed
from governance.private import Discretion
from records import Finding

MARK = "zqx"
ID = "zqxid-te-ded-1-000"
REVIEW = ("rationale", "accepted-alternatives", "evaluator-disputes")


def table(operator: Any, tmp: Path) -> dict[str, list[list[str]]]:
    """Command lines of every command, those that are refused among them."""
    study, reviewer = ["--study", operator.study.name, "--release", "0.1.0"], ["--reviewer", "ada"]
    system = operator.systems / "constant.toml"
    review = [f"--{name}={'looked at, nothing found. ' * 3}" for name in REVIEW]
    approval = tmp / "approval.toml"
    approval.write_text(f'schema_version = 1\ncorpus = "sealed"\nwhat = ["{MARK}"]\n')
    return {
        "generate": [[], ["--key-file", str(tmp / "no-key")], ["--key-file", str(operator.root / "plan.toml")]],
        "verify": [[]],
        "artefacts": [[]],
        "croissant": [[]],
        "doctor": [],
        "fresh": [],
        "reference": [],
        "init-private-corpus": [["--public-repo-root", ".", "--destination", str(operator.root)]],
        "review-tasks": [[], ["--out", str(operator.root / "review.json")]],
        "contracts": [[]],
        "corpus-health": [[], ["--out", str(tmp)], ["--out", str(operator.root / "health")]],
        "release-build": [[], ["--version", "0.3.0"], ["--version", ID]],
        "release-check": [[], ["--explain"], ["--health-report", str(operator.root / "plan.toml")]],
        "list": [[]],
        "corpus-id": [[], ["--tasks"]],
        "lifecycle": [
            ["check"],
            ["init", *reviewer, "--reason", "again"],
            ["set", "--tasks", ID, "--to", "quarantined", *reviewer, "--reason", "disputed"],
            ["set", "--tasks", f"{ID}x", "--to", "retired", *reviewer, "--reason", "unknown"],
            ["set", "--tasks", ID, "--to", ID],
        ],
        "run": [
            ["--system", str(tmp / "absent.toml")],
            ["--system", str(system), "--out", str(tmp)],
            ["--system", str(system)],
        ],
        "calibration-report": [[], ["--out", str(operator.root / "drafts.json")], ["--out", str(tmp / "drafts.json")]],
        "calibrate": [
            ["approve", "--tasks", ID, *reviewer, *review],
            ["quarantine", "--tasks", ID, *reviewer, *review],
            ["reject", "--tasks", f"{ID}x", *reviewer, *review],
            ["approve", "--tasks", ID, *reviewer, f"--rationale={ID}"],
        ],
        "report-study": [[], ["--study", operator.study.name]],
        "publication-check": [study, ["--study", ID, "--release", ID]],
        "publish-redacted": [
            [*study, "--out", str(tmp / "bundles"), "--apply"],
            [*study, "--out", str(operator.root / "bundles"), "--previous", str(operator.root / "absent")],
        ],
        "export-site": [["--out", str(tmp / "site"), "--apply"]],
        "retire": [
            ["--approval", str(approval), "--archive", str(tmp / "archive")],
            ["--approval", str(operator.root / "absent.toml"), "--archive", str(tmp / "archive")],
        ],
    }


def change(path: str, old: str, new: str) -> Callable[[Path], None]:
    def damage(root: Path) -> None:
        file = root / path
        text = file.read_text()
        assert old in text, f"{path} does not hold {old}"
        file.write_text(text.replace(old, new, 1))

    return damage


def truncated(root: Path) -> None:
    """A manifest that was cut."""
    (root / "manifest.json").write_bytes((root / "manifest.json").read_bytes()[:-40])


def twice(root: Path) -> None:
    """A question that stands twice, in a manifest that says so."""
    file = root / "test.questions.jsonl"
    file.write_bytes(file.read_bytes() + file.read_bytes().splitlines(keepends=True)[0])


def both(*damages: Callable[[Path], None]) -> Callable[[Path], None]:
    def damage(root: Path) -> None:
        for one in damages:
            one(root)

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "corpus.toml": change("corpus.toml", 'kind = "choice"', f'kind = "{MARK}"'),
    "questions": twice,
    "manifest": truncated,
    "states and release": both(
        change("corpus/task-lifecycle.toml", f'"{ID}"', f'"{ID}-unknown"'),
        change("releases/0.1.0.json", f'"{ID}":"sha256:', f'"{ID}":"{MARK}:'),
    ),
    "fixtures and calibrations": both(
        change("contracts/fixtures.jsonl", '"answer":"A"', f'"answer":"{ID}"'),
        change("corpus/task-calibrations.json", f'"task":"{ID}"', f'"task":"{MARK}"'),
    ),
}


def listen(operator: Any, command: str, *line: str) -> None:
    """Run one command line and look for marks in what it says."""
    if command == "init-private-corpus":
        operator.raw(command, *line)
    else:
        operator.run(command, *line)
    assert operator.last, f"{command} {line} says nothing"
    assert MARK not in operator.last, f"{command} {line} tells: {operator.last}"
    if "--json" in line and operator.last.startswith("{"):
        assert json.loads(operator.last)["command"] == command
    assert "Traceback" not in operator.last


def outside(tmp_path: Path) -> Path:
    """A folder beside the private root, for everything that commands are asked to write elsewhere."""
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder


def assert_nothing_in(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "approval.toml":
            assert MARK.encode() not in path.read_bytes(), path


def test_every_command_of_the_door_is_in_the_table(sealed: Any, tmp_path: Path) -> None:
    assert set(table(sealed, tmp_path)) == {command.name for command in bench.COMMANDS}


def test_no_command_tells_anything(copied: Any, tmp_path: Path) -> None:
    place = outside(tmp_path)
    for command, lines in table(copied, place).items():
        for number, line in enumerate(lines):
            listen(copied, command, *line)
            if number == 0:
                listen(copied, command, *line, "--json")
    assert_nothing_in(place)


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_command_tells_anything_of_a_damaged_corpus(copied: Any, tmp_path: Path, damage: str) -> None:
    DAMAGES[damage](copied.root)
    place = outside(tmp_path)
    for number, (command, lines) in enumerate(table(copied, place).items()):
        for line in lines[: 1 + (command == "release-check")]:
            listen(copied, command, *line, *(["--json"] if number % 2 else []))
    assert_nothing_in(place)


def test_what_the_whole_life_said_tells_nothing(sealed: Any) -> None:
    assert len(sealed.said) > 8
    assert not [said for said in sealed.said if MARK in said]


def test_a_command_line_that_is_refused_is_not_repeated(copied: Any) -> None:
    for line in (["list", "--nonsense", ID], ["lifecycle", "set", "--to", ID], ["calibrate", ID]):
        assert copied.run(*line) == 2
        assert MARK not in copied.last


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (KeyError(ID), OSError),
        (ValueError(f"{ID} is wrong"), OSError),
        (OSError(2, "no such file", f"/somewhere/{ID}"), OSError),
        (UsageError(f"{ID} is no task"), UsageError),
    ],
)
def test_an_error_of_the_program_tells_its_place_and_nothing_else(
    sealed: Any, error: Exception, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as raised, quietly((sealed.root,)):
        raise error
    assert MARK not in f"{raised.value} {raised.value.args} {raised.value.__cause__}"
    assert raised.value.__suppress_context__


def test_what_a_command_writes_to_the_streams_is_cleaned(sealed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with quietly((sealed.root,)):
        sys.stdout.write(f"now {ID}, ")
        sys.stderr.write(f"below {sealed.root}/studies\n")
        sys.stderr.flush()
        assert not sys.stderr.isatty()
    said = capsys.readouterr()
    assert (said.out, said.err) == ("now [withheld: private], ", "below [withheld: private]/studies\n")


def test_words_digests_cut_prompts_and_paths_are_all_withheld(sealed: Any) -> None:
    discretion = Discretion.of(sealed.root)
    governed = load_governed(sealed.root)
    digest = next(iter(governed.digests.values()))
    question = json.loads((sealed.root / "test.questions.jsonl").read_bytes().splitlines()[0])["question"]
    for text in (
        f"{ID}: wrong",
        f"/states/{ID}.json",
        digest,
        digest[7:],
        question[:60],
        f"{sealed.root}/x",
        str(sealed.root),
    ):
        assert "withheld" in discretion.clean(text), text
    for text in (governed.corpus_digest, "26 tasks retire", "corpus/task-lifecycle.toml:/states/active", "sealed"):
        assert discretion.clean(text) == text


def test_ids_and_digests_stay_withheld_where_the_items_are_gone(copied: Any) -> None:
    digest = load_governed(copied.root).digests[ID]
    for path in copied.root.glob("*.jsonl"):
        path.write_bytes(b"[" * 9_000)
    discretion = Discretion.of(copied.root)
    assert discretion.clean(f"{ID} {digest}") == "[withheld: private] sha256:[withheld: private]"


def test_reports_are_cleaned_in_all_their_parts(sealed: Any) -> None:
    report = Report(
        root=sealed.root,
        lines=(f"{ID} is wrong",),
        data={"tasks": {ID: [ID, Path(sealed.root)]}},
        findings=(Finding(code="X", where=f"/{ID}", message=f"{ID} again"),),
    )
    with quietly((sealed.root,)) as discreet:
        shown = discreet(report)
    assert shown.root == Path("sealed")
    assert MARK not in repr(shown)
    with quietly((sealed.root / "nothing",)) as unchanged:
        assert unchanged(report) is report
