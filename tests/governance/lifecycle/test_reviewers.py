"""Who may decide, and when (B8)."""

from __future__ import annotations

import datetime

import pytest

from governance.corpus import Governed
from governance.lifecycle import Reviewers, may_decide, read_reviewers, reviewers_bytes
from records import Rejected

SOUND = 'schema_version = 1\n[[reviewers]]\nid = "ada"\nrole = "maintainer"\nsince = 2026-10-18\n'


def test_reviewers_read_back_as_they_were_written(governed: Governed, reviewers: Reviewers) -> None:
    assert read_reviewers(governed) == reviewers
    (governed.root / "corpus/reviewers.toml").write_bytes(reviewers_bytes(Reviewers(people=())))
    assert read_reviewers(governed).people == ()


@pytest.mark.parametrize(
    ("name", "day", "may"),
    [
        ("ada", "2026-10-18", True),
        ("ada", "2026-10-17", False),
        ("ada", "2030-01-01", True),
        ("ben", "2026-11-01", True),
        ("ben", "2026-11-02", False),
        ("eve", "2026-11-01", False),
    ],
)
def test_a_decision_counts_only_in_the_time_of_the_role(reviewers: Reviewers, name: str, day: str, may: bool) -> None:
    assert (reviewers.objection(name, datetime.date.fromisoformat(day)) is None) is may
    if not may:
        with pytest.raises(Rejected, match="G_REVIEWER"):
            may_decide(reviewers, name, datetime.date.fromisoformat(day))


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("schema_version = 1", "schema_version = 2", "/schema_version"),
        ("schema_version = 1", "schema_version = 1\nkeys = 1", "/keys"),
        ('id = "ada"', "", "/reviewers/0/id"),
        ('id = "ada"', 'id = "Ada Lovelace"', "/reviewers/0/id"),
        ('role = "maintainer"', 'role = "owner"', "/reviewers/0/role"),
        ("since = 2026-10-18", 'since = "yesterday"', "/reviewers/0/since"),
        ("since = 2026-10-18", "since = 2026-10-18\nuntil = 2026-10-17", "/reviewers/0/until"),
        ("since = 2026-10-18", "since = 2026-10-18\nemail = 1", "/reviewers/0/email"),
    ],
)
def test_each_misfit_is_a_finding(governed: Governed, old: str, new: str, where: str) -> None:
    (governed.root / "corpus/reviewers.toml").write_text(SOUND.replace(old, new))
    with pytest.raises(Rejected) as refused:
        read_reviewers(governed)
    assert [one.where for one in refused.value.findings] == [f"corpus/reviewers.toml:{where}"]


def test_a_corpus_without_reviewers_cannot_decide(governed: Governed) -> None:
    (governed.root / "corpus/reviewers.toml").unlink()
    with pytest.raises(Rejected, match="missing"):
        read_reviewers(governed)
