"""croissant.json: current, true of the files, valid for mlcroissant, and refused where files and manifest differ."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import bench
from generators.check import CROISSANT, croissant, description_findings
from records import Rejected

CORPORA = Path(__file__).resolve().parents[2] / "corpora"
CORPUS = CORPORA / "core-v0.1"
VALUE = json.loads((CORPUS / CROISSANT).read_bytes())
every_corpus = pytest.mark.parametrize("corpus", [CORPUS, CORPORA / "scheduling-v0.2"], ids=lambda path: path.name)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "core-v0.1"))


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text().splitlines()]


@every_corpus
def test_the_committed_description_is_the_one_that_the_manifest_makes(corpus: Path) -> None:
    made = croissant(corpus)
    assert made == (corpus / CROISSANT).read_bytes(), "run `python3 bench.py croissant --corpus-root … --apply`"


@every_corpus
def test_every_file_has_its_digest_and_size(corpus: Path) -> None:
    value = json.loads((corpus / CROISSANT).read_bytes())
    described = {item["contentUrl"]: item for item in value["distribution"]}
    data_files = {path.name for path in corpus.glob("*.json*")} - {CROISSANT}
    assert set(described) == data_files
    for name, item in described.items():
        data = (corpus / name).read_bytes()
        assert (item["sha256"], item["contentSize"]) == (sha256(data).hexdigest(), f"{len(data)} B")


@every_corpus
def test_licence_version_and_limits_are_those_of_the_manifest(corpus: Path) -> None:
    manifest = json.loads((corpus / "manifest.json").read_bytes())
    value = json.loads((corpus / CROISSANT).read_bytes())
    assert (value["license"], manifest["license"]) == ("https://spdx.org/licenses/MIT", "MIT")
    assert (value["version"], value["datePublished"]) == (manifest["version"], manifest["release_date"])
    assert all(limit in value["description"] for limit in manifest["known_limits"])
    assert manifest["suite_digest"] in value["citeAs"]


def test_mlcroissant_finds_nothing_to_say_and_reads_every_row(read_by_croissant: Callable[..., Any]) -> None:
    found = read_by_croissant(str(CORPUS))
    assert (found["errors"], found["warnings"]) == ([], [])
    files = {item["@id"]: item["field"][0]["source"]["fileObject"]["@id"] for item in VALUE["recordSet"]}
    for name, file in files.items():
        expected = lines(file)
        for row in expected:
            row.pop("params", None)
        assert found["rows"][name] == expected


def test_a_file_that_is_not_the_manifest_s_is_not_described(copy: Path) -> None:
    path = copy / "test.gold.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"A"', b'"B"', 1))
    with pytest.raises(Rejected) as caught:
        croissant(copy)
    assert [(item.code, item.where) for item in caught.value.findings] == [("E_DIGEST", "test.gold.jsonl")]


def test_the_command_tells_a_difference_and_mends_it_only_when_told(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy / CROISSANT
    path.write_bytes(b"{}\n")
    asked = ["croissant", "--corpus-root", str(copy)]
    assert (bench.main(asked), path.read_bytes()) == (1, b"{}\n")
    assert "--apply writes it" in capsys.readouterr().out
    assert bench.main([*asked, "--apply"]) == 0
    assert path.read_bytes() == croissant(CORPUS)
    assert bench.main(asked) == 0


@every_corpus
def test_verify_reports_a_description_that_is_not_the_manifest_s(corpus: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(corpus, tmp_path / corpus.name))
    assert description_findings(copy) == ()
    path = copy / CROISSANT
    path.write_bytes(path.read_bytes().replace(b"MIT", b"GPL", 1))
    assert [(item.code, item.where) for item in description_findings(copy)] == [("E_CROISSANT", CROISSANT)]
    path.unlink()
    assert description_findings(copy) == ()
    path.symlink_to(corpus / CROISSANT)
    assert [(item.code, item.where) for item in description_findings(copy)] == [("E_NOT_REGULAR", CROISSANT)]
