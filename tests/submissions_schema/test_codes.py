"""The table of codes: complete, in order, with words for every code that the reader gives after the JSON stage."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from records import Finding
from submissions_schema import FINDING_ORDER, STAGE_OF, order_key
from submissions_schema.codes import MESSAGES, finding, type_name


def test_stages_stand_in_the_order_of_the_contract() -> None:
    stages = [stage for stage, _ in FINDING_ORDER]
    assert stages == [
        "bytes",
        "json",
        "contract",
        "types",
        "fields",
        "data",
        "values",
        "rules",
        "ids",
        "labels",
        "counts",
        "machine",
    ]


def test_no_code_stands_twice() -> None:
    codes = [code for _, codes in FINDING_ORDER for code in codes]
    assert len(codes) == len(set(codes)) == len(STAGE_OF)


def test_every_code_after_the_json_stage_has_words() -> None:
    worded = {key.partition(".")[0] for key in MESSAGES}
    silent = {code for stage, codes in FINDING_ORDER if stage in ("bytes", "json", "machine") for code in codes}
    assert worded == set(STAGE_OF) - silent


def test_slots_of_messages_are_simple_names() -> None:
    for message in MESSAGES.values():
        assert re.sub(r"\{(found|expected|title|judged)\}", "", message).isascii()
        assert not re.search(r"[{}]", re.sub(r"\{(found|expected|title|judged)\}", "", message))


def test_words_of_the_document_cannot_open_slots() -> None:
    assert finding("E_MISSING_FIELD", "/x", expected="{found}").message == "the field {found} is missing"


def test_array_indices_are_ordered_as_numbers_and_stages_come_first() -> None:
    places = ["/predictions/10/label", "/predictions/9/label", "/predictions/9/id", "/predictions"]
    ordered = sorted((Finding(code="E_TYPE", where=where, message="") for where in places), key=order_key)
    assert [item.where for item in ordered] == [places[3], places[2], places[1], places[0]]
    late = Finding(code="E_LABEL", where="", message="")
    assert order_key(late) > order_key(ordered[-1])


@given(st.lists(st.text(), max_size=4))
def test_any_pointer_can_be_ordered(parts: list[str]) -> None:
    where = "".join("/" + part for part in parts)
    assert order_key(Finding(code="E_TYPE", where=where, message="")) >= (0, (), "")


def test_types_are_named_in_words() -> None:
    values: tuple[object, ...] = ({}, [], "", 1, True, None)
    names = [type_name(value) for value in values]
    assert names == ["an object", "a list", "text", "an integer", "true or false", "null"]
