"""Acceptance tests of the data (design A7): 1-5, 10, 11, 13 and 14, from the committed files alone.

6 to 9 are in test_artefacts; 12, the same bytes again, is `verify` in tests/bench.

Written without the code of `generators.check`, so that a fault there cannot hide a fault in the data.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generators import Panel

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"
CATEGORIES = ["deduction", "quantity", "tracking", "spatial", "induction", "relations"]
DATA = ["train.jsonl", "validation.jsonl", "test.questions.jsonl", "test.gold.jsonl", "provenance.jsonl"]
Row = dict[str, Any]
A9 = {
    *("schema", "benchmark_id", "version", "release_date", "maintainer", "license", "status", "files", "suite_digest"),
    *("splits", "categories", "labels", "abstain_label", "prng", "generator", "verification", "artefact_report"),
    *("dedup", "neural_assistance", "known_limits", "supersedes"),
}
"""Every field that the design names for the manifest."""


def read(name: str) -> list[Row]:
    return [json.loads(line) for line in (CORPUS / name).read_bytes().splitlines()]


@pytest.fixture(scope="module")
def splits() -> dict[str, list[Row]]:
    gold = {row["id"]: row["label"] for row in read("test.gold.jsonl")}
    test = [{**row, "label": gold[row["id"]]} for row in read("test.questions.jsonl")]
    return {"train": read("train.jsonl"), "validation": read("validation.jsonl"), "test": test}


@pytest.fixture(scope="module")
def manifest() -> Row:
    value: Row = json.loads((CORPUS / "manifest.json").read_bytes())
    return value


def test_1_counts(splits: dict[str, list[Row]]) -> None:
    assert {name: len(rows) for name, rows in splits.items()} == {"train": 600, "validation": 300, "test": 900}
    cells = Counter((row["category"], row["tier"]) for row in splits["test"])
    assert cells == dict.fromkeys(product(CATEGORIES, (1, 2, 3)), 50)


def test_1_families_share_every_cell_equally(splits: dict[str, list[Row]]) -> None:
    family = {row["id"]: row["family"] for row in read("provenance.jsonl")}
    for name, rows in splits.items():
        shares = Counter((row["category"], row["tier"], family[row["id"]]) for row in rows)
        assert len(shares) == 36
        assert set(shares.values()) == {"test": {25}, "train": {16, 17}, "validation": {8, 9}}[name]


def test_2_letters(splits: dict[str, list[Row]]) -> None:
    assert Counter(row["label"] for row in splits["test"]) == Counter(A=225, B=225, C=225, D=225)
    for rows in splits.values():
        for category, tier in product(CATEGORIES, (1, 2, 3)):
            cell = Counter(row["label"] for row in rows if (row["category"], row["tier"]) == (category, tier))
            assert max(cell.values()) - min(cell[letter] for letter in "ABCD") <= 1


def test_3_schema(splits: dict[str, list[Row]]) -> None:
    for row in (row for rows in splits.values() for row in rows):
        assert sorted(row) == ["category", "id", "label", "options", "question", "tier"]
        assert re.fullmatch(r"nb1-(tr|va|te)-(ded|qua|trk|spa|ind|rel)-[123]-[0-9]{3}", row["id"])
        assert re.fullmatch(r"[ -~]*\?", row["question"])
        assert len({" ".join(option.casefold().split()) for option in row["options"]}) == 4
        assert row["label"] in "ABCD"


def test_4_no_text_twice(splits: dict[str, list[Row]]) -> None:
    texts = [" ".join(row["question"].split()).casefold() for rows in splits.values() for row in rows]
    assert len(set(texts)) == len(texts) == 1800


def test_5_every_solver_confirms_every_item(splits: dict[str, list[Row]], panel: Panel) -> None:
    family = {row["id"]: row["family"] for row in read("provenance.jsonl")}
    for row in (row for rows in splits.values() for row in rows):
        gold = "ABCD".index(row["label"])
        assert panel.objections(family[row["id"]], row["question"], row["options"], gold) == []


def test_10_numbers_and_digests_of_ids_say_nothing_of_the_letter(splits: dict[str, list[Row]]) -> None:
    def by_number(row: Row) -> int:
        return int(row["id"][-3:]) % 4

    def by_digest(row: Row) -> int:
        return hashlib.sha256(row["id"].encode()).digest()[0] % 4

    for guess, shift in product((by_number, by_digest), range(4)):
        correct = sum("ABCD"[(guess(row) + shift) % 4] == row["label"] for row in splits["test"])
        assert 183 <= correct <= 269  # 99.9 % of a binomial with 900 tries at 1/4


def test_11_letters_do_not_depend_on_family_or_tier(splits: dict[str, list[Row]]) -> None:
    family = {row["id"]: row["family"] for row in read("provenance.jsonl")}
    limits = {"category": 1, "tier": 1, "family": 63.9}  # families: the 99.9 % point of 33 degrees of freedom
    rows = [{**row, "family": family[row["id"]]} for row in splits["test"]]
    for key, limit in limits.items():
        groups, totals = Counter((row[key], row["label"]) for row in rows), Counter(row[key] for row in rows)
        chi2 = sum((groups[value, letter] - n / 4) ** 2 / (n / 4) for value, n in totals.items() for letter in "ABCD")
        assert chi2 < limit


def test_13_manifest(manifest: Row) -> None:
    sums = {name: hashlib.sha256((CORPUS / name).read_bytes()).hexdigest() for name in DATA}
    assert {name: record["sha256"] for name, record in manifest["files"].items()} == sums
    whole = json.dumps(sums, sort_keys=True, separators=(",", ":")).encode()
    assert manifest["suite_digest"] == "sha256:" + hashlib.sha256(whole).hexdigest()
    sources = manifest["generator"]["files"]
    assert {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in sources} == sources
    vectors = (ROOT / manifest["prng"]["vectors_file"]).read_bytes()
    assert manifest["prng"]["vectors_sha256"] == hashlib.sha256(vectors).hexdigest()
    assert [category["id"] for category in manifest["categories"]] == CATEGORIES
    assert manifest["verification"]["accepted"] == 1800
    assert len(manifest["verification"]["solvers"]) == 24
    report = manifest["artefact_report"]
    assert report["sha256"] == hashlib.sha256((CORPUS / report["file"]).read_bytes()).hexdigest()
    assert manifest["rankable"] is True
    assert set(manifest) >= A9
    assert (manifest["benchmark_id"], manifest["status"], manifest["license"]) == ("nnai-bench-0.1", "frozen", "MIT")


def test_14_english(splits: dict[str, list[Row]]) -> None:
    units = r"steps|blocks|minutes|hours|days|beads|cards|marbles|shells|stamps|stickers"
    numbers = rf"\b1 (?:more |fewer )?(?:{units})\b|\b[2-9] (?:step|block|minute|hour)\b"
    wrong = re.compile(rf"  |{numbers}|\b[Aa] [aeiou]|\b[Aa]n [^aeiou]|\s[.,?]")
    assert [row["id"] for rows in splits.values() for row in rows if wrong.search(row["question"])] == []


def test_provenance_describes_every_item_and_no_candidate_is_used_twice(splits: dict[str, list[Row]]) -> None:
    provenance = read("provenance.jsonl")
    assert [row["id"] for row in provenance] == [row["id"] for rows in splits.values() for row in rows]
    assert len({(row["stream"], row["candidate"]) for row in provenance}) == 1800
    texts = {row["id"]: row for rows in splits.values() for row in rows}
    for row in provenance:
        text = {"options": texts[row["id"]]["options"], "question": texts[row["id"]]["question"]}
        data = json.dumps(text, sort_keys=True, separators=(",", ":")).encode()
        assert row["text_sha256"] == hashlib.sha256(data).hexdigest()


def test_the_corpus_folder_holds_no_python() -> None:
    assert list(CORPUS.rglob("*.py")) == []
