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
from generators.check import CROISSANT, croissant
from records import Rejected

CORPUS = Path(__file__).resolve().parents[2] / "corpora" / "core-v0.1"
VALUE = json.loads((CORPUS / CROISSANT).read_bytes())
PROGRAM = """
import json, sys
from logging import WARNING, Handler
from absl.logging import get_absl_logger
class Refuse(Handler):
    def emit(self, record):
        sys.exit(record.getMessage())
get_absl_logger().addHandler(Refuse(WARNING))
import mlcroissant
def plain(value):
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.decode() if isinstance(value, bytes) else int(value)
data = mlcroissant.Dataset(jsonld=sys.argv[1])
issues = data.metadata.ctx.issues
rows = {
    part.uuid: [{key.split("/")[1]: plain(value) for key, value in row.items()} for row in data.records(part.uuid)]
    for part in data.metadata.record_sets
}
print(json.dumps({"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "rows": rows}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CORPUS, tmp_path / "core-v0.1"))


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CORPUS / name).read_text().splitlines()]


def test_the_committed_description_is_the_one_that_the_manifest_makes() -> None:
    made = croissant(CORPUS)
    assert made == (CORPUS / CROISSANT).read_bytes(), "run `python3 bench.py croissant --corpus-root … --apply`"


def test_every_file_has_its_digest_and_size() -> None:
    described = {item["contentUrl"]: item for item in VALUE["distribution"]}
    data_files = {path.name for path in CORPUS.glob("*.json*")} - {CROISSANT}
    assert set(described) == data_files
    for name, item in described.items():
        data = (CORPUS / name).read_bytes()
        assert (item["sha256"], item["contentSize"]) == (sha256(data).hexdigest(), f"{len(data)} B")


def test_licence_version_and_limits_are_those_of_the_manifest() -> None:
    manifest = json.loads((CORPUS / "manifest.json").read_bytes())
    assert (VALUE["license"], manifest["license"]) == ("https://spdx.org/licenses/MIT", "MIT")
    assert (VALUE["version"], VALUE["datePublished"]) == (manifest["version"], manifest["release_date"])
    assert all(limit in VALUE["description"] for limit in manifest["known_limits"])
    assert manifest["suite_digest"] in VALUE["citeAs"]


def test_mlcroissant_finds_nothing_to_say_and_reads_every_row(foreign: Callable[..., Any]) -> None:
    found = foreign(PROGRAM, str(CORPUS / CROISSANT))
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
