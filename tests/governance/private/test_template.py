"""The empty template: written only where it may be, complete for the readers, empty of everything private."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import bench
from governance.corpus import Role, read_identity, read_vocabulary
from governance.private import create, has_items, plan_findings
from governance.private.place import REPOSITORY
from governance.private.template import TEMPLATE
from records import Rejected


def test_the_published_command_line_makes_a_template_for_its_owner_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPOSITORY)
    place = tmp_path / "authorized" / "private" / "nixbench-corpus"
    assert bench.main(["init-private-corpus", "--public-repo-root", ".", "--destination", str(place)]) == 0
    said = capsys.readouterr()
    assert "nixbench-corpus" not in said.out + said.err
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert sorted(path.relative_to(place).as_posix() for path in place.rglob("*")) == [
        *("DISCLOSURE.md", "README.md", "ROTATION.md", "contracts", "corpus", "corpus.toml"),
        *("corpus/category-vocabulary.toml", "corpus/reviewers.toml", "corpus/task-calibrations.json"),
        *("corpus/task-deprecations.toml", "corpus/task-lifecycle.toml", "plan.toml", "releases", "studies"),
    ]


@pytest.mark.parametrize(("kind", "corpus"), [("choice", "core-v0.1"), ("schedule", "scheduling-v0.2")])
def test_the_template_says_what_it_is_and_has_the_public_categories(tmp_path: Path, kind: str, corpus: str) -> None:
    place = tmp_path / "new"
    create(place, REPOSITORY, corpus="sealed", kind=kind)
    identity = read_identity(place)
    assert (identity.id, identity.version, identity.role, identity.kind) == (
        "sealed",
        "0.1.0",
        Role.PRIVATE_HELD_OUT,
        kind,
    )
    assert read_vocabulary(place) == read_vocabulary(REPOSITORY / "corpora" / corpus)
    assert plan_findings(place)
    assert not has_items(place)


def test_an_empty_folder_is_taken_and_closed_to_others(tmp_path: Path) -> None:
    place = tmp_path / "empty"
    place.mkdir(mode=0o755)
    create(place, REPOSITORY, corpus="sealed", kind="choice")
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_nothing_is_written_over_beside_or_through_what_is_there(tmp_path: Path) -> None:
    full, file, link, empty = (tmp_path / name for name in ("full", "file", "link", "empty"))
    full.mkdir()
    empty.mkdir()
    (full / "mine").write_text("precious")
    file.write_text("precious")
    link.symlink_to(empty)
    for place in (full, file, link):
        with pytest.raises(Rejected, match="G_PLACE"):
            create(place, REPOSITORY, corpus="sealed", kind="choice")
    assert sorted(os.listdir(full)) == ["mine"]
    assert file.read_text() == "precious"
    assert os.listdir(empty) == []


def test_a_destination_in_the_repository_is_refused_and_nothing_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    place = REPOSITORY / "corpora" / "sealed-place"
    arguments = ["init-private-corpus", "--public-repo-root", str(REPOSITORY), "--destination", str(place)]
    assert bench.main(arguments) == 1
    assert "G_PLACE at --destination" in capsys.readouterr().out
    assert not place.exists()


def test_a_folder_that_is_no_public_repository_is_refused(tmp_path: Path) -> None:
    (tmp_path / "not").mkdir()
    with pytest.raises(Rejected, match="G_REPOSITORY"):
        create(tmp_path / "new", tmp_path / "not", corpus="sealed", kind="choice")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("corpus", ["", "UPPER", "a/b", "..", "a" * 65, 'x"\ny'])
def test_an_id_that_is_no_slug_is_refused(tmp_path: Path, corpus: str) -> None:
    with pytest.raises(Rejected, match="G_IDENTITY"):
        create(tmp_path / "new", REPOSITORY, corpus=corpus, kind="choice")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", ["choice", "schedule"])
def test_a_template_is_sound_and_not_yet_active_and_its_plan_is_why(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    create(tmp_path / "new", REPOSITORY, corpus="sealed", kind=kind)
    assert bench.main(["release-check", "--corpus-root", str(tmp_path / "new"), "--explain"]) == 4
    said = capsys.readouterr().out
    assert "structural health: sound" in said
    assert "plan.toml:/briefs" in said
    assert "open     private-plan" in said
    assert "broken" not in said
    assert str(tmp_path) not in said


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("ROTATION.md", "for each major leaderboard cycle, and whenever contamination evidence appears"),
        ("ROTATION.md", "No private corpus is permanently secret or permanently valid"),
        ("ROTATION.md", "written before new comparison results are inspected where that is practical"),
        ("ROTATION.md", "tasks are not replaced because a favoured configuration failed"),
        ("DISCLOSURE.md", "only where category composition and protocols match. It is not proof of memorization"),
        ("DISCLOSURE.md", "does not prove that task ideas or equivalent material never appeared in training data"),
        ("DISCLOSURE.md", "published after retirement and only with approval"),
        ("README.md", "No command makes a Git repository or a remote here, pushes, or publishes anything"),
        ("plan.toml", "A local planning artifact"),
    ],
)
def test_the_pages_of_the_operator_say_the_rules(page: str, sentence: str) -> None:
    text = " ".join((TEMPLATE / page).read_text(encoding="utf-8").replace("\n# ", " ").split())
    assert sentence in text
