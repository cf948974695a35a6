"""What `verify` says of damaged corpora: one damage, the findings it must cause, and never a crash."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generators import Panel, Verdict, verify
from generators.check.rows import read_rows
from generators.check.rules import count_findings, item_findings, manifest_findings
from generators.layout import read_identity
from records import Rejected, canonical_line

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def check(copy: Path, panel: Panel, made: dict[str, bytes]) -> Callable[[], Verdict]:
    return lambda: verify(copy, panel, made=made)


def codes(verdict: Verdict) -> set[str]:
    return {finding.code for finding in verdict.findings}


def edit(path: Path, number: int, change: Edit) -> None:
    """Apply `change` to the row of line `number` (from 0) and write it back canonically."""
    lines = path.read_bytes().splitlines(keepends=True)
    row = json.loads(lines[number])
    change(row)
    lines[number] = canonical_line(row)
    path.write_bytes(b"".join(lines))


def test_the_committed_corpus_is_clean_down_to_every_solver_decision(check: Callable[[], Verdict]) -> None:
    verdict = check()
    assert verdict.findings == ()
    assert (verdict.files, verdict.items, verdict.decisions) == (7, 1800, 14400)


DAMAGES: list[tuple[str, int, Edit, set[str]]] = [
    ("train.jsonl", 0, lambda row: row.update(label="B" if row["label"] == "A" else "A"), {"E_SOLVER"}),
    ("train.jsonl", 1, lambda row: row["options"].reverse(), {"E_SOLVER"}),
    ("train.jsonl", 2, lambda row: row.update(options=[row["options"][0]] * 4), {"E_OPTIONS", "E_SOLVER"}),
    (
        "train.jsonl",
        3,
        lambda row: row.update(question=row["question"] + " "),
        {"E_QUESTION", "E_ENGLISH", "E_TEMPLATE"},
    ),
    ("train.jsonl", 4, lambda row: row.update(question="Who?"), {"E_TEMPLATE"}),
    ("train.jsonl", 5, lambda row: row.update(category="deductions"), {"E_CATEGORY"}),
    ("train.jsonl", 6, lambda row: row.update(tier=True), {"E_TIER"}),
    ("train.jsonl", 7, lambda row: row.update(tier=2), {"E_ID"}),
    ("train.jsonl", 8, lambda row: row.update(id="nb1-te-ded-1-000"), {"E_DUPLICATE_ID", "E_ID"}),
    ("train.jsonl", 9, lambda row: row.update(id="elsewhere"), {"E_ID"}),
    ("train.jsonl", 10, lambda row: row.update(note="x"), {"E_FIELDS"}),
    ("train.jsonl", 11, lambda row: row.pop("options"), {"E_FIELDS"}),
    ("train.jsonl", 12, lambda row: row.update(label="E"), {"E_LABEL"}),
    ("train.jsonl", 13, lambda row: row.update(options="ABCD"), {"E_OPTIONS"}),
    ("test.questions.jsonl", 1, lambda row: row.update(label="A"), {"E_FIELDS"}),
    (
        "test.questions.jsonl",
        2,
        lambda row: row.update(question="\u03a9 " + row["question"]),
        {"E_ASCII", "E_TEMPLATE"},
    ),
    ("test.gold.jsonl", 3, lambda row: row.update(label=None), {"E_LABEL"}),
    ("provenance.jsonl", 20, lambda row: row.update(family="D-none"), {"E_PROVENANCE"}),
    ("provenance.jsonl", 21, lambda row: row.update(verified_by=["nobody"]), {"E_PROVENANCE"}),
    ("provenance.jsonl", 22, lambda row: row.update(candidate=-1), {"E_PROVENANCE"}),
    ("provenance.jsonl", 23, lambda row: row.update(text_sha256="0" * 64), {"E_PROVENANCE"}),
]


def test_every_damaged_row_is_found_at_its_place_in_one_report(copy: Path, check: Callable[[], Verdict]) -> None:
    stolen = json.loads((copy / "train.jsonl").read_bytes().splitlines()[30])["question"]
    edit(copy / "test.questions.jsonl", 5, lambda row: row.update(question=stolen.replace(" ", "  ", 1)))
    edit(copy / "provenance.jsonl", 30, lambda row: row.update(family="S-walk"))
    for name, number, change, _ in DAMAGES:
        edit(copy / name, number, change)
    findings = check().findings
    for name, number, _, expected in DAMAGES:
        place = f"{name}:{number + 1}"
        found = {finding.code for finding in findings if finding.where.split("/")[0] == place}
        assert expected <= found, place
    places = {(finding.code, finding.where) for finding in findings}
    assert places >= {("E_DUPLICATE_TEXT", "test.questions.jsonl:6"), ("E_TEMPLATE", "train.jsonl:31")}
    everywhere = {finding.code for finding in findings}
    assert everywhere >= {"E_BYTES", "E_MANIFEST", "E_MISSING_ID", "E_COUNTS"}


def test_complete_ids_in_another_order_are_found(made: dict[str, bytes]) -> None:
    first, second, *rest = made["test.gold.jsonl"].splitlines(keepends=True)
    corpus, _ = read_rows({**made, "test.gold.jsonl": b"".join([second, first, *rest])})
    assert [(finding.code, finding.where) for finding in item_findings(corpus)] == [("E_ORDER", "test.gold.jsonl")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", {"E_LINE_END"}),
        (b"\x00\x01\x02\n", {"E_NUL"}),
        (b"\xff\xfe{}\n", {"E_BOM"}),
        (b"not json\n", {"E_JSON"}),
        (b"[]\n{}\n3\n", {"E_FIELDS"}),
        (b"[" * 30_000 + b"\n", {"E_TOO_LARGE"}),
        (b'{"id": "nb1-te-ded-1-000", "label": "A"}\n', {"E_CANONICAL"}),
        (b'{"id":"nb1-te-ded-1-000","label":"A"}\r\n', {"E_CANONICAL"}),
        (b'{"id":"nb1-te-ded-1-000","label":"A"}', {"E_LINE_END"}),
    ],
)
def test_a_file_of_rubbish_is_a_finding(data: bytes, expected: set[str]) -> None:
    _, findings = read_rows({"test.gold.jsonl": data})
    assert {finding.code for finding in findings} == expected


@pytest.mark.parametrize(
    ("data", "expected"), [(b"{", "E_JSON"), (b"[]", "E_MANIFEST"), (b'{"files":3}', "E_MANIFEST")]
)
def test_a_broken_manifest_is_a_finding(made: dict[str, bytes], data: bytes, expected: str) -> None:
    assert expected in {finding.code for finding in manifest_findings({**made, "manifest.json": data})}


def test_missing_extra_and_irregular_files_are_named(copy: Path, check: Callable[[], Verdict]) -> None:
    (copy / "test.gold.jsonl").unlink()
    (copy / "README.md").unlink()
    (copy / "answers.csv").write_text("A")
    (copy / ".manifest.json.x1.tmp").write_text("half")
    (copy / "train.jsonl").unlink()
    (copy / "train.jsonl").symlink_to(copy / "validation.jsonl")
    (copy / "provenance.jsonl").unlink()
    (copy / "provenance.jsonl").mkdir()
    found = {(finding.code, finding.where) for finding in check().findings}
    assert found >= {
        ("E_MISSING_FILE", "test.gold.jsonl"),
        ("E_MISSING_FILE", "README.md"),
        ("E_EXTRA_FILE", "answers.csv"),
        ("E_EXTRA_FILE", ".manifest.json.x1.tmp"),
        ("E_NOT_REGULAR", "train.jsonl"),
        ("E_NOT_REGULAR", "provenance.jsonl"),
    }


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "corpus.toml/id"),
        ("schema_version = ", "corpus.toml"),
        ('id = "core-v0.2"', "corpus.toml/id"),
        ("schema_version = true", "corpus.toml/schema_version"),
        ('colour = "red"', "corpus.toml/colour"),
    ],
)
def test_another_identity_is_refused(tmp_path: Path, text: str, where: str) -> None:
    (tmp_path / "corpus.toml").write_text(text)
    with pytest.raises(Rejected) as caught:
        read_identity(tmp_path)
    assert ("E_CORPUS_TOML", where) in {(finding.code, finding.where) for finding in caught.value.findings}


def test_one_wrong_letter_is_found_in_its_cell(made: dict[str, bytes]) -> None:
    first, *rest = made["test.gold.jsonl"].splitlines(keepends=True)
    row = json.loads(first)
    other = canonical_line({**row, "label": "A" if row["label"] != "A" else "B"})
    corpus, _ = read_rows({**made, "test.gold.jsonl": b"".join([other, *rest])})
    assert [(finding.code, finding.where) for finding in count_findings(corpus)] == [("E_LETTERS", "test/deduction/1")]


def test_an_empty_folder_gives_findings_only(tmp_path: Path, panel: Panel, made: dict[str, bytes]) -> None:
    assert codes(verify(tmp_path, panel, made=made)) == {"E_CORPUS_ROOT", "E_MISSING_FILE", "E_MISSING_ID"}


def test_rotating_every_label_is_objected_to_for_every_item(copy: Path, panel: Panel, made: dict[str, bytes]) -> None:
    for name in ("train.jsonl", "validation.jsonl", "test.gold.jsonl"):
        rows = [json.loads(line) for line in (copy / name).read_bytes().splitlines()]
        for row in rows:
            row["label"] = {"A": "B", "B": "C", "C": "D", "D": "A"}[row["label"]]
        (copy / name).write_bytes(b"".join(map(canonical_line, rows)))
    solver = [finding for finding in verify(copy, panel, made=made).findings if finding.code == "E_SOLVER"]
    assert len(solver) == 2 * 1800
