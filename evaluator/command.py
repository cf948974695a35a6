"""The command `score`: a predictions file in, a verdict out.

Invariant: the outcome is a score, or findings, or E_INTERNAL; a crash is never a score. Exit codes: 0 scored,
1 findings, 2 usage, 3 environment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from evaluator.report import rejection_bytes, report_bytes
from evaluator.schedule import (
    explanation,
    explanation_text,
    known_schedule_suites,
    load_scored_schedule_suite,
    schedule_report_bytes,
    schedule_text,
    score_schedules,
)
from evaluator.scoring import score
from evaluator.suite import Item, Suite, known_suites, load_scored_suite, question_row
from evaluator.task_states import nothing_scored
from evaluator.text import findings_text, item_text, score_text
from records import Finding, Rejected, canonical_bytes, printable, read_regular
from submissions_schema import SuiteContract, Upload, read_upload

CLEAN, FINDINGS, USAGE, ENVIRONMENT = 0, 1, 2, 3
STANDARD_INPUT = "-"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What a command prints (`output` is a report, `complaint` goes to standard error) and its exit code."""

    code: int
    output: str = ""
    complaint: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreRequest:
    """The arguments of `score`: suite id, file name or "-", print JSON, explain one item."""

    suite: str
    file: str
    json: bool
    explain: str | None


def run_score(request: ScoreRequest, corpora: Path, standard_input: BinaryIO) -> Outcome:
    """Read, judge and score one file."""
    folders, of_schedules = known_suites(corpora), known_schedule_suites(corpora)
    if request.suite in of_schedules:
        return _run_schedules(request, of_schedules[request.suite], standard_input)
    if request.suite not in folders:
        known = ", ".join(sorted({**folders, **of_schedules})) or "none"
        return Outcome(code=USAGE, complaint=f"unknown suite {printable(request.suite)}; known: {known}\n")
    try:
        suite = load_scored_suite(folders[request.suite])
    except Rejected as error:
        return Outcome(code=ENVIRONMENT, complaint=_corpus_text(error))
    upload = _upload(request, suite.contract, standard_input)
    if isinstance(upload, Outcome):
        return upload
    if request.explain is not None:
        return _explain(request, suite, upload, folders[request.suite])
    if not suite.scored:
        return _nothing_scored(suite.id)
    record, note = score(upload.predictions, suite), suite.task_states.sentence(len(suite.items))
    return Outcome(code=CLEAN, output=_line(report_bytes(record)) if request.json else score_text(record, note))


def _run_schedules(request: ScoreRequest, corpus_root: Path, standard_input: BinaryIO) -> Outcome:
    try:
        suite = load_scored_schedule_suite(corpus_root)
    except Rejected as error:
        return Outcome(code=ENVIRONMENT, complaint=_corpus_text(error))
    upload = _upload(request, suite.contract, standard_input)
    if isinstance(upload, Outcome):
        return upload
    if request.explain is None:
        if not suite.scored:
            return _nothing_scored(suite.id)
        record, note = score_schedules(upload.schedules, suite), suite.task_states.sentence(len(suite.instances))
        output = _line(schedule_report_bytes(record)) if request.json else schedule_text(record, note)
        return Outcome(code=CLEAN, output=output)
    if request.explain not in suite.judges:
        return _no_such_item(request.explain, suite.id, suite.instances[0].id)
    facts = explanation(suite.judges[request.explain], dict(upload.schedules)[request.explain])
    return Outcome(code=CLEAN, output=_line(canonical_bytes(facts)) if request.json else explanation_text(facts))


def _upload(request: ScoreRequest, contract: SuiteContract, standard_input: BinaryIO) -> Upload | Outcome:
    """What the file holds, or the outcome that says why nothing was read."""
    try:
        return read_upload(_bytes(request.file, contract, standard_input), contract)
    except FileNotFoundError:
        return Outcome(code=USAGE, complaint=f"there is no file {printable(request.file)}\n")
    except Rejected as error:
        return rejection(error.findings, as_json=request.json)


def _nothing_scored(suite: str) -> Outcome:
    return Outcome(code=ENVIRONMENT, complaint=f"{nothing_scored(suite).message}\n")


def _no_such_item(item: str, suite: str, example: str) -> Outcome:
    text = f"{printable(item)} is not a test id of {suite}; for example {example}\n"
    return Outcome(code=USAGE, complaint=text)


def rejection(findings: tuple[Finding, ...], *, as_json: bool, code: int = FINDINGS) -> Outcome:
    """The outcome of a refused file."""
    return Outcome(code=code, output=_line(rejection_bytes(findings)) if as_json else findings_text(findings))


def guarded(work: Callable[[], Outcome], *, as_json: bool) -> Outcome:
    """The outcome of `work`; a crash of the evaluator is the verdict E_INTERNAL (exit 3), never a score."""
    try:
        return work()
    except Exception as error:
        message = f"the evaluator failed ({type(error).__name__}); there is no verdict on the file, please report it"
        return rejection((Finding(code="E_INTERNAL", where="", message=message),), as_json=as_json, code=ENVIRONMENT)


def _explain(request: ScoreRequest, suite: Suite, upload: Upload, corpus_root: Path) -> Outcome:
    items = {item.id: item for item in suite.items}
    if request.explain not in items:
        return _no_such_item(request.explain or "", suite.id, suite.items[0].id)
    item = items[request.explain]
    label, withdrawn = dict(upload.predictions)[item.id], item.id in suite.withdrawn
    if request.json:
        return Outcome(code=CLEAN, output=_line(canonical_bytes(_item_dict(item, label, withdrawn=withdrawn))))
    text = item_text(item, label, question_row(corpus_root, item.id))
    return Outcome(code=CLEAN, output=f"{text}  withdrawn: it does not count\n" if withdrawn else text)


def _item_dict(item: Item, label: str, *, withdrawn: bool) -> dict[str, object]:
    return {
        "id": item.id,
        "category": item.category,
        "tier": item.tier,
        "family": item.family,
        "gold": item.label,
        "label": label,
        "correct": label == item.label,
        **({"withdrawn": True} if withdrawn else {}),
    }


def _bytes(file: str, contract: SuiteContract, standard_input: BinaryIO) -> bytes:
    limit = contract.max_bytes
    if file == STANDARD_INPUT:
        return standard_input.read(limit + 1)
    return read_regular(Path(file), max_bytes=limit)


def _corpus_text(error: Rejected) -> str:
    lines = [f"  {item.code} {item.where}: {item.message}" for item in error.findings[:5]]
    return "\n".join(["the corpus of this suite is damaged; nothing was scored", *lines]) + "\n"


def _line(data: bytes) -> str:
    return data.decode("ascii") + "\n"
