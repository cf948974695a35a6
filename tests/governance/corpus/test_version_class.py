"""The class of a change follows from the facts of two releases, and a claimed version must be at least of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from governance.corpus import ChangeKind, ReleaseFacts, bump

OLD = ReleaseFacts(
    version="0.1.0", digests={"a": "1", "b": "2"}, scoring_schema="criteria-v2", protocol="p", inputs={"train": "t"}
)


@pytest.mark.parametrize(
    ("new", "kind"),
    [
        (OLD, ChangeKind.PATCH),
        (replace(OLD, digests={"b": "2", "a": "1", "c": "3"}), ChangeKind.MINOR),
        (replace(OLD, digests={"a": "1", "b": "9"}), ChangeKind.MAJOR),
        (replace(OLD, digests={"a": "1"}), ChangeKind.MAJOR),
        (replace(OLD, digests={"a": "1", "c": "2"}), ChangeKind.MAJOR),
        (replace(OLD, scoring_schema="criteria-v3"), ChangeKind.MAJOR),
        (replace(OLD, protocol="q"), ChangeKind.MAJOR),
        (replace(OLD, inputs={"train": "u"}), ChangeKind.MAJOR),
    ],
)
def test_the_class_is_proved_from_digests(new: ReleaseFacts, kind: ChangeKind) -> None:
    assert bump(OLD, new).kind is kind


def test_reasons_name_counts_and_never_a_task() -> None:
    change = bump(OLD, replace(OLD, digests={"b": "9"}))
    assert change.reasons == ("1 tasks changed", "1 tasks left")


@pytest.mark.parametrize(
    ("kind", "least", "below"),
    [
        (ChangeKind.PATCH, "1.2.4", "1.2.3"),
        (ChangeKind.MINOR, "1.3.0", "1.2.9"),
        (ChangeKind.MAJOR, "2.0.0", "1.9.9"),
    ],
)
def test_a_version_claims_at_least_its_class(kind: ChangeKind, least: str, below: str) -> None:
    change = replace(bump(OLD, OLD), kind=kind)
    assert change.allows("1.2.3", least)
    assert change.allows("1.2.3", "3.0.0")
    assert not change.allows("1.2.3", below)
