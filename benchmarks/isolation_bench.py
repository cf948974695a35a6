"""What a launch costs beside bubblewrap alone with the same walls, and whether two launches run side by side."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.ratio import Ratio, alternate, report
from isolation import Job, run
from isolation.bubblewrap import find_bubblewrap
from isolation.privilege import unprivileged
from isolation.profile import LINUX_BWRAP_V1, Host, Layout, arguments
from isolation.staging import prepared_environment

JOB = Job(command=("/usr/bin/true",))
SLEEP = Job(command=("/usr/bin/sleep", "1"))


def bare(folder: Path) -> None:
    """bwrap with the arguments of the profile, without data files, filter, preflight, staging and evidence."""
    layout = Layout(work=folder, agent=None, binds=(), environment=JOB.variables(), data=(), status=1, filter=1)
    options = arguments(LINUX_BWRAP_V1, Host.here(), layout)[: -len(("--json-status-fd", "1", "--seccomp", "1"))]
    owner = unprivileged()
    subprocess.run(
        [str(find_bubblewrap().path), *options, "/usr/bin/true"],
        check=True,
        env={},
        cwd="/",
        user=owner.uid if owner else None,
        group=owner.gid if owner else None,
        extra_groups=[] if owner else None,
    )


def two_at_once() -> None:
    """Two launches that each wait a second: side by side they take as long as one, in turn twice as long."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, (SLEEP, SLEEP)))


def main() -> int:
    """The limit of the issue: a whole launch costs at most four times what bubblewrap alone does."""
    with prepared_environment() as folder:
        launch = alternate(lambda: run(JOB), lambda: bare(folder), rounds=25)
    pair = alternate(two_at_once, lambda: run(SLEEP), rounds=5)
    return report(
        Ratio(name="whole launch of true", against="bwrap … true", value=launch, limit=4),
        Ratio(name="two launches at once", against="one launch", value=pair, limit=1.5),
    )


if __name__ == "__main__":
    sys.exit(main())
