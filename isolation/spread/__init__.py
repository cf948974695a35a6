"""Spreading launches: independent jobs on this machine or over an existing Dask cluster, with one face for both.

Invariant: a job is taken from the iterator only when there is room to start it, and every job gives exactly one
outcome, however often a cluster had to start it. dask is imported only where an address is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from isolation.bubblewrap import Unavailable
from isolation.job import Job, Outcome
from isolation.profile import LINUX_BWRAP_V1, Profile
from isolation.spread.local import Launch, launch_here, on_threads


def spread(
    jobs: Iterable[Job],
    *,
    profile: Profile = LINUX_BWRAP_V1,
    scheduler: str | None = None,
    workers: int = 1,
    launch: Launch = launch_here,
) -> Iterator[tuple[int, Outcome]]:
    """Launch every job and yield (its number from 0, its outcome) as each one ends.

    `scheduler` is the address of a running dask.distributed scheduler that, like its workers, can import this
    repository; without it `workers` threads of this process launch. `launch` prepares a job where it runs; a cluster
    gets it pickled.
    Raises Unavailable where this host or the cluster cannot, ValueError for a job that cannot travel to a cluster.
    """
    if scheduler is None:
        return on_threads(jobs, launch, profile, workers)
    try:
        cluster = import_module("isolation.spread.cluster")
    except ModuleNotFoundError as error:
        raise Unavailable(f"a scheduler needs {error.name}: install requirements-cluster.txt") from error
    found: Iterator[tuple[int, Outcome]] = cluster.over_cluster(jobs, launch, profile, scheduler)
    return found


__all__ = ["Launch", "launch_here", "spread"]
