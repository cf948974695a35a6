"""Reading and scoring one core submission, as a multiple of a plain `json.loads` of the same bytes.

Invariant: the measured call is the whole path of a file (strict parse, shape, rules, ids, exact score); a refused file
is measured up to its sorted findings, for information.
"""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.ratio import Ratio, alternate, report
from evaluator import Suite, load_suite, score
from records import Rejected
from submissions_schema import read_submission

ROOT = Path(__file__).resolve().parent.parent
BASE = ROOT / "tests" / "cases" / "submission-core" / "base.json"
LIMIT = 10


def main() -> int:
    """Print the ratio for a sound file (with the limit), and for one whose labels are all wrong words."""
    suite = load_suite(ROOT / "corpora" / "core-v0.1")
    sound = _document(suite, [item.label for item in suite.items])
    wrong = _document(suite, ["maybe" for _ in suite.items])
    return report(_measured("accepted", sound, suite, LIMIT), _measured("900 findings", wrong, suite, None))


def _document(suite: Suite, labels: list[str]) -> bytes:
    rows = [{"id": item.id, "label": label} for item, label in zip(suite.items, labels, strict=True)]
    return json.dumps({**json.loads(BASE.read_bytes()), "test_sha256": suite.test_sha256, "predictions": rows}).encode()


def _measured(name: str, data: bytes, suite: Suite, limit: float | None) -> Ratio:
    def read_and_score() -> object:
        try:
            return score(read_submission(data, suite.contract).predictions, suite)
        except Rejected as refusal:
            return refusal.findings

    value = alternate(read_and_score, lambda: json.loads(data), rounds=31)
    return Ratio(name=f"read and score 900 labels ({name})", against="json.loads", value=value, limit=limit)


if __name__ == "__main__":
    raise SystemExit(main())
