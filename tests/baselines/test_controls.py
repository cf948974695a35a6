"""The launch controls on the committed suite: what they may read, and the ranges that their scores must fall in."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from baselines import CONTROLS, Inputs, load
from baselines.bm25 import Index, tokens
from records import canonical_line

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpora" / "core-v0.1"
READABLE = ("train.jsonl", "validation.jsonl", "test.questions.jsonl")


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return load(CORPUS)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A corpus folder that holds the three permitted files and nothing else."""
    folder = tmp_path / "questions"
    folder.mkdir()
    for name in READABLE:
        shutil.copy(CORPUS / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def labels(inputs: Inputs) -> dict[str, list[str]]:
    """The labels that each control gives, computed once."""
    return {name: control(inputs, 0) for name, control in CONTROLS.items()}


def correct(inputs: Inputs, labels: list[str]) -> int:
    gold = {row["id"]: row["label"] for row in map(json.loads, (CORPUS / "test.gold.jsonl").read_text().splitlines())}
    return sum(gold[question.id] == label for question, label in zip(inputs.test, labels, strict=True))


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "baselines", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False)


def test_majority_scores_exactly_a_quarter(inputs: Inputs, labels: dict[str, list[str]]) -> None:
    assert correct(inputs, labels["majority"]) == 225


@pytest.mark.parametrize("name", ["random", "bm25"])
def test_guessing_controls_stay_within_chance(inputs: Inputs, labels: dict[str, list[str]], name: str) -> None:
    """99.9 % of a binomial of 900 tries at 1/4. Letters are independent of text: outside this range is a leak."""
    assert 183 <= correct(inputs, labels[name]) <= 269


def test_random_seeds_differ_and_do_not_depend_on_the_order_of_questions(
    inputs: Inputs, labels: dict[str, list[str]]
) -> None:
    backwards = Inputs(train=inputs.train, validation=inputs.validation, test=inputs.test[::-1])
    assert CONTROLS["random"](backwards, 0) == labels["random"][::-1]
    assert CONTROLS["random"](inputs, 1) != labels["random"]


def test_the_nearest_prompt_is_of_the_same_category(inputs: Inputs) -> None:
    index = Index([example.question.text for example in inputs.train])
    for question in inputs.test[::9]:
        assert inputs.train[index.nearest(question.text)].question.category == question.category


def test_bm25_gives_ties_to_the_earlier_document_and_counts_repeated_terms() -> None:
    index = Index(["red fox", "blue fox", "red fox", "green owl owl"])
    assert tokens("The RED fox's 2 owls!") == ["the", "red", "fox", "s", "2", "owls"]
    assert index.nearest("red fox") == 0
    assert index.nearest("nothing known") == 0
    assert index.nearest("fox owl owl") == 3
    assert index.scores("owl owl")[3] == pytest.approx(2 * index.scores("owl")[3])


def test_a_near_tie_stops_the_run() -> None:
    index = Index(["red fox", "blue owl"])
    index.weights["red"] = [(0, 1.0), (1, 1.0 - 1e-7)]
    with pytest.raises(ArithmeticError, match="near-tie"):
        index.nearest("red")


@pytest.mark.parametrize("name", sorted(CONTROLS))
def test_controls_run_without_gold_and_provenance(
    bare: Path, inputs: Inputs, labels: dict[str, list[str]], name: str
) -> None:
    done = run(name, "--corpus-root", str(bare), "--out", "-")
    assert (done.returncode, done.stderr) == (0, b"")
    rows = [{"id": question.id, "label": label} for question, label in zip(inputs.test, labels[name], strict=True)]
    assert done.stdout == canonical_line({"predictions": rows})


def test_the_sources_name_no_other_corpus_file_and_import_no_generator() -> None:
    for path in sorted((ROOT / "baselines").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        texts = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert [t for t in texts if t.endswith((".jsonl", ".json", ".toml")) and t not in READABLE] == []
        modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not any(str(module).startswith(("generators", "evaluator")) for module in modules)


def test_an_existing_file_is_kept_and_an_equal_one_is_left_alone(bare: Path, tmp_path: Path) -> None:
    out = tmp_path / "majority.json"
    arguments = ("majority", "--corpus-root", str(bare), "--out", str(out))
    first, again = run(*arguments), run(*arguments)
    assert (first.returncode, again.returncode) == (0, 0)
    assert b"written" in first.stdout
    assert b"unchanged" in again.stdout
    out.write_text("mine")
    refused = run(*arguments)
    assert (refused.returncode, out.read_text()) == (2, "mine")
    assert b"delete it" in refused.stderr


@pytest.mark.parametrize(
    ("damage", "code"),
    [(b"[]\n", 1), (b"{\n", 1), (b'{"id":3}\n', 1), (None, 3)],
)
def test_broken_or_missing_inputs_end_with_a_message(bare: Path, damage: bytes | None, code: int) -> None:
    if damage is None:
        (bare / "train.jsonl").unlink()
    else:
        (bare / "train.jsonl").write_bytes(damage)
    done = run("majority", "--corpus-root", str(bare), "--out", "-")
    assert (done.returncode, done.stdout) == (code, b"")
    assert b"train.jsonl" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_unknown_control_is_a_usage_error() -> None:
    assert run("nearest", "--out", "-").returncode == 2
