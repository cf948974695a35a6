"""Admission: what `check` asks of a pull request before it may join a board."""

from leaderboard.admission.case import Case, Probe
from leaderboard.admission.check import OWN_RULES, RULES, Rule, check, step_of
from leaderboard.admission.fetch import fetch_case, own_case
from leaderboard.admission.report import CheckReport, Remark, StepReport, Verdict, Weight
from leaderboard.admission.source_probe import probe_source

__all__ = [
    "OWN_RULES",
    "RULES",
    "Case",
    "CheckReport",
    "Probe",
    "Remark",
    "Rule",
    "StepReport",
    "Verdict",
    "Weight",
    "check",
    "fetch_case",
    "own_case",
    "probe_source",
    "step_of",
]
