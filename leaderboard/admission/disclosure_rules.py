"""Steps 5 to 8: source, components, track and resources, exposure and provenance.

What the schema and its cross-field rules demand arrives as faults of the reader; here stands what a maintainer must see
although the document is valid. "Unknown provenance is visibly marked and needs maintainer review."
"""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.admission.case import Case
from leaderboard.admission.report import Remark, Weight
from leaderboard.words import source_link
from records import Finding
from submissions_schema import Answer


def source(case: Case) -> Iterator[Remark]:
    """(5) Source: https, allowed public host, immutable revision, reachable when online."""
    if case.submission is None:
        return
    link = source_link(case.submission.source)
    if case.submission.source.closed_source:
        message = "closed source: the entry can never be reproduced, and the board says so"
        yield _remark(Weight.ADVISORY, "A_CLOSED", "/source/closed_source", message)
    if case.probe is None:
        yield _remark(Weight.UNCHECKED, "A_OFFLINE", "/source/url", f"reachability not checked: offline ({link})")
        return
    problem = case.probe(link)
    if problem:
        yield _remark(Weight.BLOCKING, "A_UNREACHABLE", "/source/url", f"{link}: {problem}")


def eligibility(case: Case) -> Iterator[Remark]:
    """(6) Eligibility of each component: kinds are in the schema; the learned ones are listed for a look."""
    if case.submission is None:
        return
    learned = [part for part in case.submission.architecture.components if part.learned]
    if learned:
        names = ", ".join(f"{part.name} ({part.kind})" for part in learned)
        message = f"learned components, to be read with the source: {names}"
        yield _remark(Weight.NOTE, "A_LEARNED", "/architecture/components", message)


def resources(case: Case) -> Iterator[Remark]:
    """(7) Track and resources: each resource is identified by version, checksum, size and licence."""
    if case.submission is None:
        return
    for number, resource in enumerate(case.submission.resources):
        message = f"{resource.kind} {resource.name} {resource.version}: {resource.bytes} bytes, {resource.licence}"
        yield _remark(Weight.NOTE, "A_RESOURCE", f"/resources/{number}", message)


def exposure(case: Case) -> Iterator[Remark]:
    """(8) Exposure and provenance: complete by schema; unknown and adapted stand out."""
    if case.submission is None:
        return
    seen, origin = case.submission.test_exposure, case.submission.provenance
    answers = {
        "/test_exposure/items": seen.items.status,
        "/test_exposure/labels": seen.labels.status,
        "/test_exposure/generator_details": seen.generator_details.status,
        "/test_exposure/tuning_across_test_runs": seen.tuning_across_test_runs.status,
        "/provenance/neural_assistance": origin.neural_assistance.status,
        "/provenance/authored_code": origin.authored_code.status,
    }
    for where, answer in answers.items():
        if answer is Answer.UNKNOWN:
            message = "UNKNOWN: needs maintainer review before it is accepted, and stays marked on the board"
            yield _remark(Weight.ADVISORY, "A_UNKNOWN", where, message)
        elif answer is not Answer.NONE:
            yield _remark(Weight.NOTE, "A_DECLARED", where, f"{answer}; read what it says")
    if seen.test_adapted:
        message = "TEST-ADAPTED: stays filterable, must not be described as clean held-out generalization"
        yield _remark(Weight.ADVISORY, "A_ADAPTED", "/test_exposure/test_adapted", message)
    if seen.template_informed:
        message = "template-informed by its own statement"
        yield _remark(Weight.NOTE, "A_TEMPLATE", "/test_exposure/template_informed", message)


def _remark(weight: Weight, code: str, where: str, message: str) -> Remark:
    return Remark(weight=weight, finding=Finding(code=code, where=where, message=message))
