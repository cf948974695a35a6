"""`review.py rebuild` and `verify` of 1,000 records, against reading, hashing and `json.loads` of the same files."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.ratio import Ratio, alternate, report
from evaluator import Suite, suite_for
from hub import Hub
from leaderboard import Action, State, Status
from leaderboard.commands import Context, rebuild, verify
from leaderboard.decisions import Decision
from leaderboard.marks import mark_score
from leaderboard.stored import reader_for
from records import GENESIS, Stream, canonical_line, digest
from submissions_schema import Submission

RECORDS = 1000
BASE = Path(__file__).resolve().parent.parent / "tests" / "cases" / "submission-core" / "base.json"


def main() -> int:
    """Both commands over one state of 1,000 different records."""
    suite = suite_for("nnai-bench-0.1")
    with tempfile.TemporaryDirectory() as folder:
        state = State(Path(folder))
        fill(state, suite)
        context = Context(
            state=state,
            suites=(suite,),
            hub=Hub("http://127.0.0.1:9/localhub"),
            now=datetime(2026, 11, 29, tzinfo=UTC),
            actor="vynly",
            probe=None,
            blames_data=lambda error: False,
        )
        paths = sorted((state.root / "records" / suite.corpus).iterdir())

        def base() -> None:
            for path in paths:
                data = path.read_bytes()
                hashlib.sha256(data).hexdigest()
                json.loads(data)

        def rebuilt() -> None:
            state.csv_path(suite.corpus).unlink(missing_ok=True)
            rebuild(context, apply=True)

        def verified() -> None:
            if verify(context).code:
                raise RuntimeError("the benchmark's own state does not verify")

        against = f"read, hash, json.loads of {RECORDS} records"
        return report(
            Ratio(name="rebuild", against=against, value=alternate(rebuilt, base, rounds=3), limit=10),
            Ratio(name="verify", against=against, value=alternate(verified, base, rounds=3), limit=10),
        )


def fill(state: State, suite: Suite) -> None:
    """Records of systems that get 25 to 95 per cent right, accepted one by one; the log is written in one piece."""
    reader = reader_for(suite)
    base = {**json.loads(BASE.read_text(encoding="utf-8")), "test_sha256": suite.test_sha256}
    head, lines = GENESIS, []
    for number in range(RECORDS):
        submission = _submission(base, suite, number)
        sha256 = state.store_record(suite.corpus, submission.canonical())
        decision = Decision(
            action=Action.ACCEPT,
            corpus=suite.corpus,
            actor="vynly",
            date=datetime(2026, 11, 1 + number % 28, tzinfo=UTC).strftime("%Y-%m-%d"),
            time="2026-11-29T12:00:00Z",
            note="benchmark",
            record=sha256,
            status=Status.SELF_REPORTED,
            score=mark_score(reader.scored(submission).score),
        )
        line = canonical_line({**decision.to_dict(), "seq": number + 1, "prev": head})
        head = digest(line)
        lines.append(line)
    state.log_path.write_bytes(b"".join(lines))


def _submission(base: dict[str, object], suite: Suite, number: int) -> Submission:
    stream = Stream("leaderboard-bench", number)
    right = 25 + number % 70
    rows = [
        {"id": item.id, "label": item.label if stream.below(100) < right else stream.choice("ABCD")}
        for item in suite.items
    ]
    system = {"name": f"System {number}", "version": "1", "description": "For a benchmark."}
    return Submission.from_dict({**base, "system": system, "predictions": rows})


if __name__ == "__main__":
    sys.exit(main())
