"""retire: an approval ends the active life of a private corpus and opens its full history, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from governance.corpus import Role, load_governed
from governance.lifecycle import State, read_deprecations, read_lifecycle
from records import sha256_hex

APPROVAL = """schema_version = 1
corpus = "sealed"
version = "0.1.0"
approved_by = "ada"
date = "2026-12-01"
what = ["prompts", "starters", "references", "evaluator-history", "contract-fixtures", "studies"]
reason = "The cycle ended."
"""


@pytest.fixture
def approval(tmp_path: Path) -> Path:
    path = tmp_path / "approval.toml"
    path.write_text(APPROVAL)
    return path


def retire(operator: Any, approval: Path, archive: Path, *more: str) -> int:
    return int(operator.run("retire", "--approval", approval, "--archive", archive, *more))


def test_without_apply_nothing_changes(copied: Any, approval: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in copied.root.rglob("*") if path.is_file()}
    assert retire(copied, approval, tmp_path / "archive") == 1
    assert "26 tasks retire, 26 of them active" in copied.last
    assert {path: path.read_bytes() for path in copied.root.rglob("*") if path.is_file()} == before
    assert not (tmp_path / "archive").exists()


def test_tasks_and_role_retire_and_the_archive_is_the_whole_history(
    copied: Any, approval: Path, tmp_path: Path
) -> None:
    before, archive = load_governed(copied.root), tmp_path / "archive"
    (copied.root / "notes.txt").write_text("mine")
    assert retire(copied, approval, archive, "--apply") == 0
    after = load_governed(archive)
    assert after.identity.role is Role.RETIRED
    assert (after.corpus_digest, after.digests) == (before.corpus_digest, before.digests)
    assert set(read_lifecycle(after).states.values()) == {State.RETIRED}
    assert read_deprecations(after).tasks == set(before.digests)
    index = json.loads((archive / "ARCHIVE.json").read_bytes())
    assert index["approval"]["approved_by"] == "ada"
    found = {path.relative_to(archive).as_posix(): sha256_hex(path.read_bytes()) for path in archive.rglob("*.*")}
    assert index["files"].items() <= found.items() | {
        (name, digest) for name, digest in index["files"].items() if name.startswith("studies/")
    }
    for name in ("test.gold.jsonl", "contracts/fixtures.jsonl", "releases/0.1.0.json", "ROTATION.md"):
        assert name in index["files"]
    assert any(name.endswith("study.json") for name in index["files"])
    assert not {"plan.toml", "notes.txt", "README.md"} & set(index["files"])


def test_tasks_that_never_were_active_retire_too(copied: Any, approval: Path, tmp_path: Path) -> None:
    tasks = sorted(load_governed(copied.root).digests)[:2]
    for task, state in ((tasks[0], "calibrating"), (tasks[1], "calibrating"), (tasks[1], "draft")):
        words = ("--tasks", task, "--to", state, "--reviewer", "ada", "--reason", "changed", "--date", "2026-11-30")
        assert copied.run("lifecycle", "set", *words, "--apply") == 0, copied.last
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 0, copied.last
    assert set(read_lifecycle(load_governed(copied.root)).states.values()) == {State.RETIRED}


def test_a_retired_corpus_publishes_no_bundle_and_retires_no_second_time(
    copied: Any, approval: Path, tmp_path: Path
) -> None:
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 0
    line = ("publish-redacted", "--study", copied.study.name, "--release", "0.1.0", "--out", tmp_path / "bundles")
    assert copied.run(*line, "--apply") == 1
    assert not (tmp_path / "bundles").exists()
    before = (copied.root / "corpus" / "task-lifecycle.toml").read_bytes()
    assert retire(copied, approval, tmp_path / "again", "--apply") == 0
    assert (copied.root / "corpus" / "task-lifecycle.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('corpus = "sealed"', 'corpus = "another"', "P_APPROVAL"),
        ('version = "0.1.0"', 'version = "0.2.0"', "P_APPROVAL"),
        ('approved_by = "ada"', 'approved_by = "eve"', "G_REVIEWER"),
        ('date = "2026-12-01"', 'date = "2025-12-01"', "G_REVIEWER"),
        ('date = "2026-12-01"', 'date = "2026-11-01"', "G_LIFECYCLE_ORDER"),
        ('"references", ', "", "P_APPROVAL"),
        ('"studies"', '"plan"', "P_APPROVAL"),
        ('reason = "The cycle ended."', "", "P_APPROVAL"),
        ("schema_version = 1", "schema_version = 1\nextra = 1", "P_APPROVAL"),
    ],
)
def test_an_approval_that_does_not_hold_changes_nothing(
    copied: Any, approval: Path, tmp_path: Path, old: str, new: str, code: str
) -> None:
    approval.write_text(APPROVAL.replace(old, new))
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 1
    assert code in copied.last
    assert load_governed(copied.root).identity.role is Role.PRIVATE_HELD_OUT
    assert not (tmp_path / "archive").exists()


def test_a_missing_approval_and_a_full_archive_are_refused_before_anything_changes(
    copied: Any, approval: Path, tmp_path: Path
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine").write_text("precious")
    assert retire(copied, approval, full, "--apply") == 1
    assert "P_ARCHIVE at --archive" in copied.last
    approval.unlink()
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 1
    assert "P_APPROVAL" in copied.last
    assert load_governed(copied.root).identity.role is Role.PRIVATE_HELD_OUT


def test_a_link_among_the_history_is_refused(copied: Any, approval: Path, tmp_path: Path) -> None:
    (copied.root / "releases" / "key.md").symlink_to(approval)
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 1
    assert "P_ARCHIVE" in copied.last
    assert load_governed(copied.root).identity.role is Role.PRIVATE_HELD_OUT


def test_a_public_corpus_does_not_retire(copied: Any, approval: Path, tmp_path: Path) -> None:
    path = copied.root / "corpus.toml"
    path.write_text(path.read_text().replace("private-held-out", "public-development"))
    assert retire(copied, approval, tmp_path / "archive", "--apply") == 1
    assert "P_RETIRE at corpus.toml:/role" in copied.last
