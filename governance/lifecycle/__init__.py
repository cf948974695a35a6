"""Lifecycle: the registries that say where every task of a corpus stands, how it got there, and who decided it.

corpus/task-lifecycle.toml       states, and the transitions they replay to
corpus/task-deprecations.toml    tasks that enter no new release
corpus/task-calibrations.json    reviewed calibration records
corpus/reviewers.toml            who may decide
"""

from governance.lifecycle.calibrations import (
    CALIBRATIONS,
    Calibrations,
    activation_findings,
    active_findings,
    barred_digests,
    calibration_findings,
    calibrations_bytes,
    read_calibrations,
    settled,
)
from governance.lifecycle.checks import deprecation_findings, lifecycle_findings
from governance.lifecycle.deprecations import (
    DEPRECATIONS,
    Deprecation,
    Deprecations,
    deprecations_bytes,
    families_of,
    read_deprecations,
)
from governance.lifecycle.discretion import counted, discreet, named
from governance.lifecycle.edits import Edit, current, write_edits, writing
from governance.lifecycle.record import (
    MINIMUM_CONFIGURATIONS,
    Decision,
    Difficulty,
    Record,
    Seen,
    Statistic,
    Verdict,
    band,
    is_current,
    ratio_text,
)
from governance.lifecycle.record_reader import record_from
from governance.lifecycle.registries import WRITTEN, Registries, read_registries, without_torn_decisions
from governance.lifecycle.registry import Lifecycle, join, lifecycle_bytes, move, read_lifecycle, start
from governance.lifecycle.replay import Replay, replay
from governance.lifecycle.reviewers import (
    REVIEWERS,
    Reviewer,
    ReviewerRole,
    Reviewers,
    may_decide,
    read_reviewers,
    reviewers_bytes,
)
from governance.lifecycle.state import GONE, MOVES, State, allowed
from governance.lifecycle.transitions import REGISTRY, Transition

__all__ = [
    "CALIBRATIONS",
    "DEPRECATIONS",
    "GONE",
    "MINIMUM_CONFIGURATIONS",
    "MOVES",
    "REGISTRY",
    "REVIEWERS",
    "WRITTEN",
    "Calibrations",
    "Decision",
    "Deprecation",
    "Deprecations",
    "Difficulty",
    "Edit",
    "Lifecycle",
    "Record",
    "Registries",
    "Replay",
    "Reviewer",
    "ReviewerRole",
    "Reviewers",
    "Seen",
    "State",
    "Statistic",
    "Transition",
    "Verdict",
    "activation_findings",
    "active_findings",
    "allowed",
    "band",
    "barred_digests",
    "calibration_findings",
    "calibrations_bytes",
    "counted",
    "current",
    "deprecation_findings",
    "deprecations_bytes",
    "discreet",
    "families_of",
    "is_current",
    "join",
    "lifecycle_bytes",
    "lifecycle_findings",
    "may_decide",
    "move",
    "named",
    "ratio_text",
    "read_calibrations",
    "read_deprecations",
    "read_lifecycle",
    "read_registries",
    "read_reviewers",
    "record_from",
    "replay",
    "reviewers_bytes",
    "settled",
    "start",
    "without_torn_decisions",
    "write_edits",
    "writing",
]
