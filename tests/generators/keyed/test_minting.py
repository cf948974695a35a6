"""Private corpora from a key: the public grammar, unseen items, nothing that tells the key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import evaluator
from generators import Panel
from generators.cell import text_key
from generators.check.keyed import MINTED, choice_files, mint, schedule_files
from generators.families import FAMILIES
from generators.scheduling import Bench
from generators.scheduling import shape as schedule_shape
from generators.shape import Cell
from records import Rejected

PLAN = [Cell(split="validation", category="relations", tier=1), Cell(split="test", category="deduction", tier=1)]
SCHEDULES = [schedule_shape.Cell(split="train", tier=1), schedule_shape.Cell(split="test", tier=1)]
START = "SENTINEL" + 56 * "5"
PUBLIC = evaluator.CORPORA


@dataclass(frozen=True)
class Contrary:
    """A verifier that finds every option true."""

    family: str
    id: str = "V9/contrary"
    paradigm: str = "contradiction"
    version: int = 1

    def decide(self, question: str, option: str) -> bool:
        return True


def rows(files: Mapping[str, bytes], *names: str) -> list[dict[str, object]]:
    return [json.loads(line) for name in names for line in files[name].splitlines()]


@pytest.fixture(scope="session")
def choice(panel: Panel) -> dict[str, bytes]:
    return choice_files(panel, START, "sealed", "1.0.0", plan=PLAN)


@pytest.fixture(scope="session")
def schedules(judges: Bench) -> dict[str, bytes]:
    return schedule_files(judges, START, "sealed", "1.0.0", plan=SCHEDULES)


def published(corpus: str, field: str) -> set[str]:
    names = ("train.jsonl", "validation.jsonl", "test.questions.jsonl")
    lines = [line for name in names for line in (PUBLIC / corpus / name).read_bytes().splitlines()]
    return {text_key(json.loads(line)[field]) for line in lines}


def test_choice_items_are_unseen_balanced_and_named_after_the_corpus(choice: dict[str, bytes]) -> None:
    items = rows(choice, "validation.jsonl", "test.questions.jsonl")
    assert len(items) == sum(cell.size for cell in PLAN)
    assert not {text_key(str(item["question"])) for item in items} & published("core-v0.1", "question")
    assert {str(item["id"]).rsplit("-", 1)[0] for item in items} == {"sealed-va-rel-1", "sealed-te-ded-1"}
    letters = [str(row["label"]) for row in rows(choice, "test.gold.jsonl")]
    assert "".join(sorted(letters)) == "".join(sorted(PLAN[1].letters))


def test_instances_are_unseen_and_named_after_the_corpus(schedules: dict[str, bytes]) -> None:
    items = rows(schedules, "train.jsonl", "test.questions.jsonl")
    assert len(items) == sum(cell.size for cell in SCHEDULES)
    assert not {text_key(str(item["text"])) for item in items} & published("scheduling-v0.2", "text")
    assert {str(item["id"])[:11] for item in items} == {"sealed-tr-1", "sealed-te-1"}


def test_where_the_streams_start_is_in_no_file(choice: dict[str, bytes], schedules: dict[str, bytes]) -> None:
    everything = b"".join([*choice.values(), *schedules.values()])
    assert b"SENTINEL" not in everything
    for files in (choice, schedules):
        assert "withheld" in json.loads(files["manifest.json"])["prng"]["key_prefix"]


def test_one_key_makes_the_same_bytes_and_another_key_other_items(judges: Bench, schedules: dict[str, bytes]) -> None:
    assert schedule_files(judges, START, "sealed", "1.0.0", plan=SCHEDULES) == schedules
    other = schedule_files(judges, START[::-1], "sealed", "1.0.0", plan=SCHEDULES)
    ours, theirs = ({row["text"] for row in rows(files, "test.questions.jsonl")} for files in (schedules, other))
    assert not ours & theirs
    one, two = ([row["id"] for row in rows(files, "test.questions.jsonl")] for files in (schedules, other))
    assert one == two


def test_manifests_claim_nothing_of_the_published_corpora(
    choice: dict[str, bytes], schedules: dict[str, bytes]
) -> None:
    for files in (choice, schedules):
        manifest = json.loads(files["manifest.json"])
        assert (manifest["benchmark_id"], manifest["version"]) == ("sealed", "1.0.0")
        assert (manifest["status"], manifest["rankable"]) == ("private-held-out", False)
        assert not {"release_date", "maintainer", "license"} & set(manifest)
        assert "public: no result" not in " ".join(manifest["known_limits"])


def test_a_minted_corpus_loads_where_the_evaluator_is_pointed(tmp_path: Path, schedules: dict[str, bytes]) -> None:
    root = tmp_path / "corpus"
    root.mkdir()
    (root / "corpus.toml").write_text('kind = "schedule"\n')
    changes = mint(root, "schedule", lambda: schedules, apply=False)
    assert [(change.name, change.kind, change.written) for change in changes] == [
        (name, "new", True) for name in MINTED["schedule"]
    ]
    assert evaluator.load_corpus(root).id == "sealed"


def test_a_file_with_other_bytes_is_replaced_only_when_told_and_nothing_of_it_is_said(tmp_path: Path) -> None:
    made = dict.fromkeys(MINTED["choice"], b"new\n")
    (tmp_path / "train.jsonl").write_bytes(b"SENTINEL\n")
    kept = mint(tmp_path, "choice", lambda: made, apply=False)
    assert [change.name for change in kept if not change.written] == ["train.jsonl"]
    assert "SENTINEL" not in str(kept)
    assert (tmp_path / "train.jsonl").read_bytes() == b"SENTINEL\n"
    assert all(change.kind != "new" for change in mint(tmp_path, "choice", lambda: made, apply=True))
    assert (tmp_path / "train.jsonl").read_bytes() == b"new\n"


def test_an_objection_names_the_cell_and_no_word_of_the_item() -> None:
    contrary = tuple(Contrary(family.id) for family in FAMILIES)
    with pytest.raises(Rejected) as raised:
        choice_files(Panel(contrary), START, "sealed", "1.0.0", plan=PLAN)
    (finding,) = raised.value.findings
    assert finding.where == "validation relations tier 1"
    assert finding.message == "a solver disagrees with the generator about an item of this cell; nothing was written"


def test_a_kind_without_a_grammar_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="E_KIND"):
        mint(tmp_path, "workspace", dict, apply=True)
    assert list(tmp_path.iterdir()) == []
