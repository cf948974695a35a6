"""Reading and scoring one scheduling submission, as a multiple of a plain `json.loads` of the same bytes.

Invariant: the measured call is the whole path of a file (strict parse, shape, rules, names, exact score, record bytes).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from baselines.scheduling import CONTROLS, load
from benchmarks.ratio import Ratio, alternate, report
from evaluator.schedule import ScheduleSuite, load_schedule_suite, schedule_report_bytes, score_schedules
from submissions_schema import read_submission

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpora" / "scheduling-v0.2"
EXACT = ROOT / "baselines" / "scheduling" / "cpsat-predictions.json"
BASE = ROOT / "tests" / "cases" / "submission-scheduling" / "base.json"
LIMIT = 12


def main() -> int:
    """Print the ratios for a file where all is feasible, one with gaps, and one full of violations."""
    suite = load_schedule_suite(CORPUS)
    problems = load(CORPUS)
    files: dict[str, Any] = {"feasible": json.loads(EXACT.read_bytes())["predictions"]}
    for name in ("edf", "in-window"):
        schedules = [CONTROLS[name](problem, 0) for problem in problems]
        files[name] = [
            {"id": problem.id, "schedule": [item.to_dict() for item in schedule or ()]}
            for problem, schedule in zip(problems, schedules, strict=True)
        ]
    return report(*(_measured(name, rows, suite) for name, rows in files.items()))


def _measured(name: str, rows: list[dict[str, Any]], suite: ScheduleSuite) -> Ratio:
    document = {**json.loads(BASE.read_bytes()), "test_sha256": suite.test_sha256, "predictions": rows}
    data = json.dumps(document).encode()

    def read_and_score() -> bytes:
        submission = read_submission(data, suite.contract)
        return schedule_report_bytes(score_schedules(submission.schedules, suite))

    value = alternate(read_and_score, lambda: json.loads(data), rounds=31)
    return Ratio(name=f"read and score 300 schedules ({name})", against="json.loads", value=value, limit=LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())
