"""docs/GOVERNANCE.md: every sentence has an id, every id a test that exists; what no command enforces is held here."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "GOVERNANCE.md").read_text(encoding="utf-8")
TEXT, EVIDENCE = PAGE.split("\n## Evidence\n")
SENTENCES = re.findall(r"^- \*\*([A-Z]\d+)\*\* (.+?)(?=\n- \*\*|\n\n|\Z)", TEXT, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| ([A-Z]\d+) \| (.+?) \|$", EVIDENCE, re.MULTILINE)


def functions(path: Path) -> set[str]:
    return {n.name for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.FunctionDef)}


def one_line(path: str) -> str:
    return " ".join((ROOT / path).read_text(encoding="utf-8").split())


def test_every_line_of_the_list_is_a_sentence_with_an_id_in_order() -> None:
    assert len(SENTENCES) == len(re.findall(r"^- ", TEXT, re.MULTILINE)) > 90
    counts: Counter[str] = Counter()
    for name, _ in SENTENCES:
        counts[name[0]] += 1
        assert name == f"{name[0]}{counts[name[0]]}"


def test_every_sentence_has_tests_that_exist() -> None:
    assert [name for name, _ in ROWS] == [name for name, _ in SENTENCES]
    for name, cell in ROWS:
        named = re.findall(r"`(tests/\S+\.py)::(\w+)`", cell)
        assert named, f"{name} has no evidence"
        for path, function in named:
            assert function in functions(ROOT / path), f"{name}: {path} has no {function}"


def test_public_results_are_never_called_held_out() -> None:
    """What the published boards, records and notes say of public corpora."""
    for path in ("leaderboard/core-v0.1.csv", "leaderboard/scheduling-v0.2.csv", "docs/MODEL_RUNS.md", "README.md"):
        assert not re.search(r"held[- ]out|uncontaminated", one_line(path)), path
    for note in ROOT.glob("corpora/*/releases/*.md"):
        said = one_line(str(note.relative_to(ROOT)))
        assert re.search(r"neither held out nor uncontaminated", said), note


def test_no_category_dominates_the_public_corpora() -> None:
    for manifest in ROOT.glob("corpora/*/releases/*.json"):
        categories = json.loads(manifest.read_bytes())["categories"]
        assert len({one["active"] for one in categories.values()}) == 1, f"{manifest} prefers a category"


def test_governance_reaches_no_network_and_starts_no_program() -> None:
    """Public automation creates no remote, pushes nothing, deploys nothing: it has nothing to do it with."""
    forbidden = {"subprocess", "socket", "urllib", "http", "hub", "huggingface_hub", "requests", "ftplib", "smtplib"}
    for path in ROOT.glob("governance/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & forbidden, path
