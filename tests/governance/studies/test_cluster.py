"""A study over a real cluster of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable

from governance.corpus import Governed
from governance.studies import Options, System, read_study, run_study


def test_nothing_is_lost_or_counted_twice(
    governed: Governed,
    write_system: Callable[..., System],
    scheduler: str,
    worker: Callable[[], subprocess.Popen[bytes]],
) -> None:
    """Twelve launches of one task; the ledger has each once, and the study is the one that a single machine makes."""
    system = write_system('time.sleep(0.2)\nanswer(["C"])', batch=1)
    first, _ = worker(), worker()

    def kill(done: int, total: int, what: str) -> None:
        if done == 2:
            first.send_signal(signal.SIGKILL)

    ran = run_study(governed, system, Options(scheduler=scheduler, progress=kill))
    study = ran.study
    assert study.totals.attempts == {"valid": 12, "invalid": 0, "incomplete": 0}
    assert [one.task for one in study.observations] == list(governed.book.ids)
    assert sorted(one.batch for one in study.attempts) == list(range(12))
    assert (study.complete, study.attestation.publishable, study.plan.host.cluster) == (True, True, True)
    assert read_study(ran.folder, governed) == study
    local = run_study(governed, system, Options(jobs=2)).study
    assert local.configuration.id == study.configuration.id
    assert [(one.task, one.criteria) for one in local.observations] == [
        (one.task, one.criteria) for one in study.observations
    ]
