"""The typed reader of tables: whatever does not fit is named, all of it at once, and nothing is guessed."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.corpus import Fields
from records import Finding, Rejected

READERS: dict[str, tuple[Callable[[Fields], object], object, list[object]]] = {
    "text": (lambda fields: fields.text("x"), "words", ["", "  ", 1, None, "\x1b[2J", "a" * 5000]),
    "matching": (lambda fields: fields.matching("x", "[a-z]+", "a word"), "word", ["Word", "word\n", 1]),
    "one_of": (lambda fields: fields.one_of("x", ("a", "b")), "b", ["c", "", ["a"], {}]),
    "count": (lambda fields: fields.count("x", least=1), 1, [0, -1, True, "1", 1.0]),
    "truth": (lambda fields: fields.truth("x"), False, [0, "false", None]),
    "day": (lambda fields: fields.day("x"), "2026-02-28", ["2026-02-30", "28.2.2026", 20260228, "2026-2-8"]),
    "items": (lambda fields: fields.items("x"), [1], [{}, "ab", None]),
    "texts": (lambda fields: fields.texts("x"), ["a", "b"], [["a", "a"], [1], "ab", [["a"]]]),
    "table": (lambda fields: fields.table("x"), {"a": 1}, [[], "a"]),
    "expect": (lambda fields: fields.expect("x", 1), 1, [True, "1", 2]),
}
CASES = [(name, wrong) for name, (_, _, wrongs) in READERS.items() for wrong in wrongs]


def opened(value: object, **options: Any) -> Fields:
    return Fields(value, code="G_TEST", file="file.toml", at="/at", **{"known": frozenset({"x"}), **options})


def gathered(fields: Fields) -> tuple[Finding, ...]:
    try:
        fields.finish()
    except Rejected as error:
        return error.findings
    return ()


@pytest.mark.parametrize("name", READERS)
def test_what_fits_is_read_without_a_complaint(name: str) -> None:
    read, right, _ = READERS[name]
    fields = opened({"x": right})
    read(fields)
    fields.finish()


@pytest.mark.parametrize(("name", "wrong"), CASES)
def test_what_does_not_fit_is_named_with_its_place(name: str, wrong: object) -> None:
    read, _, _ = READERS[name]
    fields = opened({"x": wrong})
    read(fields)
    with pytest.raises(Rejected) as refused:
        fields.finish()
    assert {finding.code for finding in refused.value.findings} == {"G_TEST"}
    assert all(finding.where.startswith("file.toml:/at/x") for finding in refused.value.findings)


def test_unknown_and_missing_fields_are_named_together() -> None:
    with pytest.raises(Rejected) as refused:
        opened({"y": 1, "o": 1}, optional=frozenset({"o"})).finish()
    assert [finding.where for finding in refused.value.findings] == ["file.toml:/at/y", "file.toml:/at/x"]


def test_a_missing_field_is_complained_about_once() -> None:
    fields = opened({})
    fields.text("x")
    with pytest.raises(Rejected) as refused:
        fields.finish()
    assert len(refused.value.findings) == 1


def test_a_day_of_toml_is_its_text() -> None:
    assert opened({"x": datetime.date(2026, 11, 30)}).day("x") == "2026-11-30"
    moment = opened({"x": datetime.datetime(2026, 11, 30, 12)})
    moment.day("x")
    with pytest.raises(Rejected):
        moment.finish()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda part: st.lists(part, max_size=3)))
def test_no_value_is_more_than_a_finding(value: object) -> None:
    """Whatever stands there, a reader answers, and then everything is said or nothing."""
    for read, _, _ in READERS.values():
        fields = opened({"x": value})
        read(fields)
        assert all(str(finding).isprintable() for finding in gathered(fields))


@pytest.mark.parametrize("value", [None, [], "x", 1])
def test_only_a_table_has_fields(value: object) -> None:
    with pytest.raises(Rejected, match="a table is expected"):
        opened(value)
