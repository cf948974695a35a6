"""The disclosure of one run as JSON: what the record says, what was recomputed from it, and what nobody recorded.

Invariant: a field that is not known reads "unknown"; it is never blank and never guessed.
"""

from __future__ import annotations

import re
from typing import Any

from evaluator import AnySuite
from leaderboard.entry import Entry
from leaderboard.model_runs.views import view_of
from leaderboard.status import Standing
from leaderboard.words import exposure, source_link
from submissions_schema import AuthoredCode, Disclosure, RuntimeMs, Submission, TestExposure

UNKNOWN = "unknown"
NOT_COMPARABLE = "not comparable"
_ACCOUNT = re.compile(
    r"Validation: (\d{1,6}) of (\d{1,6}) right\. "
    r"Configurations or programs compared before this one: (\d{1,12})\. Fitted parameters: (\d{1,12});"
)
"""The sentence with which `python3 -m baselines submission` ends a system's training data."""


def run_block(entry: Entry, suite: AnySuite) -> dict[str, Any]:
    """Everything that must be disclosed of a run on `suite`, in reading order. A tombstone's score is null."""
    submission, view = entry.submission, view_of(suite)
    retracted = entry.state is Standing.RETRACTED
    return {
        "run_id": entry.sha256[:12],
        "status": str(entry.status),
        "state": str(entry.state),
        "decided": {"date": entry.date, "decision_id": entry.decision_id},
        "notes": [note.to_dict() for note in entry.notes],
        **_system(submission),
        **_input_mode(submission),
        **_learning(submission),
        "authored_code": _code(submission.provenance.authored_code),
        "neural_assistance": _answer(submission.provenance.neural_assistance),
        "test_exposure": _exposure(submission),
        **_running(submission),
        "runtime_ms": _runtime(submission.runtime_ms),
        "inputs": {
            "suite": submission.suite,
            "test_sha256": submission.test_sha256,
            "suite_digest": entry.score.suite_digest,
        },
        "record": {
            "path": f"leaderboard/records/{suite.corpus}/{entry.sha256}.json",
            "digest": f"sha256:{entry.sha256}",
            "predictions_digest": f"sha256:{entry.score.predictions_sha256}",
            "score_report_digest": None if retracted else view.report_digest(entry.score),
        },
        "reproduction": _again(entry, suite.corpus),
        "score": None if retracted else view.block(entry.score),
    }


def _again(entry: Entry, corpus: str) -> dict[str, Any] | str:
    """What the last run of the pinned source in the sandbox gave, and whose run it was."""
    made = entry.reproduction
    if made is None:
        return "never run again in the sandbox"
    mark = made.mark
    return {
        "kind": made.kind,
        "independent": made.independent,
        "by": made.actor,
        "date": made.date,
        "equal": mark.equal,
        "total": mark.total,
        "runs": mark.runs,
        "deterministic": mark.deterministic,
        "profile": mark.profile,
        "evidence": f"leaderboard/evidence/{corpus}/{mark.evidence}.json",
    }


def _system(submission: Submission) -> dict[str, Any]:
    system, source = submission.system, submission.source
    return {
        "system": {
            "name": system.name,
            "version": system.version,
            "organisation": system.organisation or UNKNOWN,
            "description": system.description,
        },
        "submitted_by": submission.submitted_by,
        "source": {
            "url": source.url,
            "revision": source.revision,
            "at_revision": source_link(source),
            "tree_digest": UNKNOWN,
            "licence": source.licence,
            "closed_source": source.closed_source,
        },
        "track": str(submission.track),
        "resources": [resource.to_dict() for resource in submission.resources],
        "architecture": {"class": submission.architecture.summary, "non_neural": True},
    }


def _input_mode(submission: Submission) -> dict[str, str]:
    """What the system reads of a question, on a suite that asks for it."""
    return {"input_mode": str(submission.input_mode)} if submission.input_mode else {}


def _learning(submission: Submission) -> dict[str, Any]:
    parts, origin = submission.architecture.components, submission.provenance
    found = _ACCOUNT.search(origin.training_data)
    right, total, tried, fitted = [int(digits) for digits in found.groups()] if found else [UNKNOWN] * 4
    return {
        "learned_components": [part.to_dict() for part in parts if part.learned],
        "other_components": [part.to_dict() for part in parts if not part.learned],
        "training_data": origin.training_data,
        "static_artifacts": origin.static_artifacts,
        "validation": {"correct": right, "total": total, "configurations_tried": tried, "fitted_parameters": fitted},
        "frozen_before_test": {"commit": UNKNOWN, "date": UNKNOWN},
    }


def _code(code: AuthoredCode) -> dict[str, Any]:
    return {
        "status": str(code.status),
        "lines": sum(file.lines for file in code.files),
        "files": {file.path: file.lines for file in code.files},
    }


def _answer(disclosure: Disclosure) -> dict[str, str]:
    text = {"text": disclosure.text} if disclosure.text else {}
    return {"status": str(disclosure.status), **text}


def _exposure(submission: Submission) -> dict[str, Any]:
    seen: TestExposure = submission.test_exposure
    return {
        "in_a_word": str(exposure(submission)),
        "items": _answer(seen.items),
        "labels": _answer(seen.labels),
        "generator_details": _answer(seen.generator_details),
        "tuning_across_test_runs": _answer(seen.tuning_across_test_runs),
        "test_runs": seen.test_runs,
        "test_adapted": seen.test_adapted,
        "template_informed": seen.template_informed,
    }


def _running(submission: Submission) -> dict[str, Any]:
    again, hardware = submission.reproduction, submission.hardware
    return {
        "seed": again.seed,
        "deterministic": again.deterministic,
        "settings_sha256": UNKNOWN,
        "environment": {
            "lock_file": again.environment.file,
            "lock_file_digest": f"sha256:{again.environment.sha256}",
            "cpu": hardware.cpu,
            "memory": hardware.memory,
            "os": hardware.os,
        },
        "commands": again.commands.to_dict(),
    }


def _runtime(runtime: RuntimeMs) -> dict[str, Any]:
    """A record whose three times are 0 was not timed."""
    times = {"fit": runtime.preprocessing, "index_build": runtime.index_build, "inference": runtime.inference}
    measured = any(times.values())
    return {**{name: value if measured else UNKNOWN for name, value in times.items()}, "note": NOT_COMPARABLE}
