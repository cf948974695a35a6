"""Isolation: run foreign code with nothing but its inputs (profile linux-bwrap-v1), and say what a host can do.

`run(Job(…))` blocks until the job's last process is gone and returns an Outcome with attested evidence.
"""

from isolation.bubblewrap import Unavailable
from isolation.doctor import Diagnosis, diagnose
from isolation.evidence import check_evidence, launcher_digest, preflight_digest
from isolation.job import BASE_ENVIRONMENT, Job, Outcome, Status
from isolation.launcher import run
from isolation.limits import Limits
from isolation.preflight import check_names
from isolation.profile import DEVELOPMENT, LINUX_BWRAP_V1, Bind, Profile
from isolation.staging import clean_up, prepared_environment

__all__ = [
    "BASE_ENVIRONMENT",
    "DEVELOPMENT",
    "LINUX_BWRAP_V1",
    "Bind",
    "Diagnosis",
    "Job",
    "Limits",
    "Outcome",
    "Profile",
    "Status",
    "Unavailable",
    "check_evidence",
    "check_names",
    "clean_up",
    "diagnose",
    "launcher_digest",
    "preflight_digest",
    "prepared_environment",
    "run",
]
