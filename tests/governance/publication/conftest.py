"""A private corpus with sentinels in its ids, prompts, paths and plan, taken through its life to an active release.

Every step is a command of the operator's door, and everything that it said is kept: nothing of it may tell a sentinel.
Built once for the session; tests that change it take a copy.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import bench
from evaluator import CORPORA
from governance.private.place import REPOSITORY
from records import canonical_bytes, canonical_line, digest, sha256_hex

SENTINEL = "zqx"
ID, PROMPT, PLACE, PLAN = "zqxid", "zqxprompt", "zqxplace", "zqxplan"
SIZES = {"deduction": 12, "quantity": 8, "tracking": 3, "spatial": 3}
"""Tasks of each category: two can be published, two only as what is left of the whole."""
TRIALS = 2
DAY = ("--date", "2026-11-30")

PROGRAM = """
import json, sys
from pathlib import Path
rows = [json.loads(line) for line in Path("inputs/test.questions.jsonl").read_text().splitlines()]
found = [{"id": row["id"], "label": LABEL} for row in rows]
Path(sys.argv[1]).write_text(json.dumps({"predictions": found}))
"""
SYSTEMS = {
    "constant": '"A"',
    "rotation": '"ABCD"[len(row["question"]) % 4]',
    "longest": '"ABCD"[max(range(4), key=lambda n: len(row["options"][n]))]',
}
SYSTEM = """schema_version = 1
name = "The {name} answer"
family = "{name}"
architecture = "script"
source = "https://example.org/{name}"
revision = "1.0"
command = ["/usr/bin/python3", "{{agent}}/main.py", "{{out}}"]
seed = 0
track = "closed-book"
exposure = "unexposed"
timeout_s = 20
memory_mb = 256
[agent]
root = "{name}"
include = ["main.py"]
"""


@dataclass(kw_only=True)
class Operator:
    """Somebody with a terminal: runs commands on one corpus and keeps what they said."""

    root: Path
    systems: Path
    said: list[str] = field(default_factory=list)

    def run(self, command: str, *arguments: str | Path) -> int:
        """One command; returns its exit code."""
        return self.raw(command, "--corpus-root", self.root, *arguments)

    def raw(self, *arguments: str | Path) -> int:
        """A whole command line."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                code = bench.main([str(word) for word in arguments])
            except SystemExit as left:
                code = int(str(left.code or 0))
        self.said.append(out.getvalue())
        return code

    @property
    def last(self) -> str:
        """What the last command said."""
        return self.said[-1]

    @property
    def study(self) -> Path:
        """The folder of the study of the system that answers by rotation."""
        return next((self.root / "studies").glob("rotation-*"))


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """The active private corpus; do not change it."""
    base = tmp_path_factory.mktemp("operator")
    operator = Operator(root=base / PLACE / "corpus-root", systems=base / "systems")
    line = ("--public-repo-root", REPOSITORY, "--destination", operator.root, "--id", "sealed")
    assert operator.raw("init-private-corpus", *line) == 0
    _fill(operator)
    steps: tuple[tuple[str, *tuple[str | Path, ...]], ...] = (
        ("lifecycle", "init", "--reviewer", "ada", "--reason", "minted", *DAY, "--apply"),
        (
            "lifecycle",
            "set",
            "--all",
            "--to",
            "calibrating",
            "--reviewer",
            "ada",
            "--reason",
            "frozen",
            *DAY,
            "--apply",
        ),
        *(("run", "--system", _system(base, name), "--trials", str(TRIALS)) for name in SYSTEMS),
        ("calibrate", "approve", "--all", "--reviewer", "ada", *DAY, "--apply", *_REVIEW),
        ("release-build", "--version", "0.1.0", *DAY, "--apply"),
    )
    for words in steps:
        assert operator.run(*words) in (0, 1), operator.last
    note = operator.root / "releases" / "0.1.0.md"
    note.write_text(note.read_text().partition("(what changed")[0] + f"The first release. {PLAN}\n")
    assert operator.run("release-build", "--version", "0.1.0", *DAY, "--apply") == 0, operator.last
    assert operator.run("release-check", "--explain") == 0, operator.last
    return operator


_REVIEW = (
    *("--rationale", "Every item was read and answered by hand before the studies."),
    *("--accepted-alternatives", "Both verifiers find exactly one option true in every item."),
    *("--evaluator-disputes", "Nobody disputes an answer; the items that nobody solves were read again."),
)


@pytest.fixture
def copied(sealed: Operator, tmp_path: Path) -> Operator:
    """A copy of the active private corpus that a test may change."""
    root = Path(shutil.copytree(sealed.root, tmp_path / PLACE / "corpus-root"))
    return Operator(root=root, systems=sealed.systems)


def _system(base: Path, name: str) -> Path:
    folder = base / "systems" / name
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(PROGRAM.replace("LABEL", SYSTEMS[name]))
    path = base / "systems" / f"{name}.toml"
    path.write_text(SYSTEM.format(name=name))
    return path


def _fill(operator: Operator) -> None:
    """Items of the public grammar under private ids, contracts made by the solvers, and then a prompt with a mark."""
    root = operator.root
    chosen = [row["id"] for category, size in SIZES.items() for row in _public(category)[:size]]
    _write_items(root, chosen, lambda row: row)
    (root / "plan.toml").write_text(_plan())
    reviewers = 'schema_version = 1\n\n[[reviewers]]\nid = "ada"\nrole = "operator"\nsince = 2026-01-01\n'
    (root / "corpus" / "reviewers.toml").write_text(reviewers)
    assert operator.run("contracts", "--apply") == 0, operator.last
    _write_items(
        root, chosen, lambda row: {**row, "question": f"{PROMPT} {row['question']}"} if "question" in row else row
    )


def _public(category: str) -> list[dict[str, str]]:
    lines = (CORPORA / "core-v0.1" / "test.questions.jsonl").read_bytes().splitlines()
    return [row for row in map(json.loads, lines) if row["category"] == category]


def _write_items(root: Path, chosen: Sequence[str], change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    source = CORPORA / "core-v0.1"
    files: dict[str, bytes] = {}
    for name in ("train.jsonl", "validation.jsonl", "test.questions.jsonl", "test.gold.jsonl", "provenance.jsonl"):
        rows = [json.loads(line) for line in (source / name).read_bytes().splitlines()]
        kept = [row for row in rows if row["id"] in chosen] if name.startswith(("test", "prov")) else rows[:6]
        files[name] = b"".join(canonical_line(change({**row, "id": row["id"].replace("nb1", ID)})) for row in kept)
        (root / name).write_bytes(files[name])
    manifest = json.loads((source / "manifest.json").read_bytes())
    manifest |= {"benchmark_id": "sealed", "title": "Sealed"}
    manifest["files"] = {
        name: {"bytes": len(data), "rows": data.count(b"\n"), "sha256": sha256_hex(data)}
        for name, data in files.items()
    }
    manifest["suite_digest"] = digest(canonical_bytes({name: sha256_hex(data) for name, data in files.items()}))
    manifest["categories"] = [row for row in manifest["categories"] if row["id"] in SIZES]
    del manifest["artefact_report"]
    (root / "manifest.json").write_bytes(canonical_line(manifest))


def _plan() -> str:
    lists = [f'[[briefs]]\ncategory = "{name}"\ntasks = {size}\nbrief = "{PLAN}"\n' for name, size in SIZES.items()]
    lists += [
        f'[[configurations]]\nname = "{name}"\nfamily = "{name}"\nsource = "{PLAN}"\nrevision = "1.0"\n'
        for name in SYSTEMS
    ]
    tables = (
        '[budget]\nunit = "hours"\nlimit = 1\n'
        "[activation]\nconfigurations = 3\nobservations = 1\nmost_invalid_percent = 10\n"
        "[quarantine]\ndisputes = 1\nmost_timeout_percent = 50\nmost_invalid_percent = 50\n"
    )
    return "schema_version = 1\nrepetitions = 2\n" + "".join(lists) + tables
