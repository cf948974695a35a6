"""The development profile: no walls, the same classification, and never publishable."""

from __future__ import annotations

import json

from isolation import DEVELOPMENT, Job, Limits, Outcome, Status, check_evidence, run


def plain(line: str, **limits: int) -> Outcome:
    job = Job(command=("/bin/sh", "-c", line), outputs=("out",), limits=Limits(**{"wall_ms": 10_000, **limits}))
    return run(job, DEVELOPMENT)


def test_results_are_never_publishable() -> None:
    outcome = plain("echo x >out")
    assert (outcome.status, outcome.outputs, outcome.publishable) == (Status.COMPLETED, {"out": b"x\n"}, False)
    record = json.loads(outcome.evidence)
    assert (record["profile"], record["bubblewrap"], record["checks"]) == ("development", None, [])
    assert check_evidence(outcome.evidence) == ()


def test_runs_are_classified_alike() -> None:
    assert plain("exit 1").status is Status.FAILED
    assert plain("sleep 30", wall_ms=200).status is Status.TIMEOUT
    assert plain("ln -s /etc/passwd out").status is Status.INVALID
    assert plain("yes", output_bytes=100_000).status is Status.KILLED_BY_LIMIT


def test_what_a_command_started_is_ended_with_it() -> None:
    assert plain("sleep 30 & echo x").stdout == b"x\n"
