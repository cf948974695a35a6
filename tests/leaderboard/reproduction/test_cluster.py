"""A reproduction over a real cluster of two worker processes, one of which is killed while both run."""

from __future__ import annotations

import json
import threading
import time
from subprocess import Popen
from typing import Any

from distributed import Client

from leaderboard.reproduction import read_evidence

SLOW = """
import sys, time
time.sleep(3)
exec(open("answer.py").read())
"""


def kill_while_both_run(client: Any, process: Popen[bytes], killed: threading.Event) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if sum(bool(running) for running in client.processing().values()) == 2:
            process.kill()
            killed.set()
            return
        time.sleep(0.05)


def test_a_lost_worker_costs_no_run_and_counts_none_twice(stand, scheduler, worker) -> None:
    record = stand.accept({"slow.py": SLOW}, predict="python3 slow.py --out predictions.json")
    lost, killed = worker(), threading.Event()
    worker()
    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        threading.Thread(target=kill_while_both_run, args=(client, lost, killed), daemon=True).start()
        result = stand.reproduce(record, scheduler=scheduler)
    assert killed.is_set()
    assert (result.code, result.data["equal"], result.data["deterministic"]) == (0, 900, True)
    evidence = read_evidence(stand.kept[-1])
    assert [run.compared for run in evidence.runs] == [True, True]
    assert [line for line in stand.told if "items equal" in line] == [
        f"run {number} of 2: completed, 900 of 900 items equal the record" for number in (1, 2)
    ]
    logged = [json.loads(line) for line in (stand.state.root / "decisions.jsonl").read_bytes().splitlines()]
    assert [line["action"] for line in logged].count("reproduce") == 1
