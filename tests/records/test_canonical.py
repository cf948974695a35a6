"""Canonical bytes: one spelling per value, whatever order it was built in."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import canonical_bytes, canonical_line, digest, parse, sha256_hex

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=10,
)


@given(values)
def test_canonical_bytes_are_ascii_and_read_back(value: object) -> None:
    data = canonical_bytes(value)
    assert data.isascii()
    assert parse(data, max_bytes=1 << 20, max_depth=20) == value
    assert canonical_bytes(parse(data, max_bytes=1 << 20, max_depth=20)) == data


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 9)))
def test_key_order_never_changes_the_bytes(value: dict[str, int]) -> None:
    assert canonical_bytes(dict(reversed(value.items()))) == canonical_bytes(value)


def test_the_spelling_is_fixed() -> None:
    assert canonical_bytes({"b": [1, True, None], "a": "é\n"}) == b'{"a":"\\u00e9\\n","b":[1,true,null]}'
    assert canonical_line({}) == b"{}\n"


@pytest.mark.parametrize("value", [1.5, [0.0], {"a": [float("nan")]}, {"a": {"b": (1.0,)}}, {1: "a"}, {"a": {None: 1}}])
def test_what_has_no_single_spelling_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"canonical form|keys are strings"):
        canonical_bytes(value)


def test_digests_are_sha256_with_and_without_their_name() -> None:
    expected = hashlib.sha256(b"x").hexdigest()
    assert sha256_hex(b"x") == expected
    assert digest(b"x") == f"sha256:{expected}"
