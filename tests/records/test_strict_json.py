"""Strict JSON: the fast pass and the exact pass agree, and what is accepted is what `json` reads."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records import LARGEST_INTEGER, JsonValue, Rejected, parse, strict_json

fragments = st.sampled_from(
    [*'{}[],:" \n', '"a"', '"a":', '"\\""', '"\\\\"', '"[{"', "1", "-0", "1.5", "NaN", "true", "\\", "\\u0061", "é"]
)
documents = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def outcome(work: Callable[[], JsonValue]) -> tuple[str, object]:
    try:
        return "accepted", work()
    except Rejected as error:
        (found,) = error.findings
        return found.code, found.message


def read(text: str, depth: int = 8) -> tuple[str, object]:
    return outcome(lambda: parse(text.encode("utf-8", "surrogatepass"), max_bytes=1 << 20, max_depth=depth))


@settings(max_examples=300)
@given(st.lists(fragments, max_size=14).map("".join))
def test_the_fast_pass_never_overrules_the_exact_one(text: str) -> None:
    exact = outcome(lambda: strict_json._parse_exactly(text, 3))
    fast = read(text, 3) if text else exact
    assert fast == exact


@given(documents)
def test_what_json_writes_is_read_back(value: JsonValue) -> None:
    deep = json.dumps(value)
    assert outcome(lambda: parse(deep.encode(), max_bytes=1 << 20, max_depth=30)) == ("accepted", value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"a":1,"a":1}', "E_DUP_KEY"),
        ('{"a":1,"\\u0061":1}', "E_DUP_KEY"),
        ('{"a":{"b":1,"b":2},"c":1.5}', "E_DUP_KEY"),
        ('{"c":1.5,"a":1,"a":1}', "E_NUMBER"),
        ('{":":1,":":1}', "E_DUP_KEY"),
        ("1.0", "E_NUMBER"),
        ("1e999", "E_NUMBER"),
        ("9007199254740993", "E_NUMBER"),
        ("9" * 5000, "E_NUMBER"),
        ("NaN", "E_CONST"),
        ("[Infinity]", "E_CONST"),
        ("-Infinity", "E_CONST"),
        ("{} {}", "E_JSON_EXTRA"),
        ("01", "E_JSON_EXTRA"),
        ("+1", "E_JSON"),
        ("[1,]", "E_JSON"),
        ('"\x01"', "E_JSON"),
        ("\u00a01", "E_JSON"),
        ("[" * 9, "E_DEPTH"),
        ("[" * 100_000, "E_DEPTH"),
        ("]" * 9 + "[" * 18, "E_DEPTH"),
        ('\\" " ' + "[" * 9, "E_DEPTH"),
        ('"\\ud800"', "E_SURROGATE"),
        ('{"\\udfff":1}', "E_SURROGATE"),
        (" ", "E_JSON"),
    ],
)
def test_faults_have_their_code(text: str, code: str) -> None:
    assert read(text)[0] == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E_EMPTY"),
        (b"\x1f\x8b\x08", "E_COMPRESSED"),
        (b"PK\x03\x04", "E_COMPRESSED"),
        (b"\x28\xb5\x2f\xfd", "E_COMPRESSED"),
        (b"\xff\xfe{\x00", "E_BOM"),
        (b"\xfe\xff\x00{", "E_BOM"),
        (b"\x00\x00\xfe\xff", "E_BOM"),
        (b"{\x00", "E_NUL"),
        (b'"\xe9"', "E_UTF8"),
        (b'"\xc0\xaf"', "E_UTF8"),
        (b'"\xed\xa0\x80"', "E_UTF8"),
        (b"\xef\xbb\xbf\xef\xbb\xbf{}", "E_JSON"),
        (b"x" * 101, "E_TOO_LARGE"),
    ],
)
def test_bytes_that_are_no_text_have_their_code(data: bytes, code: str) -> None:
    assert outcome(lambda: parse(data, max_bytes=100))[0] == code


def test_one_mark_is_dropped_and_limits_are_inclusive() -> None:
    assert parse(b"\xef\xbb\xbf[1]", max_bytes=6) == [1]
    assert read("[" * 8 + "]" * 8)[0] == "accepted"
    assert read(str(LARGEST_INTEGER)) == ("accepted", LARGEST_INTEGER)
    assert read("-0") == ("accepted", 0)


def test_a_fault_says_line_and_column() -> None:
    assert "line 2, column 2" in str(read("{\n x}")[1])
