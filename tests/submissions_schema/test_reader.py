"""Reading: nothing but a sound document is accepted, everything wrong is told once, and a refusal costs little."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import Finding, Rejected
from submissions_schema import SuiteContract, order_key, read_submission, read_upload

shared = settings(max_examples=25)
small_json = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
Judge = Callable[[object], tuple[Finding, ...]]


def places(value: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of every value in a document, of the first two rows of predictions alone."""
    found = [where] if where else []
    parts = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for name, part in parts:
        found += places(part, (*where, name))
    return found


@shared
@given(data=st.data(), value=small_json)
def test_any_value_at_any_place_is_judged_without_a_crash(
    document: dict[str, Any], findings_of: Judge, data: st.DataObject, value: object
) -> None:
    changed = json.loads(json.dumps(document))
    *path, last = data.draw(st.sampled_from(places(document)))
    container = changed
    for step in path:
        container = container[step]
    container[last] = value
    findings = findings_of(changed)
    assert list(findings) == sorted(findings, key=order_key)
    told = [(item.where, item.code) for item in findings if item.code != "E_MISSING_ID"]
    assert len(told) == len(set(told))


@shared
@given(data=st.data())
def test_any_field_that_is_required_is_missed(
    document: dict[str, Any], findings_of: Judge, data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(document))
    named = [path for path in places(document) if isinstance(path[-1], str)]
    path = data.draw(st.sampled_from([path for path in named if path[-1] not in ("organisation", "homepage")]))
    container = changed
    for step in path[:-1]:
        container = container[step]
    del container[path[-1]]
    where = "".join(f"/{step}" for step in path)
    assert ("E_MISSING_FIELD", where) in [(item.code, item.where) for item in findings_of(changed)]


@pytest.mark.parametrize("row", ["{}", "1", "[]", '{"id":"x","label":"A"}', '{"a":1,"b":1,"c":1,"d":1}'])
def test_the_number_of_findings_is_bounded(valid: dict[str, Any], contract: SuiteContract, row: str) -> None:
    rows = "[" + ",".join([row] * 10_000) + "]"
    text = json.dumps({**valid, "predictions": []}).replace('"predictions": []', f'"predictions": {rows}')
    with pytest.raises(Rejected) as caught:
        read_submission(text.encode(), contract)
    assert len(caught.value.findings) <= 1 + 1800 * 6 + 900


def test_the_reader_does_not_change_what_it_is_given(valid: dict[str, Any], contract: SuiteContract) -> None:
    data = json.dumps(valid).encode()
    assert read_submission(data, contract) == read_submission(data, contract)


def test_an_upload_keeps_the_submission_it_was(valid: dict[str, Any], contract: SuiteContract) -> None:
    data = json.dumps(valid).encode()
    upload = read_upload(data, contract)
    assert upload.submission == read_submission(data, contract)
    bare = read_upload(json.dumps(valid["predictions"]).encode(), contract)
    assert bare.submission is None
    assert bare.predictions == upload.predictions


def test_a_contract_needs_distinct_ids() -> None:
    for ids in ((), ("x", "x")):
        with pytest.raises(ValueError, match="each of them once"):
            SuiteContract(suite="s", test_sha256="0" * 64, ids=ids)
