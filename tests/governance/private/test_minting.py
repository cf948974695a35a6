"""`generate --key-file`: a private corpus is minted where it may be, and neither key nor place is said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import bench
import evaluator
from governance.private import create
from governance.private.place import REPOSITORY


@pytest.fixture
def template(tmp_path: Path) -> Path:
    place = tmp_path / "SENTINEL-place"
    create(place, REPOSITORY, corpus="sealed", kind="schedule")
    return place


def test_a_template_is_filled_from_the_key_and_made_again_to_compare(
    template: Path, key_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["generate", "--key-file", str(key_file), "--corpus-root", str(template)]
    assert bench.main(line) == 0
    assert evaluator.load_corpus(template).id == "sealed"
    assert bench.main([*line, "--json"]) == 0
    said = capsys.readouterr()
    assert "nothing was written" not in said.err
    for private in ("SENTINEL", key_file.name, str(key_file.parent), "te-1-0"):
        assert private not in said.out + said.err
    first = (template / "test.questions.jsonl").read_bytes()
    key_file.write_bytes(bytes(range(32, 64)))
    assert bench.main(line) == 1
    assert (template / "test.questions.jsonl").read_bytes() == first
    capsys.readouterr()
    assert json.loads(first.splitlines()[0])["id"] == "sealed-te-1-000"


def test_a_public_corpus_is_never_minted_from_a_key(
    tmp_path: Path, key_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(REPOSITORY / "corpora" / "core-v0.1" / "corpus.toml", copy)
    assert bench.main(["generate", "--key-file", str(key_file), "--corpus-root", str(copy)]) == 1
    assert "G_ROLE at corpus.toml:/role" in capsys.readouterr().out
    assert [path.name for path in copy.iterdir()] == ["corpus.toml"]


def test_a_root_that_others_may_read_is_not_filled(
    template: Path, key_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template.chmod(0o750)
    assert bench.main(["generate", "--key-file", str(key_file), "--corpus-root", str(template)]) == 1
    assert "G_PLACE at --corpus-root: the folder is open to other users" in capsys.readouterr().out
    assert not (template / "manifest.json").exists()


def test_a_bad_key_is_told_without_naming_it(
    template: Path, key_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key_file.write_bytes(b"SENTINEL")
    assert bench.main(["generate", "--key-file", str(key_file), "--corpus-root", str(template)]) == 1
    said = capsys.readouterr()
    assert "E_KEY at --key-file" in said.out
    assert "SENTINEL" not in said.out + said.err


@pytest.mark.parametrize("command", ["generate", "verify", "artefacts", "croissant"])
def test_commands_that_make_public_items_again_refuse_a_private_corpus(
    template: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main([command, "--corpus-root", str(template)]) == 2
    said = capsys.readouterr()
    assert "generate --key-file" in said.err
    assert "SENTINEL" not in said.out + said.err
