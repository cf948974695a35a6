"""The doctor: says what this host can do, and for what is wanting how to mend it."""

from __future__ import annotations

import pytest

from isolation import DEVELOPMENT, LINUX_BWRAP_V1, diagnose
from isolation.doctor import LOOKS, Diagnosis, Point, new_enough


def test_this_host_runs_the_sandbox() -> None:
    """CI fails here, with the doctor's own words, where bubblewrap cannot run."""
    seen = diagnose()
    assert seen.sandboxed, "\n".join(seen.lines())
    assert {point.name for point in seen.points} == {*LOOKS, "launch"}
    assert seen.findings() == ()


def test_a_weaker_host_is_told_how_to_mend_it_and_never_publishes() -> None:
    point = Point(name="bubblewrap", found="not installed", mend="apt-get install bubblewrap")
    seen = Diagnosis(points=(point,), profile=DEVELOPMENT.id)
    assert not seen.sandboxed
    assert seen.lines()[-1] == "profile: development, results are never publishable"
    assert [finding.where for finding in seen.findings()] == ["/bubblewrap"]
    assert "apt-get install" in seen.findings()[0].message
    assert seen.to_dict()["publishable"] is False


@pytest.mark.parametrize(("version", "good"), [("0.8.0", True), ("0.11", True), ("0.7.9", False), ("unknown", False)])
def test_which_bubblewrap_is_new_enough(version: str, good: bool) -> None:
    assert new_enough(version) is good


def test_the_profiles_are_named() -> None:
    assert (LINUX_BWRAP_V1.id, DEVELOPMENT.id) == ("linux-bwrap-v1", "development")
