"""The solvers share nothing with the generators, and every family of items has one."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from solvers import SOLVERS, Unreadable, judge, solver_for
from solvers.parallel import PARALLEL

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = sorted((ROOT / "solvers").rglob("*.py"))
ALLOWED = {"__future__", "collections", "dataclasses", "fractions", "functools", "itertools", "re", "solvers"}
ALLOWED |= {"importlib", "json", "typing"}
"""Only these (importlib loads the optional exact solver of scheduling): no generators, no file access, nothing that
could read an answer."""


def imported(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def from_records(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "records"
        for alias in node.names
    }
    return parts | {name for name in whole if name.split(".")[0] == "records"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_solvers_import_nothing_of_the_generators(path: Path) -> None:
    source = path.read_text("utf-8")
    assert imported(source) - {"records"} <= ALLOWED
    assert from_records(source) <= {"Stream"}, "of the records only the keyed stream, which reads nothing"
    assert "open(" not in source
    assert "__import__" not in source


def test_the_import_reader_sees_both_forms() -> None:
    assert imported("import os.path\nfrom generators.cell import x\nimport re") == {"os", "generators", "re"}
    assert from_records("import records.files\nfrom records import parse") == {"records.files", "parse"}


def test_each_question_of_the_corpus_is_recognised_by_the_solver_of_its_family() -> None:
    corpus = ROOT / "corpora" / "core-v0.1"
    provenance, questions = (
        [json.loads(line) for line in (corpus / name).read_bytes().splitlines()]
        for name in ("provenance.jsonl", "test.questions.jsonl")
    )
    families = {row["id"]: row["family"] for row in provenance}
    for row in questions:
        assert solver_for(row["question"]).family == families[row["id"]]


def test_solver_ids_are_unique_and_name_their_family() -> None:
    assert len({solver.family for solver in SOLVERS}) == len(SOLVERS) == 12
    assert [solver.id for solver in SOLVERS] == [f"V2/{solver.family}" for solver in SOLVERS]


def test_every_family_has_a_parallel_solver_of_another_paradigm() -> None:
    assert [solver.id for solver in PARALLEL] == [f"V3/{solver.family}" for solver in SOLVERS]
    for text, other in zip(SOLVERS, PARALLEL, strict=True):
        assert text.paradigm != other.paradigm


def test_parallel_solvers_share_only_the_cutting_into_sentences_with_the_text_solvers() -> None:
    for path in (ROOT / "solvers" / "parallel").glob("*.py"):
        modules = [n.module for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom)]
        ours = [module for module in modules if module and module.startswith("solvers")]
        assert all(module == "solvers.text" or module.startswith("solvers.parallel") for module in ours), path.name


@pytest.mark.parametrize("question", ["", "?", "Why?", "Where is the key now? Yes.", "how many beads does Ada have?"])
def test_other_questions_are_unreadable(question: str) -> None:
    with pytest.raises(Unreadable):
        judge(question, "attic")
