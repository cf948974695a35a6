"""A suite is what its manifest says, or it is refused with the file and the row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evaluator import Suite, known_suites, load_suite, question_row, suite_for
from records import Rejected, sha256_hex

Write = Callable[..., Path]


def codes(work: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(Rejected) as caught:
        work()
    return [(item.code, item.where) for item in caught.value.findings]


def test_a_sound_corpus_becomes_a_suite(write_corpus: Write) -> None:
    root = write_corpus()
    suite = load_suite(root)
    assert (suite.id, suite.corpus, suite.title) == ("nnai-demo-0.1", "demo-v0.1", "nnai-demo-0.1")
    assert suite.test_sha256 == sha256_hex((root / "test.questions.jsonl").read_bytes())
    assert [category.name for category in suite.categories] == ["Colours", "Sounds"]
    assert suite.tiers == (1, 2)
    assert suite.items[1].id == "demo-01"
    assert (suite.items[1].family, suite.items[1].label) == ("C-two", "B")
    assert suite.contract.ids == tuple(item.id for item in suite.items)
    assert sum(len(stratum.gold) for stratum in suite.strata) == 12


def test_the_core_suite_has_its_shape(core: Suite) -> None:
    assert len(core.items) == 900
    names = [category.id for category in core.categories]
    assert names == ["deduction", "quantity", "tracking", "spatial", "induction", "relations"]
    sizes = {(name, tier): 0 for name in names for tier in core.tiers}
    for item in core.items:
        sizes[item.category, item.tier] += 1
    assert set(sizes.values()) == {50}


@pytest.mark.parametrize("name", ["test.questions.jsonl", "test.gold.jsonl", "provenance.jsonl"])
def test_a_changed_file_is_refused(write_corpus: Write, name: str) -> None:
    root = write_corpus()
    (root / name).write_bytes((root / name).read_bytes() + b"\n")
    assert codes(lambda: load_suite(root)) == [("C_DIGEST", f"/{name}")]


def test_a_missing_file_is_named(write_corpus: Write) -> None:
    root = write_corpus()
    (root / "test.gold.jsonl").unlink()
    assert codes(lambda: load_suite(root)) == [("C_FILE", "/test.gold.jsonl")]


def test_a_link_in_place_of_a_file_is_refused(write_corpus: Write) -> None:
    root = write_corpus()
    (root / "test.gold.jsonl").rename(root / "elsewhere")
    (root / "test.gold.jsonl").symlink_to(root / "elsewhere")
    assert codes(lambda: load_suite(root)) == [("E_NOT_REGULAR", "")]


def test_a_suite_digest_of_other_files_is_refused(write_corpus: Write) -> None:
    root = write_corpus(manifest=lambda value: value.update(suite_digest="sha256:" + "0" * 64))
    assert codes(lambda: load_suite(root)) == [("C_DIGEST", "/manifest.json")]


@pytest.mark.parametrize("name", ["benchmark_id", "version", "suite_digest", "files", "categories"])
def test_a_manifest_without_a_field_is_refused(write_corpus: Write, name: str) -> None:
    root = write_corpus(manifest=lambda value: value.pop(name))
    assert codes(lambda: load_suite(root)) == [("C_MANIFEST", f"/manifest.json/{name}")]


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files["test.gold.jsonl"][3].update(label="E"),
        lambda files: files["test.gold.jsonl"][3].pop("label"),
        lambda files: files["provenance.jsonl"][3].update(family="X-none"),
        lambda files: files["test.questions.jsonl"][3].update(tier=4),
        lambda files: files["test.questions.jsonl"][3].update(category="smells"),
    ],
)
def test_a_row_that_does_not_fit_is_named(write_corpus: Write, change: Callable[[Any], object]) -> None:
    root = write_corpus(change)
    assert codes(lambda: load_suite(root)) == [("C_ROW", "/test.questions.jsonl/3")]


def test_gold_for_an_item_that_is_not_asked_is_refused(write_corpus: Write) -> None:
    root = write_corpus(lambda files: files["test.questions.jsonl"].pop())
    assert codes(lambda: load_suite(root)) == [("C_ROW", "/test.gold.jsonl")]


def test_an_id_twice_is_refused(write_corpus: Write) -> None:
    root = write_corpus(lambda files: files["test.gold.jsonl"].append({"id": "demo-00", "label": "A"}))
    assert codes(lambda: load_suite(root)) == [("C_ROW", "/test.gold.jsonl")]


def test_an_unknown_suite_names_the_known_ones(write_corpus: Write) -> None:
    corpora = write_corpus().parent
    assert list(known_suites(corpora)) == ["nnai-demo-0.1"]
    with pytest.raises(Rejected, match=r"'nnai-bench-9' is not a suite here; known: nnai-demo-0\.1"):
        suite_for("nnai-bench-9", corpora)


def test_a_damaged_neighbour_does_not_hide_a_suite(write_corpus: Write) -> None:
    corpora = write_corpus().parent
    (corpora / "broken-v0.1").mkdir()
    (corpora / "broken-v0.1" / "manifest.json").write_text("{")
    assert suite_for("nnai-demo-0.1", corpora).id == "nnai-demo-0.1"


def test_a_question_is_found_by_its_id(write_corpus: Write) -> None:
    root = write_corpus()
    assert question_row(root, "demo-02")["question"] == "Which one?"
    assert codes(lambda: question_row(root, "demo-99")) == [("E_UNKNOWN_ID", "")]
