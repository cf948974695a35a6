"""Launches spread over threads: each job gives one outcome. And what a cluster asks of a job.

A worker that is killed in the middle: tests/governance/studies/test_cluster.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from isolation import Bind, Job, Limits, Outcome, Profile, Unavailable
from isolation.spread import launch_here, spread


def said(number: int, seconds: str = "0") -> Job:
    line = f"sleep {seconds}; echo {number} >out"
    return Job(command=("/bin/sh", "-c", line), outputs=("out",), limits=Limits(wall_ms=60_000))


def answers(outcomes: list[tuple[int, Outcome]]) -> dict[int, bytes]:
    return {number: outcome.outputs["out"] for number, outcome in outcomes}


@pytest.mark.parametrize("workers", [1, 3])
def test_every_job_gives_one_outcome(workers: int) -> None:
    outcomes = list(spread((said(number) for number in range(5)), workers=workers))
    assert answers(outcomes) == {number: f"{number}\n".encode() for number in range(5)}
    assert len(outcomes) == 5
    assert all(outcome.publishable for _, outcome in outcomes)


def test_a_job_is_taken_only_when_there_is_room() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Job]:
        for number in range(6):
            taken.append(number)
            yield said(number)

    running = spread(jobs(), workers=2)
    next(running)
    assert len(taken) == 2
    assert len(list(running)) == 5


def broken(job: Job, profile: Profile) -> Outcome:
    raise OSError("no room here")


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_launch_is_raised(workers: int) -> None:
    with pytest.raises(OSError, match="no room here"):
        list(spread([said(0), said(1)], workers=workers, launch=broken))


def test_a_scheduler_that_does_not_answer_is_the_environments_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isolation.spread.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(Unavailable, match="no scheduler answers"):
        list(spread([said(0)], scheduler="tcp://127.0.0.1:9"))


def test_a_job_for_a_cluster_carries_its_files_and_no_binds(tmp_path: Path) -> None:
    from isolation.spread.cluster import deliver, pack

    (tmp_path / "go").write_text("#!/bin/sh\ncat question >out\n")
    (tmp_path / "go").chmod(0o755)
    job = Job(command=("/agent/go",), agent={"go": tmp_path / "go"}, inputs={"question": b"why"}, outputs=("out",))
    parcel = pack(job)
    (tmp_path / "go").unlink()
    assert deliver(parcel, launch_here, Profile(id="linux-bwrap-v1", sandboxed=True)).outputs == {"out": b"why"}
    with pytest.raises(ValueError, match="no binds"):
        pack(Job(command=("/bin/true",), binds=(Bind(source=Path("/usr/lib"), target="/environment"),)))
