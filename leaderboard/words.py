"""One word for what a submission discloses, the link to its source, which tasks do not count: what boards filter by and
show.

Invariant: `unknown` is never hidden by a better-looking answer, and a test-adapted entry is never called anything
cleaner than that ("Test-adapted entries remain filterable and must not be described as clean").
"""

from __future__ import annotations

from enum import StrEnum

from evaluator import AnySuite
from submissions_schema import Answer, Source, Submission


class Exposure(StrEnum):
    """The most telling thing a submission says about its test exposure."""

    TEST_ADAPTED = "test-adapted"
    UNKNOWN = "unknown"
    TEMPLATE_INFORMED = "template-informed"
    DECLARED = "declared"
    NONE = "none"


class Origin(StrEnum):
    """The most telling thing a submission says about its provenance."""

    UNKNOWN = "unknown"
    DISCLOSED = "disclosed"
    NONE = "none"


def exposure(submission: Submission) -> Exposure:
    """One word for the four exposure questions and the two flags, the most telling first."""
    seen = submission.test_exposure
    answers = {item.status for item in (seen.items, seen.labels, seen.generator_details, seen.tuning_across_test_runs)}
    if seen.test_adapted:
        return Exposure.TEST_ADAPTED
    if Answer.UNKNOWN in answers:
        return Exposure.UNKNOWN
    if seen.template_informed:
        return Exposure.TEMPLATE_INFORMED
    return Exposure.NONE if answers == {Answer.NONE} else Exposure.DECLARED


def provenance(submission: Submission) -> Origin:
    """One word for neural assistance and authored code."""
    origin = submission.provenance
    answers = {origin.neural_assistance.status, origin.authored_code.status}
    if Answer.UNKNOWN in answers:
        return Origin.UNKNOWN
    return Origin.NONE if answers == {Answer.NONE} else Origin.DISCLOSED


def withdrawal_note(suite: AnySuite) -> str:
    """ "897 of 900 tasks scored; 3 quarantined since 2026-11-30: why", or "" where every task counts."""
    return suite.task_states.sentence(len(suite.contract.ids))


def source_link(source: Source) -> str:
    """The address at which a browser shows the source at the pinned revision."""
    base = source.url.rstrip("/").removesuffix(".git")
    host = base.removeprefix("https://").split("/")[0]
    return f"{base}/{_TREE.get(host, 'tree')}/{source.revision}"


_TREE = {
    "gitlab.com": "-/tree",
    "framagit.org": "-/tree",
    "salsa.debian.org": "-/tree",
    "invent.kde.org": "-/tree",
    "gitlab.freedesktop.org": "-/tree",
    "gitlab.gnome.org": "-/tree",
    "codeberg.org": "src/commit",
    "bitbucket.org": "src",
    "notabug.org": "src",
}
