"""The packages of a system, unpacked where a launch happens: once for a process, from wheels alone.

Invariant: nothing of a package runs outside the sandbox. What was unpacked is shown read-only and removed with the
process; folders of processes that were killed are the janitor's.
"""

from __future__ import annotations

import atexit
import threading
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from governance.studies.command import ENVIRONMENT
from isolation import Bind, Job, Outcome, Profile, run
from isolation.source import Workshop

_made: dict[tuple[str, ...], Path] = {}
_lock = threading.Lock()


@dataclass(frozen=True, kw_only=True, slots=True)
class LaunchWithPackages:
    """A launch whose job sees these pinned packages in ENVIRONMENT/lib. It can travel to another machine."""

    requirements: tuple[str, ...]

    def __call__(self, job: Job, profile: Profile) -> Outcome:
        """Run the job. Unavailable where no registry answers, Rejected where there is no wheel."""
        bind = Bind(source=prepared(self.requirements), target=ENVIRONMENT)
        return run(replace(job, binds=(*job.binds, bind)), profile)


def prepared(requirements: tuple[str, ...]) -> Path:
    """The folder of these packages, made at the first call of a process."""
    with _lock:
        if requirements not in _made:
            with ExitStack() as stack:
                bench = stack.enter_context(Workshop().prepare(requirements, hashed=False))
                _made[requirements] = bench.folder
                atexit.register(stack.pop_all().close)
        return _made[requirements]
