"""What every system keeps: its contract, its blindness, and the same answers every time."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from baselines import Inputs, prediction_bytes
from baselines.systems import SYSTEMS, run

ROOT = Path(__file__).resolve().parents[3]
ROOM = ROOT / "baselines" / "systems"


def door(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "baselines", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False)


@pytest.mark.parametrize("name", SYSTEMS)
def test_answers_repeat_and_depend_neither_on_the_order_nor_on_the_other_questions(name: str, few: Inputs) -> None:
    first = run(name, few, 0)
    half = run(name, replace(few, test=few.test[::-2]), 0)
    assert len(first.labels) == len(few.test)
    assert set(first.labels) <= {"A", "B", "C", "D", "ABSTAIN"}
    expected = prediction_bytes(few.test[::-2], first.labels[::-2])
    assert prediction_bytes(few.test[::-2], half.labels) == expected


def test_a_report_says_what_the_disclosure_needs(few: Inputs) -> None:
    report = run("markov", few, 3).report
    assert (report["system"], report["seed"], report["configurations_tried"]) == ("markov", 3, 6)
    cells = report["validation"]
    assert isinstance(cells, list)
    assert len(cells) == 3
    assert sum(cell["total"] for cell in cells) == len(few.validation)  # type: ignore[call-overload,index]
    assert all(isinstance(report[key], int) for key in ("fit_ms", "inference_ms", "features", "parameters"))


@pytest.mark.parametrize("name", ["markov", "induced"])
def test_a_system_runs_where_gold_and_provenance_do_not_exist(name: str, bare: Path, tmp_path: Path) -> None:
    out, report = tmp_path / "p.json", tmp_path / "r.json"
    done = door(name, "--corpus-root", str(bare), "--out", str(out), "--report", str(report), "--explain")
    assert done.returncode == 0, done.stderr
    rows = json.loads(out.read_bytes())["predictions"]
    assert len(rows) == len((bare / "test.questions.jsonl").read_bytes().splitlines())
    assert json.loads(report.read_bytes())["system"] == name
    assert done.stderr


def test_a_missing_library_is_named_and_leaves_no_file(bare: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-m", "baselines", "trees", "--corpus-root", str(bare)]
    done = subprocess.run([*command, "--out", str(tmp_path / "p.json")], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 3
    assert b"install baselines/requirements.txt" in done.stderr
    assert not list(tmp_path.iterdir())


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_no_system_imports_a_generator_and_only_template_imports_solvers() -> None:
    for path in sorted(ROOM.rglob("*.py")):
        modules = {module.split(".")[0] for module in imported(path)}
        assert not modules & {"generators", "evaluator", "corpora"}, path
        assert "solvers" not in modules or path.name == "template.py"


def test_the_induced_system_names_no_category_no_family_and_needs_python_alone() -> None:
    families = ("D-chain", "Q-ledger", "T-places", "S-walk", "I-string", "R-order")
    categories = ("deduction", "quantity", "tracking", "spatial", "induction", "relations")
    for path in sorted((ROOM / "induced").rglob("*.py")):
        constants = [
            node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)
        ]
        assert not set(constants) & {*families, *categories}, path
        outside = {module.split(".")[0] for module in imported(path)} - set(sys.stdlib_module_names)
        assert outside <= {"baselines", "records"}, path


def test_template_abstains_where_no_solver_reads_the_text(few: Inputs) -> None:
    odd = replace(few.test[0], text="Who painted the fence?")
    twice = replace(few.test[0], options=(few.test[0].options[0],) * 4)
    assert run("template", replace(few, test=(odd, twice)), 0).labels == ["ABSTAIN", "ABSTAIN"]
