"""The browser-side preview of 300 schedules on a board of 20 entries, in Chromium and in node.

The limit is 50 ms in the median, in Chromium, for a file of feasible schedules and for one that is full of violations.
JSON.parse of the same bytes is the yardstick of the machine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.browser import in_chromium, in_node
from benchmarks.ratio import Ratio, report
from evaluator.schedule import ScheduleSuite, browser_schedule_suite, load_schedule_suite
from records import Stream

ROOT = Path(__file__).resolve().parent.parent
LIMIT_MS = 50.0
ROUNDS, ENTRIES = 31, 20
TABLES = {
    "schema": "submission-scheduling-0.2.schema.json",
    "codes": "codes.json",
    "hosts": "hosts.json",
    "licences": "spdx-licences.json",
    "secrets": "secret-patterns.json",
}


def main() -> int:
    """Print the ratios; 1 when the preview of either file needs more than the limit."""
    suite = load_schedule_suite(ROOT / "corpora" / "scheduling-v0.2")
    contract = _contract(suite)
    ratios = []
    for name, text in (("feasible schedules", _feasible()), ("violating schedules", _violating(suite))):
        work = {"contract": contract, "text": text, "rounds": ROUNDS}
        page, node = in_chromium(work), in_node(work)
        ratios += [
            Ratio(name=f"{name} in Chromium", against="50 ms", value=page["preview"] / LIMIT_MS, limit=1),
            Ratio(name=f"fastest of {name} in Chromium", against="50 ms", value=page["fastest"] / LIMIT_MS),
            Ratio(name=f"first of {name} in Chromium", against="50 ms", value=page["first"] / LIMIT_MS),
            Ratio(name=f"{name} in Chromium", against="JSON.parse of the bytes", value=page["preview"] / page["parse"]),
            Ratio(name=f"{name} in node", against="JSON.parse of the bytes", value=node["preview"] / node["parse"]),
        ]
    return report(*ratios)


def _contract(suite: ScheduleSuite) -> dict[str, Any]:
    folder = ROOT / "submissions_schema"
    tables = {part: json.loads((folder / name).read_text(encoding="utf-8")) for part, name in TABLES.items()}
    return {"suite": json.loads(browser_schedule_suite(suite)), "board": {"entries": _entries(suite)}, **tables}


def _entries(suite: ScheduleSuite) -> list[dict[str, Any]]:
    """Invented entries of rising skill: each solves a growing share of the instances."""
    entries: list[dict[str, Any]] = []
    for place in range(ENTRIES):
        stream = Stream("bench", "schedule-preview", place)
        entries.append(
            {
                "record_sha256": f"{place:064x}",
                "submission": {"system": {"name": f"entry {place}"}},
                "status": "self-reported",
                "state": "listed",
                "labels": "".join("1" if stream.below(ENTRIES) < place else "0" for _ in suite.instances),
            }
        )
    return entries


def _feasible() -> str:
    """The committed schedules of the exact reference."""
    return (ROOT / "baselines" / "scheduling" / "cpsat-predictions.json").read_text(encoding="utf-8")


def _violating(suite: ScheduleSuite) -> str:
    """Every task at its release, done by any worker: most constraints are violated somewhere."""
    stream = Stream("bench", "schedule-preview", "file")
    rows = []
    for instance in stream.shuffled(suite.instances):
        workers = list(instance.workers)
        schedule = [
            {"task": task.id, "worker": stream.choice(workers), "start": task.release}
            for task in instance.tasks.values()
        ]
        rows.append({"id": instance.id, "schedule": schedule})
    return json.dumps(rows)


if __name__ == "__main__":
    raise SystemExit(main())
