"""The plan of a private corpus: every gap blocks, is named by its field, and nothing of the plan is repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.private import PLAN, plan_findings
from governance.private.template import TEMPLATE

COMPLETE = """schema_version = 1
repetitions = 5
[[briefs]]
category = "deduction"
tasks = 150
brief = "SENTINEL: which statement must be true"
[[configurations]]
name = "one"
family = "rules"
source = "https://example.org/one"
revision = "v1"
[[configurations]]
name = "two"
family = "trees"
source = "https://example.org/two"
revision = "v1"
[[configurations]]
name = "three"
family = "kernel"
source = "https://example.org/three"
revision = "v1"
[budget]
unit = "CPU hours"
limit = 10
[activation]
configurations = 3
observations = 1
most_invalid_percent = 10
[quarantine]
disputes = 1
most_timeout_percent = 50
most_invalid_percent = 50
"""


def gaps(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / PLAN).write_text(text)
    found = plan_findings(tmp_path)
    assert {finding.code for finding in found} <= {"G_PLAN"}
    assert not any("SENTINEL" in str(finding) for finding in found)
    return [finding.where.removeprefix(f"{PLAN}:") for finding in found]


def test_a_complete_plan_has_no_gap(tmp_path: Path) -> None:
    assert gaps(tmp_path, COMPLETE) == []


def test_the_template_is_open_in_everything_that_the_operator_decides(tmp_path: Path) -> None:
    assert gaps(tmp_path, (TEMPLATE / PLAN).read_text()) == [
        "/repetitions",
        "/briefs",
        "/configurations",
        "/budget/unit",
        "/budget/limit",
        "/activation/configurations",
        "/activation/observations",
        "/activation/most_invalid_percent",
        "/quarantine/disputes",
        "/quarantine/most_timeout_percent",
        "/quarantine/most_invalid_percent",
    ]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("schema_version = 1", "schema_version = 2", "/schema_version"),
        ("repetitions = 5", "repetitions = true", "/repetitions"),
        ("repetitions = 5", "SENTINEL = 5\nrepetitions = 5", ""),
        ('brief = "SENTINEL: which statement must be true"', 'brief = " "', "/briefs/0/brief"),
        ("tasks = 150", 'tasks = "SENTINEL"', "/briefs/0/tasks"),
        ('family = "trees"', 'family = "rules"', "/configurations"),
        ('name = "three"', "", "/configurations/2/name"),
        ("limit = 10", "limit = 0", "/budget/limit"),
        ("configurations = 3", "configurations = 2", "/activation/configurations"),
        ("observations = 1", "observations = 1.5", "/activation/observations"),
        ("most_timeout_percent = 50", "most_timeout_percent = 101", "/quarantine/most_timeout_percent"),
        ("disputes = 1", "disputes = 1\nSENTINEL = 1", "/quarantine"),
    ],
)
def test_each_gap_is_named(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert gaps(tmp_path, COMPLETE.replace(old, new, 1)) == [where if where else PLAN]


@pytest.mark.parametrize("text", ["", "SENTINEL", "SENTINEL = [", "[SENTINEL]\n[SENTINEL]\n", "\x00", "briefs = 3"])
def test_a_hostile_file_is_a_gap_and_not_a_crash(tmp_path: Path, text: str) -> None:
    assert gaps(tmp_path, text)


def test_a_missing_or_linked_plan_is_a_gap(tmp_path: Path) -> None:
    assert [finding.message for finding in plan_findings(tmp_path)] == ["the plan is missing"]
    (tmp_path / "other").write_text(COMPLETE)
    (tmp_path / PLAN).symlink_to(tmp_path / "other")
    assert len(plan_findings(tmp_path)) == 1
