"""The browser's strict parser gives the verdict, code and value of records.parse for every byte string."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from records import Rejected, canonical_bytes, parse

MAX_BYTES = 2**21
SEED = 20261129
TOKENS = r"""
{ } [ ] , : " ' 0 -0 01 -01 1. 1.0 .5 1e5 1E+ 1e-7 - + 9007199254740992 -9007199254740992 9007199254740993
-9007199254740993 90071992547409920 99999999999999999999 1e999 NaN -NaN Infinity -Infinity -Infinit Inf true false
null tru nul truefalse "a" "b" "" "__proto__" "constructor" "\u0061" "\u006" "\ud800" "\ude00" "\ud83d\ude00"
"\ud83d\u0041" "\ud83d "\x" "\/\b\f\n\r\t\"\\" // /**/ \
"""
SPACES = (" ", "\t", "\n", "\r", "\x0b", "\x0c", "\xa0", "\u2028", "\ufeff", "\x00")
ODD = ("\x7f", "\x1f", "é", "😀", '"é😀\x7f"', '"tab\t"')
FRAGMENTS = (*TOKENS.split(), *SPACES, *ODD)
RAW = (
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xc0\xaf", b"\xc3",
    b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xf0\x80\x80\xaf", b"\xe0\x80\xaf", b"\x80",
    b"\xf8\x88\x80\x80\x80", b"\xff", b"\xf0\x9f\x98", b"\xf0\x9f\x98\x80", b"\x00\x00\xfe\xff",
)  # fmt: skip
VALID = (
    b'{"id":"nb1-te-ded-1-000","label":"A"}',
    b'{"a":[1,-2,{"b":null}],"c":"x\\u0041\\n","d":{"e":[true,false,[]]}}',
    b'[{"a":{"b":[{"c":[{"d":[]}]}]}},"\\ud83d\\ude00",0,9007199254740992]',
    '\ufeff {"é":"😀","\\u00e9x":[{}],"z":"\\\\\\""} \r\n'.encode(),
)


def verdict(document: bytes) -> dict[str, Any]:
    try:
        return {"value": canonical_bytes(parse(document, max_bytes=MAX_BYTES)).decode()}
    except Rejected as error:
        return {"code": error.findings[0].code}


def node_verdicts(node: Callable[..., Any], documents: list[bytes]) -> list[dict[str, Any]]:
    answers = node("parseDocuments", documents=[base64.b64encode(document).decode() for document in documents])
    return [answer if "value" in answer else {"code": answer["findings"][0]["code"]} for answer in answers]


def assert_equal(node: Callable[..., Any], documents: list[bytes]) -> None:
    for document, answer in zip(documents, node_verdicts(node, documents), strict=True):
        assert answer == verdict(document), document


def mutated(draw: random.Random) -> bytes:
    document = bytearray(draw.choice(VALID))
    for _ in range(draw.randint(1, 3)):
        at, kind = draw.randrange(len(document) + 1), draw.randrange(5)
        if kind == 0:
            document[at : at + draw.randint(1, 4)] = b""
        elif kind == 1:
            document[at:at] = draw.choice(FRAGMENTS).encode()
        elif kind == 2:
            document[at:at] = draw.choice(RAW)
        elif kind == 3:
            document[at : at + 1] = bytes([draw.randrange(256)])
        else:
            start = draw.randrange(len(document) + 1)
            document[at:at] = document[start : start + draw.randint(1, 12)]
    return bytes(document)


def soup(draw: random.Random) -> bytes:
    """Random tokens inside an open array or object: most reach deep into the grammar before they fail."""
    body = "".join(draw.choice(FRAGMENTS) for _ in range(draw.randint(0, 6)))
    before, after = draw.choice((("", ""), ("[", "]"), ('{"a":', "}"), ('{"a":1,', "}"), ('["', '"]'), ("[1,", ",2]")))
    return (before + body + after).encode()


def numbers(draw: random.Random) -> bytes:
    number = (
        draw.choice(("", "-")) + str(2**53 + draw.randint(-3, 3)) + draw.choice(("", "", "", "0", ".0", ".", "e1", "E"))
    )
    return draw.choice(("{}", "[{}]", '{{"a":{}}}')).format(number).encode()


def objects(draw: random.Random) -> bytes:
    """Objects whose few keys, some of them escaped, often collide; now and then with a fault before they close."""
    keys = ('"a"', r'"\u0061"', '"b"', '"__proto__"', r'"__proto\u005f_"')
    values = ("1", '{"a":1,"a":2}', '"x"', "[{}]", "NaN", "1.5")
    pairs = [f"{draw.choice(keys)}:{draw.choice(values)}" for _ in range(draw.randint(1, 3))]
    return ("[{" + ",".join(pairs) + draw.choice(("}]", "}]", "}", "", ",}]"))).encode()


def documents() -> Iterator[bytes]:
    draw = random.Random(SEED)
    yield from VALID
    for _ in range(2500):
        yield from (mutated(draw), soup(draw))
    for _ in range(300):
        yield from (numbers(draw), objects(draw))


def test_mutated_documents_have_equal_verdicts_codes_and_values(node: Callable[..., Any]) -> None:
    assert_equal(node, list(documents()))


def test_the_mutations_reach_every_code_that_bytes_can_have() -> None:
    codes = {verdict(document).get("code", "accepted") for document in documents()}
    syntax = {"E_DUP_KEY", "E_CONST", "E_NUMBER", "E_JSON", "E_JSON_EXTRA", "E_SURROGATE"}
    assert codes >= syntax | {"accepted", "E_COMPRESSED", "E_BOM", "E_NUL", "E_UTF8"}


def test_large_and_deep_documents_have_equal_verdicts(node: Callable[..., Any]) -> None:
    many = 100_000
    keys = b",".join(b'"\\u00%02x%d":1' % (i % 90 + 32, i) for i in range(60_000))
    nested = [b"[" * 100_000, b"[" * 8 + b"]" * 8, b"[" * 9 + b"]" * 9, b"]" * 20 + b"[" * 8]
    strings = [b'"' + b"[" * many + b'"', b'"' + b"\\n" * many + b'"', b'"' + b"\\" * 999]
    wide = [b"[" + b"0," * many + b"0]", b"{" + keys + b"}", b"1" * 5000]
    sizes = [b"", b" " * MAX_BYTES, b" " * (MAX_BYTES + 1)]
    assert_equal(node, nested + strings + wide + sizes)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=3, deadline=None)
@given(st.lists(JSON_VALUES, min_size=200, max_size=200))
def test_canonical_text_survives_the_browser(node: Callable[..., Any], values: list[object]) -> None:
    written = [canonical_bytes(value) for value in values]
    expected = [verdict(document) for document in written]
    assert node_verdicts(node, written) == expected
