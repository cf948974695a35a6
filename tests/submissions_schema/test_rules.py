"""Rules across fields: each says its fault at the field that has to change, and is silent about the shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from records import Finding
from submissions_schema.rules import RULES

Judge = Callable[[object], tuple[Finding, ...]]


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(item.code, item.where) for item in findings]


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/a/b",
        "https://git.sr.ht/~a/b",
        "https://gitlab.com/a/b/c/d.git",
        "https://huggingface.co/datasets/a/b/",
    ],
)
def test_repositories_on_public_forges_are_accepted(document: dict[str, Any], findings_of: Judge, url: str) -> None:
    document["source"]["url"] = url
    assert told(findings_of(document)) == []


@pytest.mark.parametrize(
    "url",
    [
        "https://GitHub.com/a/b",
        "https://evilgithub.com/a/b",
        "https://0x7f000001/a/b",
        "https://github.com//b",
        "https://github.com/../b",
        "https://github.com/a",
    ],
)
def test_other_addresses_are_refused(document: dict[str, Any], findings_of: Judge, url: str) -> None:
    document["source"]["url"] = url
    assert told(findings_of(document)) == [("E_URL_HOST", "/source/url")]


@pytest.mark.parametrize("host", ["example.org", "demo.github.io", "xn--bcher-kva.example"])
def test_a_homepage_may_stand_anywhere_public(document: dict[str, Any], findings_of: Judge, host: str) -> None:
    document["system"]["homepage"] = f"https://{host}/"
    assert told(findings_of(document)) == []


@pytest.mark.parametrize("host", ["localhost", "10.0.0.1", "example.org.", "-a.org", "Example.org"])
def test_a_homepage_on_no_public_name_is_refused(document: dict[str, Any], findings_of: Judge, host: str) -> None:
    document["system"]["homepage"] = f"https://{host}/x"
    assert told(findings_of(document)) == [("E_URL_HOST", "/system/homepage")]


@pytest.mark.parametrize("licence", ["LicenseRef-", "MIT OR Apache-2.0", "licenseref-demo", "proprietary"])
def test_anything_but_an_spdx_id_is_no_licence(document: dict[str, Any], findings_of: Judge, licence: str) -> None:
    document["source"]["licence"] = licence
    assert {where for _, where in told(findings_of(document))} == {"/source/licence"}


def test_unknown_is_an_answer_without_text(document: dict[str, Any], findings_of: Judge) -> None:
    for name in ("items", "labels", "tuning_across_test_runs"):
        document["test_exposure"][name] = {"status": "unknown", "text": ""}
    document["provenance"]["neural_assistance"] = {"status": "unknown", "text": ""}
    document["provenance"]["authored_code"] = {"status": "unknown", "files": []}
    assert told(findings_of(document)) == []


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "x",
        [],
        {},
        [1],
        {"source": 1},
        {"resources": [1, {"kind": 2}]},
        {"test_exposure": {"items": []}},
        {"provenance": {"authored_code": {"status": "none"}}},
    ],
)
def test_rules_are_silent_about_what_has_no_shape(value: Any) -> None:
    document = value if isinstance(value, dict) else {"source": value, "resources": value, "test_exposure": value}
    assert [item for rule in RULES for item in rule(document)] == []


def test_there_are_rules() -> None:
    assert len(RULES) == len(set(RULES)) == 7
