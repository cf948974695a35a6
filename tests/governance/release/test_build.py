"""release-build: manifests and notes whose facts are data's, and what is never written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance.lifecycle import State
from governance.release import (
    Built,
    ReleaseManifest,
    Status,
    build,
    check_release,
    manifest_bytes,
    note_bytes,
    note_of,
    read_release,
    read_subject,
    releases,
)
from records import Rejected, canonical_bytes

Workshop = Any
DAY = "2026-11-30"


@pytest.fixture
def ready(workshop: Workshop) -> Workshop:
    """Active tasks, nothing released."""
    workshop.data()
    workshop.contracts()
    workshop.registries(State.CALIBRATING, State.ACTIVE)
    return workshop


def built(workshop: Workshop, version: str = "0.1.0", *, date: str = DAY) -> Built:
    return build(read_subject(workshop.root), version=version, date=date)


def written(workshop: Workshop, version: str = "0.1.0") -> Built:
    made = built(workshop, version)
    for name, data in made.changes.items():
        workshop.write(name, data)
    return made


def tell(workshop: Workshop, version: str, words: str) -> None:
    note = note_of("n", (workshop.root / f"releases/{version}.md").read_text(encoding="utf-8"))
    workshop.write(
        f"releases/{version}.md", note_bytes(replace(note, after=f"\n\n## What this release is\n\n{words}\n"))
    )


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Rejected) as error:
        act()
    return str(error.value)


def test_a_built_release_whose_note_was_written_passes_every_rule(ready: Workshop) -> None:
    made = written(ready)
    assert made.manifest.status is Status.ACTIVE
    assert [result.rule for result in check_release(ready.subject()).results if not result.holds] == ["release-note"]
    tell(ready, "0.1.0", "Twelve questions for tests.")
    assert check_release(ready.subject()).eligible


def test_a_manifest_is_read_as_it_is_written(ready: Workshop) -> None:
    made = written(ready)
    assert read_release(ready.root) == made.manifest
    assert releases(ready.root) == ("0.1.0",)


def test_the_counts_of_a_manifest_are_those_of_the_corpus(ready: Workshop) -> None:
    manifest = built(ready).manifest
    assert manifest.active == 12
    assert sum(count.tasks for count in manifest.categories.values()) == 12
    assert manifest.categories["spatial"].descriptive_only
    assert manifest.preflight_checks


def test_building_again_changes_nothing_on_any_day(ready: Workshop) -> None:
    written(ready)
    assert built(ready, date="2026-12-24").changes == {}


def test_the_words_of_a_note_are_kept_and_its_facts_made_true(ready: Workshop) -> None:
    written(ready)
    tell(ready, "0.1.0", "Words of a person.")
    ready.edit("releases/0.1.0.md", "- tasks: 12", "- tasks: 13")
    assert set(built(ready).changes) == {"releases/0.1.0.md"}
    text = written(ready).changes["releases/0.1.0.md"].decode()
    assert "Words of a person." in text
    assert "- tasks: 12 (12 active)" in text


def test_nothing_is_written_about_an_unsound_corpus(ready: Workshop) -> None:
    ready.write("contracts/contracts.json", b"{}")
    assert "contracts/contracts.json" in refused(lambda: built(ready))


def test_a_calibrating_release_may_become_active_but_an_active_one_is_never_replaced(ready: Workshop) -> None:
    ready.registries(State.CALIBRATING, approved=False)
    assert written(ready).manifest.status is Status.CALIBRATING
    ready.registries(State.CALIBRATING, State.ACTIVE)
    assert written(ready).manifest.status is Status.ACTIVE
    ready.registries(State.CALIBRATING, State.ACTIVE, State.QUARANTINED)
    assert "never replaced" in refused(lambda: built(ready))
    assert written(ready, "0.1.1").manifest.change == "patch"


def test_an_active_release_keeps_the_launcher_that_it_fixed(ready: Workshop) -> None:
    made = written(ready).manifest
    ready.write("releases/0.1.0.json", manifest_bytes(replace(made, adapter_digest="sha256:" + "0" * 64)))
    assert built(ready).changes == {}
    assert built(ready).manifest.adapter_digest != made.adapter_digest


@pytest.mark.parametrize("version", ["0.2.0", "1.0.0", "0.0.9"])
def test_a_version_that_is_not_that_of_the_data_is_refused(ready: Workshop, version: str) -> None:
    assert "is no release of data of version 0.1.0" in refused(lambda: built(ready, version))


def test_a_changed_task_is_more_than_a_patch(ready: Workshop) -> None:
    written(ready)
    first = next(iter(ready.subject().governed.need().digests))
    value = json.loads((ready.root / "releases/0.1.0.json").read_text(encoding="utf-8"))
    value["digests"][first] = "sha256:" + "0" * 64
    ready.write("releases/0.1.0.json", canonical_bytes(value))
    assert "less than a major change: 1 tasks changed" in refused(lambda: built(ready, "0.1.1"))


def test_an_older_version_is_not_built_after_a_newer_one(ready: Workshop) -> None:
    written(ready, "0.1.2")
    assert "was released already" in refused(lambda: built(ready, "0.1.1"))


MISFITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "/schema_version": lambda value: value.update(schema_version=2),
    "/colour": lambda value: value.update(colour=1),
    "/digests": lambda value: value.pop("digests"),
    "/version": lambda value: value.update(version="0.1.1"),
    "/role": lambda value: value.update(role="public"),
    "/status": lambda value: value.update(status=True),
    "/states/active": lambda value: value["states"].update(active="12"),
    "/states/asleep": lambda value: value["states"].update(asleep=0),
    "/categories/spatial/descriptive_only": lambda value: value["categories"]["spatial"].update(descriptive_only=False),
    "/protocol_schema/digest": lambda value: value["protocol_schema"].update(digest="sha256:short"),
    "/inputs/train.jsonl": lambda value: value["inputs"].update({"train.jsonl": 1}),
    "/preflight_checks": lambda value: value.update(preflight_checks=[]),
    "/change": lambda value: value.update(change="tiny"),
}


@pytest.mark.parametrize("where", MISFITS)
def test_a_manifest_has_exactly_its_fields(ready: Workshop, where: str) -> None:
    written(ready)
    value = json.loads((ready.root / "releases/0.1.0.json").read_text(encoding="utf-8"))
    MISFITS[where](value)
    ready.write("releases/0.1.0.json", canonical_bytes(value))
    assert f"releases/0.1.0.json:{where}" in refused(lambda: read_release(ready.root))


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b'{"version":' * 40])
def test_a_hostile_manifest_is_a_finding(ready: Workshop, data: bytes) -> None:
    ready.write("releases/0.1.0.json", data)
    assert refused(lambda: read_release(ready.root)).startswith("G_RELEASE at releases/0.1.0.json")


@pytest.mark.parametrize("version", ["../0.1.0", "0.1", "latest"])
def test_only_a_version_names_a_manifest(ready: Workshop, version: str) -> None:
    assert "a version like 1.2.3 is expected" in refused(lambda: read_release(ready.root, version))


def test_a_manifest_behind_a_link_is_refused(ready: Workshop, tmp_path: Path) -> None:
    written(ready)
    path = ready.root / "releases/0.1.0.json"
    path.rename(tmp_path / "elsewhere.json")
    path.symlink_to(tmp_path / "elsewhere.json")
    assert "regular" in refused(lambda: read_release(ready.root))


def test_nothing_is_built_through_a_link(ready: Workshop, tmp_path: Path) -> None:
    (ready.root / "releases").symlink_to(tmp_path)
    assert "not a link" in refused(lambda: built(ready))


def test_versions_are_ordered_as_numbers(ready: Workshop) -> None:
    made: ReleaseManifest = written(ready).manifest
    for version in ("0.1.10", "0.1.9"):
        ready.write(f"releases/{version}.json", manifest_bytes(replace(made, version=version)))
    assert releases(ready.root) == ("0.1.0", "0.1.9", "0.1.10")
    assert read_release(ready.root).version == "0.1.10"
