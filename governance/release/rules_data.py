"""Rules about what a corpus is: its identity, its files, its categories, its tasks in active scoring."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evaluator import load_scored
from governance.corpus import IDENTITY_FILE, VOCABULARY_FILE, Role, finding, read_json
from governance.lifecycle import REGISTRY, State
from governance.release.rule import Group, Rule
from governance.release.subject import Subject, Unjudged
from records import Finding, Rejected, printable, read_regular, sha256_hex

MANIFEST = "manifest.json"
CODE = "G_MANIFEST"
MAX_FILE = 256 << 20
_OWNED = ("G_VOCABULARY", "G_FIXTURES")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
OUT_OF_SCORING = (State.DRAFT, State.QUARANTINED, State.DEPRECATED, State.RETIRED)


def identity(subject: Subject) -> Iterator[Finding]:
    """corpus.toml is right, and every file of the manifest is the one it describes."""
    yield from subject.identity.findings
    if subject.identity.value is not None:
        yield from (one for one in subject.governed.findings if one.code not in _OWNED)
    if subject.governed.value is None or subject.is_empty:
        return
    table = read_json(subject.root, MANIFEST, code=CODE)
    files = table.get("files") if isinstance(table, dict) else None
    for name, row in (files if isinstance(files, dict) else {}).items():
        yield from _file(subject.root, name, row)


def _file(root: Path, name: str, row: Any) -> Iterator[Finding]:
    if not _NAME.fullmatch(name) or not isinstance(row, Mapping):
        yield finding(CODE, MANIFEST, "/files", f"{printable(name)} is no plain name of a described file")
        return
    try:
        data = read_regular(root / name, max_bytes=MAX_FILE)
    except FileNotFoundError:
        yield finding(CODE, name, "", "the manifest lists this file; it is missing")
        return
    except Rejected as error:
        yield finding(CODE, name, "", error.findings[0].message)
        return
    if row.get("sha256") != sha256_hex(data):
        yield finding(CODE, name, "", "not the file that the manifest describes (SHA-256)")
    for what, measured in (("bytes", len(data)), ("rows", data.count(b"\n"))):
        if what in row and row[what] != measured:
            yield finding(CODE, name, "", f"the manifest says {printable(row[what])} {what}, there are {measured}")


def vocabulary(subject: Subject) -> Iterator[Finding]:
    """Every category that occurs is in the vocabulary."""
    yield from (one for one in subject.governed.findings if one.code == "G_VOCABULARY")
    if subject.governed.value is None:
        return
    governed = subject.governed.need()
    for category, count in Counter(task.category for task in governed.book.tasks).items():
        if category not in governed.vocabulary:
            message = f"{printable(category)} is the category of {count} tasks and stands not in the vocabulary"
            yield finding("G_CATEGORY", VOCABULARY_FILE, "/categories", message)


def active_scoring(subject: Subject) -> Iterator[Finding]:
    """What the evaluator scores is what the lifecycle lets into scoring, and a retired corpus has nothing active."""
    states = subject.lifecycle.need().states
    if subject.is_empty:
        return
    out = {task for task, state in states.items() if state in OUT_OF_SCORING}
    try:
        suite = load_scored(subject.root)
    except Rejected as error:  # it scores nothing then; what is wrong is for the rules that own the files
        raise Unjudged("what the evaluator scores could not be read") from error
    scored = set(suite.contract.ids) - suite.withdrawn
    for task in sorted(scored & out):
        yield finding("G_SCORED", REGISTRY, "/states", f"{task} is {states[task]}, and the evaluator scores it")
    active = [task for task, state in states.items() if state is State.ACTIVE]
    if subject.identity.need().role is Role.RETIRED and active:
        message = f"{len(active)} tasks are active in a retired corpus, which contributes to no active score"
        yield finding("G_SCORED", REGISTRY, "/states", message)


DATA_RULES = (
    Rule(
        name="identity",
        sentence="An active release requires a valid content-addressed corpus manifest.",
        reads=(IDENTITY_FILE, MANIFEST, "every file that the manifest lists"),
        group=Group.STRUCTURE,
        check=identity,
    ),
    Rule(
        name="vocabulary",
        sentence="An active release requires categories from corpus/category-vocabulary.toml.",
        reads=(VOCABULARY_FILE, "test.questions.jsonl"),
        group=Group.STRUCTURE,
        check=vocabulary,
    ),
    Rule(
        name="active-scoring",
        sentence="Quarantined, deprecated, and retired tasks never enter active scoring.",
        reads=(REGISTRY, IDENTITY_FILE),
        group=Group.STRUCTURE,
        check=active_scoring,
    ),
)
