"""A submission for a maintainer's eyes: every disclosure, weak answers marked.

Invariant: UNKNOWN and TEST-ADAPTED carry a mark in the first column; nothing of the document is left out but its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from evaluator import AnyScore, ScheduleScore, Score, percent
from leaderboard.commands.terminal import wrapped
from leaderboard.words import source_link
from submissions_schema import Answer, Disclosure, Submission

_LABEL = 17


def disclosure_lines(submission: Submission, score: AnyScore | None) -> list[str]:
    """All sections, one field a line, wrapped."""
    lines: list[str] = []
    for title, fields in _sections(submission, score):
        lines.append(title)
        for label, text, loud in fields:
            mark = "!" if loud else " "
            lines += wrapped(text, f"{mark} {label:<{_LABEL}} ", " " * (_LABEL + 3))
        lines.append("")
    return lines


Field = tuple[str, str, bool]


def _sections(submission: Submission, score: AnyScore | None) -> Iterator[tuple[str, list[Field]]]:
    yield "System", list(_system(submission))
    yield "Source", list(_source(submission))
    yield "Architecture", list(_architecture(submission))
    yield "Track and resources", list(_resources(submission))
    yield "Provenance", list(_provenance(submission))
    yield "Test exposure", list(_exposure(submission))
    yield "Reproduction", list(_reproduction(submission))
    if score is not None:
        yield "Score, recomputed", list(_SCORE_FIELDS[type(score)](score))


def _system(submission: Submission) -> Iterator[Field]:
    system = submission.system
    yield "name", f"{system.name} {system.version}", False
    yield "submitted by", submission.submitted_by, False
    if system.organisation:
        yield "organisation", system.organisation, False
    if system.homepage:
        yield "homepage", system.homepage, False
    yield "description", system.description, False


def _source(submission: Submission) -> Iterator[Field]:
    source = submission.source
    yield "link", source_link(source), False
    yield "licence", source.licence, False
    if source.closed_source:
        yield "closed source", "yes: can never be reproduced", True


def _architecture(submission: Submission) -> Iterator[Field]:
    yield "summary", submission.architecture.summary, False
    for part in submission.architecture.components:
        learned = "learned" if part.learned else "not learned"
        yield "component", f"{part.name} ({part.kind}, {learned}): {part.description}", False


def _resources(submission: Submission) -> Iterator[Field]:
    yield "track", str(submission.track), False
    if submission.input_mode is not None:
        yield "input mode", str(submission.input_mode), False
    for item in submission.resources:
        text = f"{item.name} {item.version}, {item.bytes} bytes, {item.licence}, sha256 {item.sha256[:12]}"
        yield str(item.kind), text, False


def _provenance(submission: Submission) -> Iterator[Field]:
    origin = submission.provenance
    yield "training data", origin.training_data, False
    yield "artifacts", origin.static_artifacts, False
    yield _answer("neural help", origin.neural_assistance)
    files = ", ".join(f"{file.path} ({file.lines} lines)" for file in origin.authored_code.files)
    code = origin.authored_code.status
    yield "authored code", f"{_loudly(code)}{': ' if files else ''}{files}", code is Answer.UNKNOWN


def _exposure(submission: Submission) -> Iterator[Field]:
    seen = submission.test_exposure
    yield _answer("items", seen.items)
    yield _answer("labels", seen.labels)
    yield _answer("generator", seen.generator_details)
    yield _answer("tuning", seen.tuning_across_test_runs)
    yield "test runs", str(seen.test_runs), False
    yield "test-adapted", "YES" if seen.test_adapted else "no", seen.test_adapted
    yield "template-informed", "yes" if seen.template_informed else "no", False


def _reproduction(submission: Submission) -> Iterator[Field]:
    again, hardware, runtime = submission.reproduction, submission.hardware, submission.runtime_ms
    yield "environment", f"{again.environment.file}, sha256 {again.environment.sha256[:12]}", False
    yield "fit", again.commands.fit, False
    yield "predict", again.commands.predict, False
    yield "evaluate", again.commands.evaluate, False
    yield "seed", f"{again.seed}, {'deterministic' if again.deterministic else 'not deterministic'}", False
    yield "hardware", f"{hardware.cpu}; {hardware.memory}; {hardware.os}", False
    times = f"inference {runtime.inference}, preprocessing {runtime.preprocessing}, index {runtime.index_build}"
    yield "runtime, ms", times, False


def _labels(score: Score) -> Iterator[Field]:
    total = score.tally()
    yield "macro", f"{percent(score.macro)} %, {total.correct} of {total.total} right, {total.answered} answered", False
    for name in score.categories:
        tally = score.tally(category=name)
        yield name, f"{_rate(tally.accuracy)}, {tally.correct} of {tally.total}", False


def _schedules(score: ScheduleScore) -> Iterator[Field]:
    whole, total = score.tally(), score.total
    counts = f"{whole.correct} of {whole.total} feasible, {whole.answered} answered"
    yield "feasible", f"{percent(score.headline)} %, {counts}", False
    yield "partial credit", f"{percent(score.partial_credit)} %, {total.violations} violations", False
    for tier, part in score.tiers.items():
        text = f"{_rate(part.feasibility)}, {part.feasible} of {part.total}; partial {_rate(part.partial_credit)}"
        yield f"tier {tier}", text, False


def _rate(value: Fraction | None) -> str:
    return "none scored" if value is None else f"{percent(value)} %"


_SCORE_FIELDS: dict[type[AnyScore], Callable[[Any], Iterator[Field]]] = {Score: _labels, ScheduleScore: _schedules}


def _answer(label: str, disclosure: Disclosure) -> Field:
    text = f"{_loudly(disclosure.status)}{': ' if disclosure.text else ''}{disclosure.text}"
    return label, text, disclosure.status is Answer.UNKNOWN


def _loudly(answer: Answer) -> str:
    return "UNKNOWN" if answer is Answer.UNKNOWN else str(answer)
