"""contracts/ is read strictly: whatever does not have the shape of a contract is named, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.contracts import read_contracts
from records import Rejected, canonical_line

FIXTURES, TERMS = "contracts/fixtures.jsonl", "contracts/contracts.json"
Row = dict[str, Any]


def refused(root: Path) -> list[str]:
    """`where` of every finding; all have the code of this room or of the raw lines."""
    with pytest.raises(Rejected) as caught:
        read_contracts(root)
    assert {one.code for one in caught.value.findings} <= {"G_CONTRACTS", "G_FIXTURES"}
    return [one.where for one in caught.value.findings]


def test_lines_and_contracts_are_what_stands_in_the_file(bench: Any) -> None:
    contracts = bench.read()
    assert b"".join(line + b"\n" for line in contracts.lines.values()) == (bench.root / FIXTURES).read_bytes()
    assert all(contracts.of(task).line() == contracts.line(task) for task in contracts.lines)


FULL = "/1/fixtures"
FIELDS: list[tuple[str, Callable[[Row], object], str]] = [
    ("unknown field", lambda row: row.update(note="x"), "/1/note"),
    ("missing field", lambda row: row.pop("starter"), "/1/starter"),
    ("fixtures of another type", lambda row: row.update(fixtures={}), "/1/fixtures"),
    ("unknown fixture field", lambda row: row["fixtures"][0].update(weight=1), "/1/fixtures/0/weight"),
    ("missing fixture field", lambda row: row["fixtures"][1].pop("coupled"), "/1/fixtures/1/coupled"),
    ("a fixture that is no object", lambda row: row["fixtures"].append(3), "/1/fixtures/{last}"),
    ("a name with a space", lambda row: row["fixtures"][0].update(name="a b"), "/1/fixtures/0/name"),
    ("a name twice", lambda row: row["fixtures"].append(row["fixtures"][0]), "/1/fixtures/{last}/name"),
    ("another role", lambda row: row["fixtures"][0].update(role="neutral"), "/1/fixtures/0/role"),
    ("a verdict 1", lambda row: row["fixtures"][0]["criteria"].update(release=1), "/1/fixtures/0/criteria/release"),
    ("names as text", lambda row: row["fixtures"][0].update(names="release"), "/1/fixtures/0/names"),
    ("a name listed twice", lambda row: row["fixtures"][0].update(names=["a", "a"]), "/1/fixtures/0/names/1"),
    ("an empty reason", lambda row: row["fixtures"][0].update(coupled={"skill": " "}), "/1/fixtures/0/coupled/skill"),
    ("a reason that is no text", lambda row: row["fixtures"][0].update(coupled={"a": 1}), "/1/fixtures/0/coupled/a"),
    ("a twin with a line feed\x00", lambda row: row["fixtures"][0].update(twin="a\x07b"), "/1/fixtures/0/twin"),
    ("too many", lambda row: row.update(fixtures=[{**row["fixtures"][0], "name": f"n{i}"} for i in range(65)]), FULL),
    ("an endless origin", lambda row: row["fixtures"][0].update(origin="o" * 201), "/1/fixtures/0/origin"),
]


@pytest.mark.parametrize(
    ("change", "where"), [(change, where) for _, change, where in FIELDS], ids=[n for n, *_ in FIELDS]
)
def test_a_misfit_of_a_line_is_named_alone(schedule: Any, change: Callable[[Row], object], where: str) -> None:
    rows = schedule.rows()
    change(rows[0])
    schedule.write(rows)
    last = len(rows[0]["fixtures"]) - 1
    assert refused(schedule.root) == [f"{FIXTURES}:{where.format(last=last)}"]


TERM_FIELDS: list[tuple[dict[str, object], str]] = [
    ({"schema_version": 2}, "/schema_version"),
    ({"schema_version": True}, "/schema_version"),
    ({"timeout_ms": 0}, "/timeout_ms"),
    ({"timeout_ms": "1000"}, "/timeout_ms"),
    ({"reference": "somebody"}, "/reference"),
    ({"digest": "sha256:0"}, "/digest"),
    ({"digest": "sha256:" + "0" * 64}, "/digest"),
    ({"surprise": 1}, "/surprise"),
]


@pytest.mark.parametrize(("terms", "where"), TERM_FIELDS, ids=[str(terms)[:40] for terms, _ in TERM_FIELDS])
def test_a_misfit_of_the_terms_is_named_alone(choice: Any, terms: dict[str, object], where: str) -> None:
    choice.write(choice.rows(), **terms)
    assert refused(choice.root) == [f"{TERMS}:{where}"]


def test_an_origin_states_its_version_and_paradigm(choice: Any) -> None:
    choice.write(choice.rows(), origins={"gold": {"version": "1"}})
    assert f"{TERMS}:/origins/'gold'/paradigm" in refused(choice.root)


def test_only_canonical_lines_are_read(choice: Any) -> None:
    data = (choice.root / FIXTURES).read_bytes()
    choice.write_bytes(data.replace(b'"reference":', b'"reference": ', 1))
    assert refused(choice.root) == [f"{FIXTURES}:/1/task"]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data[:-1], "/12"),
        (lambda data: data + data.splitlines(keepends=True)[0], "/13"),
        (lambda data: b"[]\n" + data, "/1"),
        (lambda data: data + b"\xff\n", "/13"),
        (lambda data: b"[" * 100_000 + b"\n" + data, "/1"),
        (lambda data: b'{"task":"a","task":"b"}\n' + data, "/1"),
        (lambda data: b'{"task":"%s"}\n' % (b"a" * (1 << 20)) + data, "/1"),
    ],
    ids=["cut", "a task twice", "no object", "not text", "deep", "a key twice", "endless"],
)
def test_hostile_lines_are_findings(choice: Any, change: Callable[[bytes], bytes], where: str) -> None:
    choice.write_bytes(change((choice.root / FIXTURES).read_bytes()))
    assert refused(choice.root) == [f"{FIXTURES}:{where}"]


def test_missing_files_links_and_strays_are_findings(choice: Any, tmp_path: Path) -> None:
    (choice.root / "contracts" / "notes.txt").write_text("x")
    assert refused(choice.root) == ["contracts/notes.txt"]
    (choice.root / "contracts" / "notes.txt").unlink()
    data = (choice.root / FIXTURES).read_bytes()
    (tmp_path / "elsewhere").write_bytes(data)
    (choice.root / FIXTURES).unlink()
    assert refused(choice.root) == [FIXTURES]
    (choice.root / FIXTURES).symlink_to(tmp_path / "elsewhere")
    assert refused(choice.root) == [FIXTURES]
    (choice.root / TERMS).unlink()
    assert refused(choice.root) == [TERMS]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["fixtures", "name", "role", "twin", "answer", "criteria"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(line=st.dictionaries(st.sampled_from(["reference", "starter", "fixtures"]), json_values))
@settings(max_examples=60)
def test_no_value_crashes_the_reader(small_choice: Any, tmp_path_factory: pytest.TempPathFactory, line: Row) -> None:
    root = tmp_path_factory.mktemp("hostile")
    (root / "contracts").mkdir()
    (root / FIXTURES).write_bytes(canonical_line({**line, "task": "t"}))
    terms = {"schema_version": 1, "timeout_ms": 1, "reference": "a", "origins": {}, "digest": "sha256:" + "0" * 64}
    (root / TERMS).write_bytes(canonical_line(terms))
    refused(root)
