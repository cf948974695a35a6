"""Launches spread over threads and over a real cluster: each job gives one outcome, whatever happens to a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from isolation import Bind, Job, Limits, Outcome, Profile, Status, Unavailable
from isolation.spread import launch_here, spread

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
"""Scheduler and workers import the room, as they must on a real cluster."""
StartWorker = Callable[[], subprocess.Popen[bytes]]


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


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler that runs as a process of its own."""
    script = (
        "import asyncio, sys\n"
        "from distributed import Scheduler\n"
        "async def main():\n"
        "    async with Scheduler(host='127.0.0.1', port=0, dashboard=False) as scheduler:\n"
        "        open(sys.argv[1] + '.new', 'w').write(scheduler.address)\n"
        "        import os; os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
        "        await scheduler.finished()\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "address")]
    process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (tmp_path / "address").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield (tmp_path / "address").read_text()
    process.kill()
    process.wait()


@pytest.fixture
def worker(scheduler: str, tmp_path: Path) -> Iterator[StartWorker]:
    """Start a worker of one thread, without a nanny that would start it again."""
    script = (
        "import asyncio, sys\n"
        "from distributed import Worker\n"
        "async def main():\n"
        "    async with Worker(sys.argv[1], nthreads=1, host='127.0.0.1', dashboard=False) as worker:\n"
        "        await worker.finished()\n"
        "asyncio.run(main())\n"
    )
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", script, scheduler]
        process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_nothing_is_lost_or_counted_twice_when_a_worker_is_killed(
    scheduler: str, worker: StartWorker, tmp_path: Path
) -> None:
    """Two real workers; the one that is killed has a launch under way and others waiting."""
    first, _ = worker(), worker()
    running = spread((said(number, "0.3") for number in range(10)), scheduler=scheduler)
    outcomes = [next(running)]
    first.send_signal(signal.SIGKILL)
    outcomes += list(running)
    assert sorted(number for number, _ in outcomes) == list(range(10))
    assert answers(outcomes) == {number: f"{number}\n".encode() for number in range(10)}
    assert all(outcome.status is Status.COMPLETED and outcome.publishable for _, outcome in outcomes)
    assert len({json.loads(outcome.evidence)["started"] for _, outcome in outcomes}) > 1
