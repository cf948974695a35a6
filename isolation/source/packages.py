"""The packages of a lock, unpacked where a launch happens: once for a process, from wheels alone.

Invariant: nothing of a package runs outside the sandbox. What was unpacked is shown read-only and removed with the
process; folders of processes that were killed are the janitor's.
"""

from __future__ import annotations

import atexit
import threading
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from isolation.job import Job, Outcome
from isolation.launcher import run
from isolation.profile import Bind, Profile
from isolation.source.environment import TARGET, environment_of

_made: dict[LaunchWithPackages, Path] = {}
_lock = threading.Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class LaunchWithPackages:
    """A launch whose job sees these pinned packages in /environment/lib. It can travel to another machine."""

    requirements: tuple[str, ...]
    hashed: bool = False

    def __call__(self, job: Job, profile: Profile) -> Outcome:
        """Run the job. Unavailable where no registry answers, Rejected where there is no wheel."""
        return run(replace(job, binds=(*job.binds, Bind(source=_prepared(self), target=TARGET))), profile)


def _prepared(packages: LaunchWithPackages) -> Path:
    """The folder of these packages, made at the first call of a process."""
    with _lock:
        if packages not in _made:
            with ExitStack() as stack:
                made = environment_of(packages.requirements, hashed=packages.hashed)
                _made[packages] = stack.enter_context(made).folder
                atexit.register(stack.pop_all().close)
        return _made[packages]
